import type { ErrorCode } from "#app/domain/errors.ts";

/** Errors of an unavailable network or server. The same request may succeed a moment later. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set(["network", "audio-upload-failed", "internal", "too-many-requests"]);

/** Errors after which the server has nothing usable of the file, so that its upload has to begin again. */
const INVALIDATING: ReadonlySet<ErrorCode> = new Set([
  "audio-upload-failed",
  "upload-not-found",
  "upload-incomplete",
  "upload-file-mismatch",
]);

/** Errors after which the user may try again. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  "network",
  "internal",
  "too-many-requests",
  "upload-failed",
  "disk-full",
  "upload-part-size",
  "storage-full",
  "too-many-uploads",
  "too-many-tracks",
  ...INVALIDATING,
]);

/** Whether a request is repeated without asking the user. */
export function isTransientError(error: ErrorCode): boolean {
  return TRANSIENT.has(error);
}

/** Whether the upload on the server is discarded before the next attempt. */
export function isInvalidatingError(error: ErrorCode): boolean {
  return INVALIDATING.has(error);
}

/** Whether the user is offered another attempt. */
export function isRetryableError(error: ErrorCode): boolean {
  return RETRYABLE.has(error);
}
