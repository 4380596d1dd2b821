import type { Rate } from "#app/domain/access/budget.ts";
import type { EntryId, TrackId } from "#app/domain/ids.ts";
import { positionAt } from "#app/domain/playback/playback.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { reactionLimits } from "./reaction-limits.ts";

/** The emoji of reactions. Stored counts refer to them by index, so the order stays. */
export const REACTIONS = ["👍", "❤️", "🔥", "😂", "😮", "👏"] as const;

/** A reaction as it is sent: the index of its emoji. */
export type Reaction = number;

/** The numbers of reactions, one for each emoji. */
export type ReactionCounts = readonly number[];

/** The reactions in one part of a track. */
export type ReactionMark = {
  /** The part, from 0 to `reactionLimits.parts - 1`. */
  readonly part: number;
  readonly counts: ReactionCounts;
};

/** The reactions of a track, in the order of its parts. */
export type ReactionMarks = readonly ReactionMark[];

/** The reactions of one person. */
export const REACTION_RATE: Rate = { burst: reactionLimits.burst, perSecond: reactionLimits.perSecond };

export type ReactionPlace = { readonly trackId: TrackId; readonly part: number };

/** Where in its track the room is now, if it plays the entry. Otherwise refused with `entry-not-playing`. */
export function findReactionPlace(
  { playlist, playback }: Pick<RoomState, "playlist" | "playback">,
  entryId: EntryId,
  serverNowMs: number,
): Result<ReactionPlace> {
  const entry = findEntry(playlist, entryId);
  if (!entry || playback.status !== "playing" || playback.entryId !== entryId) return fail("entry-not-playing");
  return ok({ trackId: entry.track.id, part: partAt(positionAt(playback, serverNowMs), entry.track.durationMs) });
}

/** The part of a track at a position. */
export function partAt(positionMs: number, durationMs: number): number {
  const part = durationMs > 0 ? Math.floor((positionMs / durationMs) * reactionLimits.parts) : 0;
  return Math.max(0, Math.min(reactionLimits.parts - 1, part));
}

/** One reaction as a mark. */
export function toMark(part: number, reaction: Reaction): ReactionMark {
  return { part, counts: REACTIONS.map((_, i) => (i === reaction ? 1 : 0)) };
}

/** Adds reactions to those of a track. */
export function addMarks(marks: ReactionMarks, added: ReactionMarks): ReactionMarks {
  const sums = new Map(marks.map(({ part, counts }) => [part, counts]));
  for (const { part, counts } of added) sums.set(part, addCounts(sums.get(part) ?? NO_REACTIONS, counts));
  return [...sums].map(([part, counts]) => ({ part, counts })).sort((a, b) => a.part - b.part);
}

/** The reactions of all parts together. */
export function totalCounts(marks: ReactionMarks): ReactionCounts {
  return marks.reduce<ReactionCounts>((total, { counts }) => addCounts(total, counts), NO_REACTIONS);
}

export function sumOf(counts: ReactionCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

const NO_REACTIONS: ReactionCounts = REACTIONS.map(() => 0);

function addCounts(a: ReactionCounts, b: ReactionCounts): ReactionCounts {
  return REACTIONS.map((_, i) => (a[i] ?? 0) + (b[i] ?? 0));
}
