import { fail, type Result } from "#app/domain/result.ts";
import { UPLOAD_ATTEMPTS_MAX } from "#app/domain/uploads/upload-plan.ts";
import { retry } from "#app/lib/retry.ts";
import { isTransientError } from "./upload-errors.ts";

/**
 * Repeats a request that is safe to repeat while the network or the server is unavailable, for about a minute. Fails with
 * `upload-cancelled` when the signal aborts.
 */
export async function retryRequest<T>(send: () => Promise<Result<T>>, signal?: AbortSignal): Promise<Result<T>> {
  if (signal?.aborted) return fail("upload-cancelled");
  const result = await retry(send, {
    maxAttempts: UPLOAD_ATTEMPTS_MAX,
    shouldRetry: (outcome) => !outcome.ok && isTransientError(outcome.error),
    ...(signal && { signal }),
  });
  return signal?.aborted && !result.ok ? fail("upload-cancelled") : result;
}
