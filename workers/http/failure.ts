import type { ErrorCode } from "#app/domain/errors.ts";
import type { HttpFailure } from "#app/protocol/http.ts";
import { HTTP_STATUS } from "./status.ts";

/**
 * A refusal as JSON. `statusMessage` names the text that the interface shows for it: `errors.…`, or `auth.errors.…` from
 * what has to do with signing in (SPEC §8).
 */
export function failure(
  code: ErrorCode,
  { field, texts = "errors" }: { readonly field?: string; readonly texts?: "errors" | "auth.errors" } = {},
): Response {
  const statusCode = HTTP_STATUS[code];
  const body: HttpFailure = { statusCode, statusMessage: `${texts}.${code}`, code, ...(field && { field }) };
  return Response.json(body, { status: statusCode, headers: { "Cache-Control": "no-store" } });
}
