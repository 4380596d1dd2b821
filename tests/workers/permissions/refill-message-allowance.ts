import { skipTime } from "#tests/workers/support/skip-time.ts";

/** The allowance of rule CN2 is full again after a shorter time. */
const FULL_AFTER_MS = 10_000;

/** Skips the time after which each person may send as many messages as at first. */
export function refillMessageAllowance(): void {
  skipTime(FULL_AFTER_MS);
}
