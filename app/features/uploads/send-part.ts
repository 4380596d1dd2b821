import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { backoffMs, RETRIES_MAX } from "#app/domain/uploads/upload-plan.ts";

type PutOptions = {
  readonly signal: AbortSignal;
  /** Bytes that have left so far; goes back to 0 when a try has failed. */
  readonly onProgress: (sentBytes: number) => void;
};

/** Puts bytes to an address, again and again if need be: a lost connection is tried for about a minute. */
export async function putBytes(url: string, body: Blob, options: PutOptions): Promise<Result<null>> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await putOnce(url, body, options);
    if (outcome.ok || !isWorthRetrying(outcome.error) || attempt >= RETRIES_MAX) return outcome;
    options.onProgress(0);
    if (!(await pause(backoffMs(attempt, Math.random()), options.signal))) return fail("upload-cancelled");
  }
}

/** Waits; false if it was called off. The network coming back ends the wait. */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isThrough: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      window.removeEventListener("online", goOn);
      resolve(isThrough);
    };
    const stop = () => done(false);
    const goOn = () => done(true);
    const timer = setTimeout(goOn, ms);
    signal.addEventListener("abort", stop);
    window.addEventListener("online", goOn);
    if (signal.aborted) stop();
  });
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
