import type { ErrorCode } from "#app/domain/errors.ts";

/** The code to show for a refusal: `general`, which names the failed action, if the server gave no reason. */
export function replaceInternal(code: ErrorCode, general: ErrorCode): ErrorCode {
  return code === "internal" ? general : code;
}
