import type { ErrorCode } from "#app/domain/errors.ts";
import type { HttpFailure } from "#app/protocol/http.ts";
import { NO_STORE } from "./no-store.ts";
import { HTTP_STATUS } from "./status.ts";

type FailureOptions = {
  readonly field?: string;
  readonly texts?: "errors" | "auth.errors";
  /** Further fields of the body. */
  readonly content?: object;
};

/**
 * An error response as JSON. `statusMessage` is the i18n key of the text that the interface shows: `errors.…`, or
 * `auth.errors.…` for authentication (SPEC §8).
 */
export function failure(code: ErrorCode, { field, texts = "errors", content }: FailureOptions = {}): Response {
  const statusCode = HTTP_STATUS[code];
  const body: HttpFailure = { statusCode, statusMessage: `${texts}.${code}`, code, ...(field && { field }) };
  return Response.json({ ...content, ...body }, { status: statusCode, headers: NO_STORE });
}
