import type { LyricsLine } from "./lyrics.ts";

/** The place of a position in synced lyrics. */
export type LyricsPlace = {
  /** The index of the line at the position. Null before the first line with a time. */
  readonly index: number | null;
  /** The position at which another line begins, ms. Null after the last. */
  readonly nextAtMs: number | null;
};

/** The line at a position: the last one that has begun. Of several lines with the same time, it is the first. */
export function findPlace(lines: readonly LyricsLine[], positionMs: number): LyricsPlace {
  let index: number | null = null;
  let startMs = Number.NEGATIVE_INFINITY;
  for (const [i, { atMs }] of lines.entries()) {
    if (atMs === null) continue;
    if (atMs > positionMs) return { index, nextAtMs: atMs };
    if (atMs === startMs) continue;
    index = i;
    startMs = atMs;
  }
  return { index, nextAtMs: null };
}
