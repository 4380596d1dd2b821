/**
 * Whether this device plays in sync with the room, as the indicator shows it. It turns green at once, loses green only for
 * a considerable deviation, and changes otherwise only for a deviation that lasts. Pure; never reads a clock.
 */
export type SyncStatus = {
  /** `uncertain`: it plays where it should by its own clocks, but what they cannot know is more than "in sync" allows. */
  readonly state: "off" | "syncing" | "in-sync" | "uncertain" | "out-of-sync" | "error";
  /** Device time, ms, since when the deviation exceeds what the state allows; null while it does not. */
  readonly beyondSinceMs: number | null;
  /** Device time, ms, since when nothing sounds although something should; null while it sounds. */
  readonly silentSinceMs: number | null;
};

/** Actual minus scheduled position, ms, and what is not known about it, ms. */
export type Deviation = { readonly errorMs: number; readonly boundMs: number };

export const SYNC_OFF: SyncStatus = { state: "off", beyondSinceMs: null, silentSinceMs: null };

const IN_SYNC_WITHIN_MS = 15;
const OUT_OF_SYNC_BEYOND_MS = 30;
const ERROR_BEYOND_MS = 100;
/** A deviation must last this long to change the state. */
const LASTING_MS = 2000;
/** A silence this short does not change the state. */
const BRIEF_SILENCE_MS = 500;

/**
 * The status after a new measurement, while the room plays.
 * @param deviation null while nothing sounds yet
 * @param nowMs device time
 */
export function nextSyncStatus(status: SyncStatus, deviation: Deviation | null, nowMs: number): SyncStatus {
  if (!deviation) return afterSilence(status, nowMs);
  const largestMs = Math.abs(deviation.errorMs) + deviation.boundMs;
  const sounding = { ...status, state: status.state === "off" ? ("syncing" as const) : status.state, silentSinceMs: null };
  if (largestMs <= IN_SYNC_WITHIN_MS) return { ...sounding, state: "in-sync", beyondSinceMs: null };
  if (status.state === "in-sync" && largestMs <= OUT_OF_SYNC_BEYOND_MS) return { ...sounding, beyondSinceMs: null };
  const beyondSinceMs = status.beyondSinceMs ?? nowMs;
  if (nowMs - beyondSinceMs < LASTING_MS) return { ...sounding, beyondSinceMs };
  return { ...sounding, state: nameDeviation(deviation), beyondSinceMs };
}

function nameDeviation({ errorMs, boundMs }: Deviation): SyncStatus["state"] {
  if (Math.abs(errorMs) <= IN_SYNC_WITHIN_MS) return "uncertain";
  return Math.abs(errorMs) + boundMs > ERROR_BEYOND_MS ? "error" : "out-of-sync";
}

function afterSilence(status: SyncStatus, nowMs: number): SyncStatus {
  const silentSinceMs = status.silentSinceMs ?? nowMs;
  // between two tracks there is a moment without a report
  const isBrief = status.state !== "off" && nowMs - silentSinceMs < BRIEF_SILENCE_MS;
  return isBrief ? { ...status, silentSinceMs } : { state: "syncing", beyondSinceMs: null, silentSinceMs };
}
