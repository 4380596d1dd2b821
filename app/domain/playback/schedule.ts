import type { EntryId } from "#app/domain/ids.ts";
import { type Entry, findEntry, type Playlist, totalDurationMs } from "#app/domain/playlist/playlist.ts";
import {
  advanceOrder,
  DEFAULT_PLAY_ORDER,
  findFirstOfRound,
  findNext,
  type PlaybackChange,
  type Sequence,
} from "./play-order.ts";
import { currentEntryId, IDLE, type Playback, type Playing } from "./playback.ts";

/** Everything that determines what plays at any later time, if no command changes it. */
export type Timeline = Sequence & { readonly playback: Playback };

export const EMPTY_TIMELINE: Timeline = { playlist: [], order: DEFAULT_PLAY_ORDER, playback: IDLE };

/** An entry on the room's timeline. */
export type Segment = {
  readonly entry: Entry;
  /** Server time at which the entry is at `startPositionMs`. */
  readonly startMs: number;
  readonly startPositionMs: number;
  /** Server time at which the entry ends. */
  readonly endMs: number;
};

/** The server time at which the current entry ends, or null if the playlist no longer contains it. */
export function entryEndMs(playlist: Playlist, playback: Playing): number | null {
  const entry = findEntry(playlist, playback.entryId);
  return entry ? playback.anchorMs + entry.track.durationMs - playback.positionMs : null;
}

/**
 * The playback changes that have happened by `serverNowMs` without a command: each entry starts when the previous one
 * ends, and the playlist stops after its last entry unless it repeats. A room that was asleep gets a change for every
 * entry that it missed, but skips the rounds that it missed entirely.
 */
export function advanceTimeline(timeline: Timeline, serverNowMs: number): readonly PlaybackChange[] {
  const changes: PlaybackChange[] = [];
  for (let current = timeline; current.playback.status === "playing"; ) {
    const { entryId } = current.playback;
    const endMs = entryEndMs(current.playlist, current.playback);
    if (endMs !== null && endMs > serverNowMs) break;
    const change =
      endMs === null ? { playback: IDLE, isNewRound: false } : changeAtEnd(current, entryId, { endMs, serverNowMs });
    changes.push(change);
    current = applyPlaybackChange(current, change);
  }
  return changes;
}

export function applyPlaybackChange({ playlist, playback, order }: Timeline, change: PlaybackChange): Timeline {
  const before = { playlist, currentId: currentEntryId(playback) };
  return { playlist, playback: change.playback, order: advanceOrder(order, change, before) };
}

type EntryEnd = { readonly endMs: number; readonly serverNowMs: number };

/** The playback change at the end of an entry. */
function changeAtEnd(timeline: Timeline, entryId: EntryId, end: EntryEnd): PlaybackChange {
  const { playlist, order } = timeline;
  const durationMs = findEntry(playlist, entryId)?.track.durationMs ?? 0;
  if (order.repeat === "one" && durationMs > 0) {
    return { playback: startAtEnd(entryId, durationMs, end), isNewRound: false };
  }
  const next = findNext(timeline, entryId);
  const roundMs = next?.isNewRound ? totalDurationMs(playlist) : 0;
  if (!next || (next.isNewRound && roundMs <= 0)) return stopAtFirst(timeline, entryId);
  return { playback: startAtEnd(next.entry.id, roundMs, end), isNewRound: next.isNewRound };
}

/** Starts an entry when the previous one ends. Skips the rounds that are already over; `roundMs` is 0 if nothing repeats. */
function startAtEnd(entryId: EntryId, roundMs: number, { endMs, serverNowMs }: EntryEnd): Playback {
  const rounds = roundMs > 0 ? Math.floor(Math.max(0, serverNowMs - endMs) / roundMs) : 0;
  return { status: "playing", entryId, positionMs: 0, anchorMs: endMs + rounds * roundMs };
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
    const { entryId, anchorMs, positionMs } = current.playback;
    const entry = findEntry(current.playlist, entryId);
    if (!entry) break;
    const endMs = anchorMs + entry.track.durationMs - positionMs;
    segments.push({ entry, startMs: anchorMs, startPositionMs: positionMs, endMs });
    current = applyPlaybackChange(current, changeAtEnd(current, entryId, { endMs, serverNowMs }));
  }
  return segments;
}
