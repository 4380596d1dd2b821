import type { ErrorCode } from "#app/domain/errors.ts";
import { failure } from "./failure.ts";

/** A refusal of what has to do with signing in. */
export function refuse(code: ErrorCode, field?: string): Response {
  return failure(code, { texts: "auth.errors", ...(field && { field }) });
}
