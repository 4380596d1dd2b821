import { can } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { findPrevious } from "#app/domain/playback/play-order.ts";
import { positionAt } from "#app/domain/playback/playback.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { type AnyCommand, isPermitted } from "#app/domain/room/decide.ts";
import type { Events, PersonActor } from "#app/domain/room/decision.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import {
  listSkipVoters,
  type SkipVote,
  type SkipVoteContext,
  type SkipVoteTally,
  tallySkipVote,
  withVote,
} from "./skip-vote.ts";
import { voteLimits } from "./vote-limits.ts";

/** How a command that could end the current entry early is handled. */
export type SkipDecision =
  /** The command is run: no vote is needed. */
  | { readonly type: "run"; readonly command: AnyCommand }
  /** The command is a vote, or withdraws one. `vote` has the votes after it. */
  | { readonly type: "vote"; readonly vote: SkipVote }
  /** The command comes too late and does nothing. */
  | { readonly type: "none" }
  | { readonly type: "refused"; readonly error: ErrorCode };

type Input = SkipVoteContext & {
  readonly state: RoomState;
  readonly vote: SkipVote | null;
  readonly serverNowMs: number;
  /** The events that the command would have. */
  readonly preview: () => Events;
};

/** Decides whether a person's command needs a vote. A vote for what needs none is a skip. */
export function decideSkip(command: AnyCommand, actor: PersonActor, input: Input): SkipDecision {
  const { state, vote } = input;
  const tally = tallySkipVote(vote, input);
  const isExempt = can(actor.effectiveRole, "skip-without-vote", state.info) || !isPermitted(state, command, actor);
  if (isExempt || !tally || !vote) return runWithoutVote(command);
  if (command.type === "next" || command.type === "vote-skip") {
    if (command.entryId !== tally.entryId) return { type: "none" };
    return castVote(vote, actor, { isFor: command.type === "next" || command.isFor, voters: listSkipVoters(input) });
  }
  if (!endsEntry(command, tally, input)) return { type: "run", command };
  return { type: "refused", error: actor.userId === null ? "login-required" : "vote-needed" };
}

function runWithoutVote(command: AnyCommand): SkipDecision {
  if (command.type !== "vote-skip") return { type: "run", command };
  return command.isFor ? { type: "run", command: { type: "next", entryId: command.entryId } } : { type: "none" };
}

type Voting = { readonly isFor: boolean; readonly voters: ReturnType<typeof listSkipVoters> };

function castVote(vote: SkipVote, { userId }: PersonActor, { isFor, voters }: Voting): SkipDecision {
  if (userId === null) return { type: "refused", error: "login-required" };
  if (isFor && !voters.has(userId)) return { type: "refused", error: "not-in-room" };
  return { type: "vote", vote: withVote(vote, userId, isFor) };
}

/** Whether a command would end the entry that plays, or come close to it. */
function endsEntry(command: AnyCommand, { entryId }: SkipVoteTally, { state, serverNowMs, preview }: Input): boolean {
  switch (command.type) {
    case "select":
      return command.entryId !== entryId;
    case "remove":
      return command.entryIds.includes(entryId);
    case "undo":
      return removesEntry(preview(), entryId);
    case "previous":
      return command.entryId === entryId && leavesEntry(state, command, serverNowMs);
    case "seek":
      return command.entryId === entryId && seeksToEnd(state, command.positionMs, serverNowMs);
    default:
      return false;
  }
}

function removesEntry(events: Events, entryId: EntryId): boolean {
  return events.ok && events.value.some((event) => event.type === "entries-removed" && event.entryIds.includes(entryId));
}

/** Whether *previous* goes to another entry, and does not restart this one. */
function leavesEntry(state: RoomState, { entryId }: Extract<RoomCommand, { type: "previous" }>, serverNowMs: number): boolean {
  const restarts = positionAt(state.playback, serverNowMs) > playbackLimits.restartAfterMs;
  return !restarts && findPrevious(state, entryId) !== undefined;
}

function seeksToEnd({ playlist, playback }: RoomState, toMs: number, serverNowMs: number): boolean {
  if (playback.status === "idle") return false;
  const durationMs = findEntry(playlist, playback.entryId)?.track.durationMs ?? 0;
  const protectedMs = Math.min(voteLimits.protectedEndMs, durationMs / 2);
  return toMs > durationMs - protectedMs && toMs > positionAt(playback, serverNowMs);
}
