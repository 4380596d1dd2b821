import type { PresentPerson } from "#app/domain/access/connection.ts";
import { can, toEffectiveRole } from "#app/domain/access/permissions.ts";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import { entryEndMs } from "#app/domain/playback/schedule.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import type { RoomInfo, RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { votesNeeded } from "#app/domain/room/skip-vote-share.ts";
import { voteLimits } from "./vote-limits.ts";

/** The votes to skip the current entry. There are none before the entry has started. */
export type SkipVote = { readonly entryId: EntryId; readonly voterIds: readonly UserId[] };

/** The state of a vote, as everyone sees it. */
export type SkipVoteTally = {
  readonly entryId: EntryId;
  /** The votes of the people who are present. */
  readonly votes: number;
  /** With this many votes, the entry is skipped. */
  readonly needed: number;
};

/** The circumstances of a vote. */
export type SkipVoteContext = { readonly info: RoomInfo; readonly present: readonly PresentPerson[] };

/** The people present whose votes count: everyone signed in who may control playback. */
export function listSkipVoters({ info, present }: SkipVoteContext): ReadonlySet<UserId> {
  const voters = present.filter(({ role }) => can(toEffectiveRole(role, true), "control-playback", info));
  return new Set(voters.map(({ person }) => person.id));
}

/** Counts the votes. Null while no vote is needed to skip. */
export function tallySkipVote(vote: SkipVote | null, context: SkipVoteContext): SkipVoteTally | null {
  const { skipVoteShare } = context.info;
  // rooms that were stored before there were votes have no share
  if (!vote || !skipVoteShare) return null;
  const voters = listSkipVoters(context);
  if (voters.size < voteLimits.skipVotersMin) return null;
  const votes = vote.voterIds.filter((id) => voters.has(id)).length;
  return { entryId: vote.entryId, votes, needed: votesNeeded(skipVoteShare, voters.size) };
}

export function hasPassed(tally: SkipVoteTally | null): boolean {
  return tally !== null && tally.votes >= tally.needed;
}

export function withVote(vote: SkipVote, userId: UserId, isFor: boolean): SkipVote {
  const others = vote.voterIds.filter((id) => id !== userId);
  return { ...vote, voterIds: isFor ? [...others, userId] : others };
}

/** The vote after events. It ends with the play of its entry, and another begins when an entry starts. */
export function followSkipVote(
  vote: SkipVote | null,
  events: readonly RoomEvent[],
  { before, after }: { readonly before: RoomState; readonly after: RoomState },
): SkipVote | null {
  let current = vote;
  let { playback } = before;
  for (const event of events) {
    const next = playbackOf(event);
    if (!next) continue;
    const hasEnded = (event.type === "playback-changed" && event.isNewRound) || isRepeat(before, playback, next);
    current = nextVote(hasEnded ? null : current, next, event.type === "playback-restored");
    playback = next;
  }
  const isRemoved = current !== null && !findEntry(after.playlist, current.entryId);
  return isRemoved ? null : current;
}

function playbackOf(event: RoomEvent): Playback | null {
  return event.type === "playback-changed" || event.type === "playback-restored" ? event.playback : null;
}

function nextVote(vote: SkipVote | null, playback: Playback, isRestored: boolean): SkipVote | null {
  if (playback.status === "idle") return null;
  if (vote?.entryId === playback.entryId) return vote;
  // an entry that is paused at its start has not started
  const hasStarted = playback.status === "playing" || (isRestored && playback.positionMs > 0);
  return hasStarted ? { entryId: playback.entryId, voterIds: [] } : null;
}

/** Whether the entry has played to its end and starts again. */
function isRepeat({ playlist }: RoomState, before: Playback, after: Playback): boolean {
  if (before.status !== "playing" || after.status !== "playing" || before.entryId !== after.entryId) return false;
  const endMs = entryEndMs(playlist, before);
  return after.positionMs === 0 && endMs !== null && after.anchorMs >= endMs;
}
