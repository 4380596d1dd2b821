import type { EntryId, UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { type AnyCommand, isPermitted } from "#app/domain/room/decide.ts";
import type { PersonActor } from "#app/domain/room/decision.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { voteLimits } from "./vote-limits.ts";

/** A person's vote for a queued entry. */
export type QueueVote = { readonly entryId: EntryId; readonly userId: UserId };

type VoteCommand = Extract<AnyCommand, { type: "vote-queue" }>;

/** The numbers of stored votes. */
export type QueueVoteCounts = { readonly own: number; readonly all: number };

/** The vote that a command casts or withdraws; null if its entry is not queued any more, so that there is nothing to do. */
export function decideQueueVote(
  state: RoomState,
  { command, actor }: { readonly command: VoteCommand; readonly actor: PersonActor },
  counts: QueueVoteCounts,
): Result<QueueVote | null> {
  const { entryId, isFor } = command;
  const { userId } = actor;
  if (userId === null) return fail("login-required");
  if (!isPermitted(state, command, actor) || !state.info.hasQueueVotes) return fail("forbidden");
  if (!state.order.upNext.includes(entryId)) return ok(null);
  const isFull = counts.own >= voteLimits.queueVotesPerPerson || counts.all >= voteLimits.queueVotes;
  return isFor && isFull ? fail("too-many-votes") : ok({ entryId, userId });
}
