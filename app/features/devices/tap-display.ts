import { limitDelay } from "#app/domain/devices/device.ts";
import { TAP_PERIOD_MS, type TapResult } from "./tap-beat.ts";

/** Taps that lie closer together than this are called steady, ms. Practised people reach 10 to 20 ms. */
const STEADY_MS = 20;

/** Taps of which more are far from the others are not called steady. */
const STEADY_OUTLIERS = 2;

/** The meaning of a result for the delay that is set. */
export type TapOutcome = {
  /** The delay to set, within the limits. */
  readonly newMs: number;
  /** True if the delay lies beyond the limits. */
  readonly isLimited: boolean;
  readonly isSteady: boolean;
};

/** @param currentMs the delay that was set while the taps were made; the beat was played with it */
export function toTapOutcome({ delayMs, spreadMs, outliers }: TapResult, currentMs: number): TapOutcome {
  const wantedMs = Math.round(currentMs + delayMs);
  const newMs = limitDelay(wantedMs);
  return { newMs, isLimited: newMs !== wantedMs, isSteady: spreadMs <= STEADY_MS && outliers <= STEADY_OUTLIERS };
}

/** The place of a tap between the middles before and after its beat, from −1 to 1. */
export function toPlotShare(offsetMs: number): number {
  return Math.max(-1, Math.min(1, offsetMs / (TAP_PERIOD_MS / 2)));
}
