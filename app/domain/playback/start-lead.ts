import { playbackLimits } from "./playback-limits.ts";

/** The time that a device needs besides the round trip, ms: to parse the message, fill a ring buffer and reach the next audio block. */
const DEVICE_PREPARATION_MS = 90;

/**
 * How far in the future a start is scheduled, ms, so that it reaches the devices before it happens. The lead is long
 * enough for nine of ten devices, rounded up; the slowest do not delay the others and join when they are ready.
 * @param roundTripsMs the last round trip that each device measured; devices without a measurement are left out
 */
export function computeLeadMs(roundTripsMs: readonly number[]): number {
  const sorted = [...roundTripsMs].sort((a, b) => a - b);
  const ninthTenthMs = sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0;
  const leadMs = Math.ceil(ninthTenthMs + DEVICE_PREPARATION_MS);
  return Math.min(playbackLimits.leadMsMax, Math.max(playbackLimits.leadMsMin, leadMs));
}
