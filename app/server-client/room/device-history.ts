import type { ListedDevice } from "#app/domain/devices/device.ts";
import type { DeviceId } from "#app/domain/ids.ts";

/** The error of a device at one moment. */
export type ErrorPoint = {
  /** This device's time, ms. */
  readonly atMs: number;
  /** Null while nothing played. */
  readonly errorMs: number | null;
  readonly boundMs: number | null;
};

/** The errors of each device, oldest first. */
export type DeviceHistory = ReadonlyMap<DeviceId, readonly ErrorPoint[]>;

/** Errors are kept for this long, ms. */
export const HISTORY_MS = 5 * 60_000;
/** The time between two points, ms: at most 150 points are kept. */
export const HISTORY_STEP_MS = 2000;
const POINTS_MAX = HISTORY_MS / HISTORY_STEP_MS;

/** The history, and the report of each device's latest point, as JSON. */
export type RecordedHistory = { readonly history: DeviceHistory; readonly reports: ReadonlyMap<DeviceId, string> };

export const NO_HISTORY: RecordedHistory = { history: new Map(), reports: new Map() };

/**
 * The history after a list of devices has arrived. A list repeats the report of a device until the next one arrives, which adds no
 * point. Devices that are not listed are forgotten.
 */
export function addToHistory(recorded: RecordedHistory, devices: readonly ListedDevice[], nowMs: number): RecordedHistory {
  const history = new Map<DeviceId, readonly ErrorPoint[]>();
  const reports = new Map<DeviceId, string>();
  for (const { id, report } of devices) {
    const points = (recorded.history.get(id) ?? []).filter(({ atMs }) => atMs > nowMs - HISTORY_MS);
    const before = recorded.reports.get(id);
    const latest = report && JSON.stringify(report);
    const lastMs = points.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
    const isAdded = report !== null && latest !== before && nowMs - lastMs >= HISTORY_STEP_MS;
    const added = isAdded ? [{ atMs: nowMs, errorMs: report.errorMs, boundMs: report.boundMs }] : [];
    history.set(id, [...points, ...added].slice(-POINTS_MAX));
    const kept = isAdded ? latest : before;
    if (kept) reports.set(id, kept);
  }
  return { history, reports };
}
