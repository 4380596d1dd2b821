import type { EntryId } from "./ids.ts";
import { IDLE, type Playback, type Playing } from "./playback.ts";
import { type Entry, findEntry, neighbour, type Playlist } from "./playlist.ts";

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
 * What is playing by `serverNowMs` when nobody has touched anything: entries follow each other without a gap, and
 * the playlist stops before its first entry once its last is over. A room that slept goes through all that it missed.
 */
export function advance({
  playlist,
  playback,
  serverNowMs,
}: {
  readonly playlist: Playlist;
  readonly playback: Playback;
  readonly serverNowMs: number;
}): Playback {
  let now = playback;
  while (now.status === "playing") {
    const endMs = endOfEntryMs(playlist, now);
    if (endMs === null) return IDLE;
    if (endMs > serverNowMs) return now;
    now = afterEntry(playlist, now.entryId, endMs);
  }
  return now;
}

/** What follows the entry that ends at `endMs`. */
export function afterEntry(playlist: Playlist, entryId: EntryId, endMs: number): Playback {
  const next = neighbour(playlist, entryId, 1);
  if (next) return { status: "playing", entryId: next.id, positionMs: 0, anchorMs: endMs };
  return stopped(playlist);
}

/** The playlist is over: ready to begin again. */
export function stopped(playlist: Playlist): Playback {
  const first = playlist[0];
  return first ? { status: "paused", entryId: first.id, positionMs: 0 } : IDLE;
}

/** The stretches that a device must be ready to play: what is on at `serverNowMs`, and `count - 1` that follow. */
export function segmentsFrom({
  playlist,
  playback,
  serverNowMs,
  count,
}: {
  readonly playlist: Playlist;
  readonly playback: Playback;
  readonly serverNowMs: number;
  readonly count: number;
}): readonly Segment[] {
  const segments: Segment[] = [];
  let now = advance({ playlist, playback, serverNowMs });
  while (now.status === "playing" && segments.length < count) {
    const entry = findEntry(playlist, now.entryId);
    if (!entry) break;
    const endMs = now.anchorMs + entry.track.durationMs - now.positionMs;
    segments.push({ entry, startMs: now.anchorMs, startPositionMs: now.positionMs, endMs });
    now = afterEntry(playlist, now.entryId, endMs);
  }
  return segments;
}
