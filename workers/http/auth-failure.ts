import type { ErrorCode } from "#app/domain/errors.ts";
import { failure } from "./failure.ts";

/** An error response of an authentication route. `field` names the form field that is invalid. */
export function authFailure(code: ErrorCode, field?: string): Response {
  return failure(code, { texts: "auth.errors", ...(field && { field }) });
}
