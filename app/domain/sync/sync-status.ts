/**
 * When the lamp of a device is lit: it sounds where the room is, as far as can be known. It lights readily, goes out
 * only when it is worth saying, and calls it an error only when that lasts. Pure; told the time.
 */
export type SyncStatus = {
  readonly state: "off" | "syncing" | "in-sync" | "out-of-sync" | "error";
  /** Since when the deviation has been beyond what the state allows, device ms; null while it is not. */
  readonly beyondSinceMs: number | null;
  /** Since when nothing has been heard that should be, device ms; null while it is. */
  readonly silentSinceMs: number | null;
};

/** Where the sound is minus where it should be, and what the clock may add to that. */
export type Deviation = { readonly errorMs: number; readonly boundMs: number };

export const SYNC_OFF: SyncStatus = { state: "off", beyondSinceMs: null, silentSinceMs: null };

const LIT_WITHIN_MS = 15;
const OUT_BEYOND_MS = 30;
const ERROR_BEYOND_MS = 100;
const LASTING_MS = 2000;
const MOMENT_MS = 500;

/** @param deviation null while nothing sounds yet that should */
export function nextSyncStatus(lamp: SyncStatus, deviation: Deviation | null, nowMs: number): SyncStatus {
  if (!deviation) {
    const silentSinceMs = lamp.silentSinceMs ?? nowMs;
    // from one track to the next there is a moment without news
    const isMoment = lamp.state !== "off" && nowMs - silentSinceMs < MOMENT_MS;
    return isMoment ? { ...lamp, silentSinceMs } : { state: "syncing", beyondSinceMs: null, silentSinceMs };
  }
  const offMs = Math.abs(deviation.errorMs) + deviation.boundMs;
  const sounding = { ...lamp, silentSinceMs: null };
  if (offMs <= LIT_WITHIN_MS) return { ...sounding, state: "in-sync", beyondSinceMs: null };
  const allowedMs = lamp.state === "in-sync" ? OUT_BEYOND_MS : ERROR_BEYOND_MS;
  const state = lamp.state === "off" ? "syncing" : lamp.state;
  if (offMs <= allowedMs) return { ...sounding, state, beyondSinceMs: null };
  const sinceMs = lamp.beyondSinceMs ?? nowMs;
  if (nowMs - sinceMs < LASTING_MS) return { ...sounding, state, beyondSinceMs: sinceMs };
  return { ...sounding, state: offMs > ERROR_BEYOND_MS ? "error" : "out-of-sync", beyondSinceMs: sinceMs };
}
