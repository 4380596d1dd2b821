/** A device's report about its playback, which it sends while it is audible. */
export type DeviceReport = {
  /** Actual minus scheduled position, ms: positive is ahead. */
  readonly errorMs: number;
  /** The part of its error that the device cannot know, ms. */
  readonly boundMs: number;
};

/** How closely the devices of a room play together, small enough to send to all of them. */
export type RoomSyncSummary = {
  readonly devices: number;
  /** Errors in ascending order, rounded to tenths of a ms, thinned to `SUMMARY_ERRORS_MAX`. */
  readonly errorsMs: readonly number[];
  /** Nine of ten devices lie within this range, ms, with what they do not know about their errors. */
  readonly withinMs: number;
};

export const SUMMARY_ERRORS_MAX = 40;

export function summarizeReports(reports: readonly DeviceReport[]): RoomSyncSummary {
  const sorted = toSorted(reports.map(({ errorMs }) => Math.round(errorMs * 10) / 10));
  const outliers = Math.floor(sorted.length / 20);
  const low = toSorted(reports.map(({ errorMs, boundMs }) => errorMs - boundMs))[outliers] ?? 0;
  const high = toSorted(reports.map(({ errorMs, boundMs }) => errorMs + boundMs))[sorted.length - 1 - outliers] ?? 0;
  return { devices: sorted.length, errorsMs: thinOut(sorted), withinMs: Math.round((high - low) * 10) / 10 };
}

function toSorted(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b);
}

/** Selects evenly spaced values, the first and the last included. */
function thinOut(sorted: readonly number[]): readonly number[] {
  if (sorted.length <= SUMMARY_ERRORS_MAX) return sorted;
  const last = sorted.length - 1;
  return Array.from({ length: SUMMARY_ERRORS_MAX }, (_, i) => sorted[Math.round((i * last) / (SUMMARY_ERRORS_MAX - 1))] ?? 0);
}
