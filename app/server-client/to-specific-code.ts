import type { ErrorCode } from "#app/domain/errors.ts";

/** Errors whose text tells a person what to do, beyond the statement that the action failed. */
const SPECIFIC_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "network",
  "too-many-attempts",
  "too-many-attempts-hour",
  "too-many-attempts-day",
  "too-many-requests",
  "login-required",
  "recent-sign-in-required",
]);

/** The code to show for a refusal: the code itself if it is specific, else `general`, which names the failed action. */
export function toSpecificCode(code: ErrorCode, general: ErrorCode): ErrorCode {
  return SPECIFIC_CODES.has(code) ? code : general;
}
