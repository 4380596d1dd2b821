import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { UPLOAD_ATTEMPTS_MAX } from "#app/domain/uploads/upload-plan.ts";
import { retry } from "#app/lib/retry.ts";

type PutOptions = {
  readonly signal: AbortSignal;
  /** Bytes that have left so far; goes back to 0 when a try has failed. */
  readonly onProgress: (sentBytes: number) => void;
};

/** Sends a body with PUT, and again while the connection is lost, for about a minute. */
export function putBytes(url: string, body: Blob, options: PutOptions): Promise<Result<null>> {
  return retryRequest(() => {
    options.onProgress(0);
    return putOnce(url, body, options);
  }, options.signal);
}

/** Repeats a request that is safe to repeat while the network or the server is unavailable. */
export async function retryRequest<T>(send: () => Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
  if (signal.aborted) return fail("upload-cancelled");
  const result = await retry(send, {
    maxAttempts: UPLOAD_ATTEMPTS_MAX,
    shouldRetry: (outcome) => !outcome.ok && isWorthRetrying(outcome.error),
    signal,
  });
  return signal.aborted && !result.ok ? fail("upload-cancelled") : result;
}

export function isWorthRetrying(error: ErrorCode): boolean {
  return error === "network" || error === "upload-failed" || error === "internal";
}

/** `fetch` does not tell how much has been sent; the older request does. */
export function putOnce(url: string, body: Blob, { signal, onProgress }: PutOptions): Promise<Result<null>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const done = (outcome: Result<null>) => {
      signal.removeEventListener("abort", cancel);
      resolve(outcome);
    };
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, body.size));
    request.onload = () => done(request.status === 200 ? ok(null) : fail(responseErrorCode(request.responseText)));
    request.onerror = () => done(fail("network"));
    request.onabort = () => done(fail("upload-cancelled"));
    request.open("PUT", url);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    signal.addEventListener("abort", cancel);
    if (signal.aborted) done(fail("upload-cancelled"));
    else request.send(body);
  });
}

function responseErrorCode(text: string): ErrorCode {
  try {
    const { code } = JSON.parse(text) as { readonly code?: unknown };
    return isErrorCode(code) ? code : "upload-failed";
  } catch {
    // not our words: something on the way answered
    return "upload-failed";
  }
}
