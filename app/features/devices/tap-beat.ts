import type { SoundCheck } from "#app/domain/devices/sound-check.ts";

/** The time between two beats, ms: slow enough for delays up to half a second, fast enough for steady taps. */
export const TAP_PERIOD_MS = 800;
/** The number of taps that a result needs; the latest ones count. */
export const TAPS_NEEDED = 12;

/** A tap so long before a beat, ms, belongs to that beat; an earlier one to the beat before. */
const EARLIEST_MS = 300;
/** A tap is far from the others if its distance from the median is more than this many times the spread, and this many ms. */
const OUTLIER_SPREADS = 3;
const OUTLIER_LEAST_MS = 30;

/** How late the beat sounded by the taps. */
export type TapResult = {
  /** The median, ms. */
  readonly delayMs: number;
  /** The median distance of a tap from the median, ms. */
  readonly spreadMs: number;
  /** The number of taps that are far from the others. */
  readonly outliers: number;
};

/** The delay and its spread. Null if there are too few taps. @param offsetsMs the latest last */
export function measureTaps(offsetsMs: readonly number[]): TapResult | null {
  if (offsetsMs.length < TAPS_NEEDED) return null;
  const latest = offsetsMs.slice(-TAPS_NEEDED);
  const delayMs = median(latest);
  const distances = latest.map((offset) => Math.abs(offset - delayMs));
  const spreadMs = median(distances);
  const farMs = Math.max(OUTLIER_SPREADS * spreadMs, OUTLIER_LEAST_MS);
  return { delayMs, spreadMs, outliers: distances.filter((distance) => distance > farMs).length };
}

/** By how much a tap came after its beat, ms. Null before the first beat. Both times are the server's. */
export function toTapOffset(tapMs: number, { startMs, periodMs }: Pick<SoundCheck, "startMs" | "periodMs">): number | null {
  const sinceMs = tapMs - startMs + EARLIEST_MS;
  return sinceMs < 0 ? null : (sinceMs % periodMs) - EARLIEST_MS;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
