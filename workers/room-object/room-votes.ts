import type { RoleChange } from "#app/domain/access/access-changes.ts";
import type { EditId, UserId } from "#app/domain/ids.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import type { Actor, PersonActor } from "#app/domain/room/decision.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { decideQueueVote } from "#app/domain/votes/queue-votes.ts";
import type { SkipVote } from "#app/domain/votes/skip-vote.ts";
import type { ServerMessage } from "#app/protocol/room-messages.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { Pacer } from "./pacer.ts";
import { QueueVotes } from "./queue-votes.ts";
import type { RoomStore, StateChange } from "./room-store.ts";
import { SkipVotes } from "./skip-votes.ts";

type Deps = {
  readonly kv: SyncKvStorage;
  readonly sql: SqlStorage;
  readonly connections: ConnectionStore;
  readonly broadcaster: Broadcaster;
  /** Null if the room was removed. */
  readonly openRoom: () => RoomStore | null;
  readonly pacer: Pacer;
  /** Called after votes have changed the room outside of a command. */
  readonly onChanged: (room: RoomStore) => void;
};

type RunResult = Result<{ readonly revision: number }>;

const SERVER: Actor = { kind: "server" };

/** The commands that may need a vote. */
const SKIPS: readonly AnyCommand["type"][] = ["next", "previous", "select", "seek", "remove", "undo", "vote-skip"];

/** Runs the commands of people that are votes or need one, and broadcasts the counts of votes. */
export class RoomVotes {
  readonly #deps: Deps;
  readonly #skip: SkipVotes;
  readonly #queue: QueueVotes;
  /** The tally that was broadcast last, as JSON. */
  #published = "";

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#skip = new SkipVotes(deps);
    this.#queue = new QueueVotes(deps.sql);
  }

  /** Runs a command. A command that needs a vote is counted as one, or refused. */
  run(room: RoomStore, command: AnyCommand, actor: Actor, editId?: EditId | null): RunResult {
    if (actor.kind === "server") return room.run(command, actor, editId);
    if (command.type === "vote-queue") return this.#voteForQueued(room, command, actor);
    if (!SKIPS.includes(command.type)) return room.run(command, actor, editId);
    room.run({ type: "tick" }, SERVER);
    const decision = this.#skip.decide(room, command, actor);
    switch (decision.type) {
      case "run":
        return room.run(decision.command, actor, editId);
      case "refused":
        return { ok: false, error: decision.error };
      case "vote":
        this.#setSkipVote(room, decision.vote, actor);
        return ok({ revision: room.revision() });
      case "none":
        return ok({ revision: room.revision() });
    }
  }

  /** To be called after the room was loaded: the object may have ended before it had counted the latest votes. */
  followLoad(room: RoomStore): void {
    const { info, order } = room.state();
    if (info.hasQueueVotes || Object.keys(order.queueVotes).length > 0) this.#deps.pacer.request(this.#countQueueVotes);
  }

  /** To be called after events. */
  follow(events: readonly RoomEvent[], change: StateChange): void {
    const skipVoters = this.#skip.follow(events, change);
    this.#sendOwnVotes([...skipVoters, ...this.#queue.follow(change)]);
    const { before, after } = change;
    if (before.info !== after.info) this.#deps.pacer.request(this.#countQueueVotes);
    if (before.info !== after.info || before.playback !== after.playback) this.#deps.pacer.request(this.#publishSkipVote);
  }

  /** To be called after people have come, left or changed their roles: a vote may have passed. */
  followPresence(): void {
    this.#deps.pacer.request(this.#publishSkipVote);
  }

  changeRoles(change: RoleChange): void {
    this.#sendOwnVotes(this.#queue.changeRoles(change));
    this.#deps.pacer.request(this.#countQueueVotes);
  }

  /** The people who have votes that last. */
  voters(): readonly UserId[] {
    return this.#queue.voters();
  }

  removePerson(userId: UserId): void {
    this.#skip.removePerson(userId);
    this.#queue.removePerson(userId);
    this.#deps.pacer.request(this.#publishSkipVote);
    this.#deps.pacer.request(this.#countQueueVotes);
  }

  /** Sends the votes to a connection that has just received a snapshot. */
  sendCurrent(room: RoomStore, socket: WebSocket): void {
    const { connections, broadcaster } = this.#deps;
    const vote = this.#skip.tally(room.state());
    if (vote) broadcaster.send(socket, { type: "skip-vote", vote });
    const userId = connections.get(socket)?.person?.id;
    const own = userId === undefined ? null : this.#describeOwn(userId);
    if (own && (own.votes.skip !== null || own.votes.queue.length > 0)) broadcaster.send(socket, own);
  }

  #voteForQueued(room: RoomStore, command: Extract<AnyCommand, { type: "vote-queue" }>, actor: PersonActor): RunResult {
    const { entryId } = command;
    const counts = actor.userId === null ? { own: 0, all: 0 } : this.#queue.countBeside({ entryId, userId: actor.userId });
    const vote = decideQueueVote(room.state(), { command, actor }, counts);
    if (!vote.ok) return vote;
    if (vote.value) {
      if (command.isFor) this.#queue.add(vote.value, actor.effectiveRole);
      else this.#queue.withdraw(vote.value);
      this.#sendOwnVotes([vote.value.userId]);
      this.#deps.pacer.request(this.#countQueueVotes);
    }
    return ok({ revision: room.revision() });
  }

  #setSkipVote(room: RoomStore, vote: SkipVote, { userId }: PersonActor): void {
    this.#skip.set(vote);
    if (this.#skip.hasPassed(room.state())) return this.#skipByVote(room, vote);
    // before the reply, so that the interface of the voter does not go back and forth
    if (userId !== null) this.#sendOwnVotes([userId], { type: "skip-vote", vote: this.#skip.tally(room.state()) });
    // the voter may have another tally than the others
    this.#published = "";
    this.#deps.pacer.request(this.#publishSkipVote);
  }

  #skipByVote(room: RoomStore, { entryId }: Pick<SkipVote, "entryId">): void {
    room.run({ type: "skip-by-vote", entryId }, SERVER);
  }

  readonly #publishSkipVote = (): void => {
    const room = this.#deps.openRoom();
    if (!room) return;
    const vote = this.#skip.tally(room.state());
    if (vote && this.#skip.hasPassed(room.state())) {
      this.#skipByVote(room, vote);
      return this.#deps.onChanged(room);
    }
    const text = JSON.stringify(vote);
    if (text === this.#published) return;
    this.#published = text;
    this.#deps.broadcaster.broadcast({ type: "skip-vote", vote });
  };

  readonly #countQueueVotes = (): void => {
    const room = this.#deps.openRoom();
    if (!room) return;
    room.run({ type: "count-queue-votes", votes: this.#queue.countByEntry() }, SERVER);
    this.#deps.onChanged(room);
  };

  #describeOwn(userId: UserId): Extract<ServerMessage, { type: "own-votes" }> {
    return { type: "own-votes", votes: { skip: this.#skip.entryOf(userId), queue: this.#queue.entriesOf(userId) } };
  }

  /** Sends their own votes to all devices of people, and after them another message, if any. */
  #sendOwnVotes(userIds: readonly UserId[], then?: ServerMessage): void {
    if (userIds.length === 0) return;
    const { connections, broadcaster } = this.#deps;
    const recipients = new Set(userIds);
    for (const { key, connection } of connections.entries()) {
      const userId = connection.person?.id;
      if (userId === undefined || !recipients.has(userId)) continue;
      broadcaster.send(key, this.#describeOwn(userId));
      if (then) broadcaster.send(key, then);
    }
  }
}
