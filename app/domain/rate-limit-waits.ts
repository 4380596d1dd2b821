import type { ErrorCode } from "./errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./units.ts";

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** The errors of rate limits, and how long a person has to wait at most, ms: the window of the limit. Their texts state it. */
export const RATE_LIMIT_WAITS_MS = {
  "too-many-attempts": QUARTER_HOUR_MS,
  "too-many-attempts-hour": HOUR_MS,
  "too-many-attempts-day": DAY_MS,
  "sign-in-locked": QUARTER_HOUR_MS,
} as const satisfies Partial<Record<ErrorCode, number>>;

export type RateLimitError = keyof typeof RATE_LIMIT_WAITS_MS;

export function isRateLimitError(code: ErrorCode): code is RateLimitError {
  return code in RATE_LIMIT_WAITS_MS;
}
