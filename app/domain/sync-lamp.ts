/**
 * When the lamp of a device is lit: it sounds where the room is, as far as can be known. It lights readily, goes out
 * only when it is worth saying, and calls it an error only when that lasts. Pure; told the time.
 */
export type SyncLamp = {
  readonly state: "off" | "syncing" | "in-sync" | "out-of-sync" | "error";
  /** Since when the deviation has been beyond what the state allows, device ms; null while it is not. */
  readonly beyondSinceMs: number | null;
};

/** Where the sound is minus where it should be, and what the clock may add to that. */
export type Deviation = { readonly errorMs: number; readonly boundMs: number };

export const LAMP_OFF: SyncLamp = { state: "off", beyondSinceMs: null };

const LIT_WITHIN_MS = 15;
const OUT_BEYOND_MS = 30;
const ERROR_BEYOND_MS = 100;
const LASTING_MS = 2000;

/** @param deviation null while nothing sounds yet that should */
export function lampStep(lamp: SyncLamp, deviation: Deviation | null, nowMs: number): SyncLamp {
  if (!deviation) return { state: "syncing", beyondSinceMs: null };
  const offMs = Math.abs(deviation.errorMs) + deviation.boundMs;
  if (offMs <= LIT_WITHIN_MS) return { state: "in-sync", beyondSinceMs: null };
  const allowedMs = lamp.state === "in-sync" ? OUT_BEYOND_MS : ERROR_BEYOND_MS;
  if (offMs <= allowedMs)
    return lamp.state === "off" ? { state: "syncing", beyondSinceMs: null } : { ...lamp, beyondSinceMs: null };
  const sinceMs = lamp.beyondSinceMs ?? nowMs;
  if (nowMs - sinceMs < LASTING_MS) {
    return { state: lamp.state === "off" ? "syncing" : lamp.state, beyondSinceMs: sinceMs };
  }
  return { state: offMs > ERROR_BEYOND_MS ? "error" : "out-of-sync", beyondSinceMs: sinceMs };
}
