import type { EntryId } from "#app/domain/ids.ts";
import { type Entry, findEntry, type Playlist, totalDurationMs } from "#app/domain/playlist/playlist.ts";
import { firstOfRound, followerOf, orderAfter, PLAIN_ORDER, type PlaybackChange, type Sequence } from "./play-order.ts";
import { currentEntryId, IDLE, type Playback, type Playing } from "./playback.ts";

/** All that says what is on at any moment from now on. */
export type Timeline = Sequence & { readonly playback: Playback };

export const EMPTY_TIMELINE: Timeline = { playlist: [], order: PLAIN_ORDER, playback: IDLE };

/** A stretch of one entry on the room's time line. */
export type Segment = {
  readonly entry: Entry;
  /** Server time at which the stretch begins, and the position in the entry at that moment. */
  readonly startMs: number;
  readonly startPositionMs: number;
  /** Server time at which the entry is over. */
  readonly endMs: number;
};

/** When the current entry is over, in server time, or null if it is gone from the playlist. */
export function endOfEntryMs(playlist: Playlist, playback: Playing): number | null {
  const entry = findEntry(playlist, playback.entryId);
  return entry ? playback.anchorMs + entry.track.durationMs - playback.positionMs : null;
}

/**
 * What has happened by `serverNowMs` when nobody has touched anything: entries follow each other without a gap, and the
 * playlist stops once its last is over, unless it is repeated. A room that slept goes through all that it missed; of
 * whole rounds that nobody heard only the last.
 */
export function advance(line: Timeline, serverNowMs: number): readonly PlaybackChange[] {
  const changes: PlaybackChange[] = [];
  for (let now = line; now.playback.status === "playing"; ) {
    const { entryId } = now.playback;
    const endMs = endOfEntryMs(now.playlist, now.playback);
    if (endMs !== null && endMs > serverNowMs) break;
    const change = endMs === null ? { playback: IDLE, isNewRound: false } : afterEntry(now, entryId, { endMs, serverNowMs });
    changes.push(change);
    now = timelineAfter(now, change);
  }
  return changes;
}

export function timelineAfter({ playlist, playback, order }: Timeline, change: PlaybackChange): Timeline {
  const before = { playlist, currentId: currentEntryId(playback) };
  return { playlist, playback: change.playback, order: orderAfter(order, change, before) };
}

type Ending = { readonly endMs: number; readonly serverNowMs: number };

/** What follows the entry that ends at `endMs`. */
function afterEntry(line: Timeline, entryId: EntryId, ending: Ending): PlaybackChange {
  const { playlist, order } = line;
  const start = (id: EntryId, cycleMs: number): Playback => {
    const { endMs, serverNowMs } = ending;
    // rounds that are over already
    const rounds = cycleMs > 0 ? Math.floor(Math.max(0, serverNowMs - endMs) / cycleMs) : 0;
    return { status: "playing", entryId: id, positionMs: 0, anchorMs: endMs + rounds * cycleMs };
  };
  const durationMs = findEntry(playlist, entryId)?.track.durationMs ?? 0;
  if (order.repeat === "one" && durationMs > 0) return { playback: start(entryId, durationMs), isNewRound: false };
  const next = followerOf(line, entryId);
  const cycleMs = next?.isNewRound ? totalDurationMs(playlist) : 0;
  if (!next || (next.isNewRound && cycleMs <= 0)) return stopped(line, entryId);
  return { playback: start(next.entry.id, cycleMs), isNewRound: next.isNewRound };
}

/** The playlist is over: ready to begin again. */
export function stopped(sequence: Sequence, lastId: EntryId | null): PlaybackChange {
  const first = firstOfRound(sequence, lastId);
  return { playback: first ? { status: "paused", entryId: first.id, positionMs: 0 } : IDLE, isNewRound: true };
}

/** The stretches that a device must be ready to play: what is on at `serverNowMs`, and `count - 1` that follow. */
export function segmentsFrom(
  line: Timeline,
  { serverNowMs, count }: { readonly serverNowMs: number; readonly count: number },
): readonly Segment[] {
  const segments: Segment[] = [];
  let now = advance(line, serverNowMs).reduce(timelineAfter, line);
  while (now.playback.status === "playing" && segments.length < count) {
    const { entryId, anchorMs, positionMs } = now.playback;
    const entry = findEntry(now.playlist, entryId);
    if (!entry) break;
    const endMs = anchorMs + entry.track.durationMs - positionMs;
    segments.push({ entry, startMs: anchorMs, startPositionMs: positionMs, endMs });
    now = timelineAfter(now, afterEntry(now, entryId, { endMs, serverNowMs }));
  }
  return segments;
}
