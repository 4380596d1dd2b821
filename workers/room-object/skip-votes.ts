import type { UserId } from "#app/domain/ids.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import type { PersonActor } from "#app/domain/room/decision.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { decideSkip, type SkipDecision } from "#app/domain/votes/decide-skip.ts";
import {
  followSkipVote,
  hasPassed,
  type SkipVote,
  type SkipVoteTally,
  tallySkipVote,
  withVote,
} from "#app/domain/votes/skip-vote.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { RoomStore, StateChange } from "./room-store.ts";

type Deps = {
  readonly kv: SyncKvStorage;
  readonly connections: Pick<ConnectionStore, "presence">;
};

const VOTE = "skip-vote";

/** The votes to skip the current entry. They survive hibernation and end with the play of the entry. */
export class SkipVotes {
  readonly #deps: Deps;
  #vote: SkipVote | null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#vote = deps.kv.get<SkipVote>(VOTE) ?? null;
  }

  decide(room: Pick<RoomStore, "state" | "preview">, command: AnyCommand, actor: PersonActor): SkipDecision {
    const state = room.state();
    const preview = () => room.preview(command, actor);
    return decideSkip(command, actor, { ...this.#context(state), state, vote: this.#vote, serverNowMs: Date.now(), preview });
  }

  set(vote: SkipVote | null): void {
    if (vote === this.#vote) return;
    this.#vote = vote;
    if (vote) this.#deps.kv.put(VOTE, vote);
    else this.#deps.kv.delete(VOTE);
  }

  /** Null while no vote is needed to skip. */
  tally(state: RoomState): SkipVoteTally | null {
    return tallySkipVote(this.#vote, this.#context(state));
  }

  hasPassed(state: RoomState): boolean {
    return hasPassed(this.tally(state));
  }

  /** The entry that the person has voted to skip. */
  entryOf(userId: UserId): SkipVote["entryId"] | null {
    return this.#vote?.voterIds.includes(userId) ? this.#vote.entryId : null;
  }

  /** To be called after events. Returns the people whose votes have ended. */
  follow(events: readonly RoomEvent[], change: StateChange): readonly UserId[] {
    const before = this.#vote;
    this.set(followSkipVote(before, events, change));
    return this.#vote === before ? [] : (before?.voterIds ?? []);
  }

  removePerson(userId: UserId): void {
    if (this.#vote?.voterIds.includes(userId)) this.set(withVote(this.#vote, userId, false));
  }

  #context({ info }: RoomState) {
    return { info, present: this.#deps.connections.presence.list().present };
  }
}
