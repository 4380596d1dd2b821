import { playbackLimits } from "./playback-limits.ts";

/** What a device needs beyond the message's way to it: to parse, to fill a ring, to meet the next audio block. */
const READY_MS = 90;

/**
 * How far ahead of now a start is set, so that it reaches the devices before it happens.
 * It serves nine of ten of them, rounded up: in a crowd the slowest do not hold up the others, they join in when they
 * are ready. No device holds up anybody for longer than the limit.
 * @param roundTripsMs what each device that is here last measured; unknown ones are left out
 */
export function leadMs(roundTripsMs: readonly number[]): number {
  const sorted = [...roundTripsMs].sort((a, b) => a - b);
  const most = sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0;
  return Math.min(playbackLimits.leadMsMax, Math.max(playbackLimits.leadMsMin, Math.ceil(most + READY_MS)));
}
