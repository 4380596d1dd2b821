import type { ErrorCode } from "#app/domain/errors.ts";

/** What says more than that it failed. */
const TELLING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["network", "too-many-attempts", "login-required", "sign-in-again"]);

/** The code to show for a refusal, where `failed` says no more than that it failed. */
export function specificCode(code: ErrorCode, failed: ErrorCode): ErrorCode {
  return TELLING.has(code) ? code : failed;
}
