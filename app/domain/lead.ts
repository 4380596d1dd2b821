import { limits } from "./limits.ts";

/** What a device needs beyond the message's way to it: to parse, to fill a ring, to meet the next audio block. */
const READY_MS = 90;

/**
 * How far ahead of now a start is set, so that it reaches the devices before it happens.
 * It serves nine of ten of them: one slow device never holds up the others, it joins in when it is ready.
 * @param roundTripsMs what each listening device last measured; unknown ones are left out
 */
export function leadMs(roundTripsMs: readonly number[]): number {
  const sorted = [...roundTripsMs].sort((a, b) => a - b);
  const most = sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0;
  return Math.min(limits.leadMsMax, Math.max(limits.leadMsMin, Math.ceil(most + READY_MS)));
}
