import type { EntryId } from "#app/domain/ids.ts";
import { type Entry, findEntry, findPlace, type Playlist, totalDurationMs } from "#app/domain/playlist/playlist.ts";
import { overlapMs, roundLengthMs, startsInRound } from "./crossfade.ts";
import {
  advanceOrder,
  DEFAULT_PLAY_ORDER,
  findFirstOfRound,
  findNext,
  isCustomOrder,
  type PlaybackChange,
  type Sequence,
} from "./play-order.ts";
import { currentEntryId, IDLE, type Playback, type Playing } from "./playback.ts";
import { playbackLimits } from "./playback-limits.ts";

/** Everything that determines what plays at any later time, if no command changes it. */
export type Timeline = Sequence & { readonly playback: Playback };

export const EMPTY_TIMELINE: Timeline = { playlist: [], order: DEFAULT_PLAY_ORDER, playback: IDLE };

/** An entry on the room's timeline. Its crossfades begin at its start and end at its end. */
export type Segment = {
  readonly entry: Entry;
  /** Server time at which the entry is at `startPositionMs`. */
  readonly startMs: number;
  readonly startPositionMs: number;
  /** Server time at which the audio of the entry ends. The next segment starts `fadeOutMs` earlier. */
  readonly endMs: number;
  /** The lengths of the crossfades with the entries before and after it, ms; 0 without one. */
  readonly fadeInMs: number;
  readonly fadeOutMs: number;
};

/**
 * The server time at which the audio of the current entry ends, or null if the playlist no longer contains it. With a crossfade,
 * the room advances earlier: see `findAdvance`.
 */
export function entryEndMs(playlist: Playlist, playback: Playing): number | null {
  const entry = findEntry(playlist, playback.entryId);
  return entry ? endOf(entry, playback) : null;
}

function endOf({ track }: Entry, { anchorMs, positionMs }: Playing): number {
  return anchorMs + track.durationMs - positionMs;
}

/** The moment at which the next entry becomes current, if no command changes it. Server times, ms. */
type Advance = {
  readonly atMs: number;
  /** When the audio of the current entry ends. It is crossfaded with the next one until then. */
  readonly endMs: number;
};

/** Null unless an entry of the playlist plays. An entry is current for a second at least, also if its audio is shorter. */
export function findAdvance(timeline: Timeline): Advance | null {
  const { playlist, playback, order } = timeline;
  const current = playback.status === "playing" ? findEntry(playlist, playback.entryId) : undefined;
  if (playback.status !== "playing" || !current) return null;
  const endMs = endOf(current, playback);
  const next = order.crossfadeMs > 0 ? findNext(timeline, current.id)?.entry : undefined;
  const overlap = next ? overlapMs({ current, positionMs: playback.positionMs, next }, timeline) : 0;
  const earliestMs = playback.anchorMs - playback.positionMs + playbackLimits.entryMsMin;
  return { atMs: Math.max(endMs - overlap, earliestMs), endMs };
}

/**
 * The playback changes that have happened by `serverNowMs` without a command: each entry starts when the previous one ends or is
 * crossfaded into it, and the playlist stops after its last entry unless it repeats. A room that was asleep gets a change for
 * the last entries that it missed, and skips the ones before them and the rounds that it missed entirely. There are at most
 * `stepsAtOnce` changes: in an order of its own, a room that has missed more needs several calls.
 */
export function advanceTimeline(timeline: Timeline, serverNowMs: number): readonly PlaybackChange[] {
  const changes: PlaybackChange[] = [];
  let current = timeline;
  while (current.playback.status === "playing" && changes.length < playbackLimits.stepsAtOnce) {
    const { entryId } = current.playback;
    const advance = findAdvance(current);
    if (advance !== null && advance.atMs > serverNowMs) break;
    const now = advance && { ...advance, serverNowMs };
    const change = now ? (skipMissed(current, now) ?? changeAt(current, entryId, now)) : { playback: IDLE, isNewRound: false };
    changes.push(change);
    current = applyPlaybackChange(current, change);
  }
  return changes;
}

/** In the playlist's own order, the change past entries of this round that have all ended; null if few have, or in another order. */
function skipMissed({ playlist, playback, order }: Timeline, { atMs, serverNowMs }: AdvanceNow): PlaybackChange | null {
  const isInOrder = !isCustomOrder(order) && order.repeat !== "one" && order.upNext.length === 0 && order.resumeRank === null;
  const currentId = currentEntryId(playback);
  if (!isInOrder || currentId === null) return null;
  const nextPlace = findPlace(playlist, currentId) + 1;
  const starts = startsInRound({ playlist, order });
  const roundStartMs = atMs - (starts[nextPlace] ?? 0);
  const place = findLastStart(starts, serverNowMs - roundStartMs) - playbackLimits.missedEntries;
  const [entry, startMs] = [playlist[place], starts[place]];
  if (place <= nextPlace || !entry || startMs === undefined) return null;
  const anchorMs = roundStartMs + startMs;
  return { playback: { status: "playing", entryId: entry.id, positionMs: 0, anchorMs }, isNewRound: false };
}

/** The index of the last of the sorted times that is not after `ms`; -1 if there is none. */
function findLastStart(starts: readonly number[], ms: number): number {
  let [from, to] = [0, starts.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((starts[middle] ?? 0) > ms) to = middle;
    else from = middle + 1;
  }
  return from - 1;
}

/**
 * The change to the next entry at another time than the planned one: when a command has made the change due that was not. The
 * crossfade is shorter then. Null unless an entry of the playlist plays.
 */
export function advanceLate(timeline: Timeline, atMs: number): PlaybackChange | null {
  const advance = findAdvance(timeline);
  if (!advance || timeline.playback.status !== "playing") return null;
  return changeAt(timeline, timeline.playback.entryId, { ...advance, atMs, serverNowMs: atMs });
}

export function applyPlaybackChange({ playlist, playback, order }: Timeline, change: PlaybackChange): Timeline {
  const before = { playlist, currentId: currentEntryId(playback) };
  return { playlist, playback: change.playback, order: advanceOrder(order, change, before) };
}

type AdvanceNow = Advance & { readonly serverNowMs: number };

/** The playback change when the room advances from an entry. */
function changeAt(timeline: Timeline, entryId: EntryId, advance: AdvanceNow): PlaybackChange {
  const { playlist, order } = timeline;
  const durationMs = findEntry(playlist, entryId)?.track.durationMs ?? 0;
  if (order.repeat === "one" && durationMs > 0) {
    const roundMs = Math.max(durationMs, playbackLimits.entryMsMin);
    return { playback: startAt(entryId, roundMs, advance), isNewRound: false };
  }
  const next = findNext(timeline, entryId);
  const roundMs = next?.isNewRound ? roundLengthMs(timeline) : 0;
  if (!next || (next.isNewRound && totalDurationMs(playlist) === 0)) return stopAtFirst(timeline, entryId);
  return { playback: startAt(next.entry.id, roundMs, advance), isNewRound: next.isNewRound };
}

/** Starts the next entry. Skips the rounds that are already over; `roundMs` is 0 if nothing repeats. */
function startAt(entryId: EntryId, roundMs: number, { atMs, endMs, serverNowMs }: AdvanceNow): Playback {
  const rounds = roundMs > 0 ? Math.floor(Math.max(0, serverNowMs - atMs) / roundMs) : 0;
  const fadeInMs = Math.max(0, endMs - atMs);
  const playback: Playback = { status: "playing", entryId, positionMs: 0, anchorMs: atMs + rounds * roundMs };
  return fadeInMs > 0 ? { ...playback, fadeInMs } : playback;
}

/** Ends the playlist: the first entry of the next round becomes current, paused at its start. */
export function stopAtFirst(sequence: Sequence, lastId: EntryId | null): PlaybackChange {
  const first = findFirstOfRound(sequence, lastId);
  return { playback: first ? { status: "paused", entryId: first.id, positionMs: 0 } : IDLE, isNewRound: true };
}

/** The segments that a device prepares: the one at `serverNowMs` and up to `count - 1` that follow it. */
export function listSegments(
  timeline: Timeline,
  { serverNowMs, count }: { readonly serverNowMs: number; readonly count: number },
): readonly Segment[] {
  const segments: Segment[] = [];
  let current = advanceTimeline(timeline, serverNowMs).reduce(applyPlaybackChange, timeline);
  while (current.playback.status === "playing" && segments.length < count) {
    const { entryId, anchorMs, positionMs, fadeInMs = 0 } = current.playback;
    const entry = findEntry(current.playlist, entryId);
    const advance = findAdvance(current);
    if (!entry || !advance) break;
    const { atMs, endMs } = advance;
    segments.push({
      entry,
      startMs: anchorMs,
      startPositionMs: positionMs,
      endMs,
      fadeInMs,
      fadeOutMs: Math.max(0, endMs - atMs),
    });
    current = applyPlaybackChange(current, changeAt(current, entryId, { ...advance, serverNowMs }));
  }
  return segments;
}
