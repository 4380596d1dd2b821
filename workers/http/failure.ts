import type { ErrorCode } from "#app/domain/errors.ts";
import { isRateLimitError, RATE_LIMIT_WAITS_MS } from "#app/domain/rate-limit-waits.ts";
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
  return Response.json({ ...content, ...body }, { status: statusCode, headers: { ...NO_STORE, ...retryAfter(code) } });
}

/** The header that says when a refused request may be repeated, in seconds. A rate limit ends at the latest after its window. */
export function retryAfter(code: ErrorCode): Readonly<Record<string, string>> {
  return isRateLimitError(code) ? { "Retry-After": String(RATE_LIMIT_WAITS_MS[code] / 1000) } : {};
}
