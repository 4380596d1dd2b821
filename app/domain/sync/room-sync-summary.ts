/** What one device says of itself while it sounds. */
export type DeviceReport = {
  /** Where its sound is minus where the room is, ms: positive is ahead. */
  readonly errorMs: number;
  /** What its clock may be off by, ms. */
  readonly boundMs: number;
};

/** How well a room sounds together, small enough to be sent to everyone. */
export type RoomSyncSummary = {
  readonly devices: number;
  /** Errors in order, tenths of a ms; thinned to `DOTS_MAX`. */
  readonly errorsMs: readonly number[];
  /** Nine of ten devices lie within this much of each other. */
  readonly withinMs: number;
};

export const DOTS_MAX = 40;

export function summarizeReports(reports: readonly DeviceReport[]): RoomSyncSummary {
  const sorted = reports.map((report) => Math.round(report.errorMs * 10) / 10).sort((a, b) => a - b);
  const cut = Math.floor(sorted.length / 20);
  const low = sorted[cut] ?? 0;
  const high = sorted[sorted.length - 1 - cut] ?? 0;
  return { devices: sorted.length, errorsMs: thin(sorted), withinMs: Math.round((high - low) * 10) / 10 };
}

function thin(sorted: readonly number[]): readonly number[] {
  if (sorted.length <= DOTS_MAX) return sorted;
  return Array.from({ length: DOTS_MAX }, (_, i) => sorted[Math.round((i * (sorted.length - 1)) / (DOTS_MAX - 1))] ?? 0);
}
