import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";

type PutOptions = {
  readonly signal: AbortSignal;
  readonly onProgress?: (sentBytes: number) => void;
};

/** Sends a body with PUT, once. Uses XMLHttpRequest because `fetch` does not report how much has been sent. */
export function putBytes(url: string, body: Blob, { signal, onProgress }: PutOptions): Promise<Result<null>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const finish = (outcome: Result<null>) => {
      signal.removeEventListener("abort", abort);
      resolve(outcome);
    };
    request.upload.onprogress = ({ loaded }) => onProgress?.(Math.min(loaded, body.size));
    request.onload = () => finish(request.status === 200 ? ok(null) : fail(parseErrorCode(request.responseText)));
    request.onerror = () => finish(fail("network"));
    request.onabort = () => finish(fail("upload-cancelled"));
    request.open("PUT", url);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    signal.addEventListener("abort", abort);
    if (signal.aborted) finish(fail("upload-cancelled"));
    else request.send(body);
  });
}

function parseErrorCode(text: string): ErrorCode {
  try {
    const { code } = JSON.parse(text) as { readonly code?: unknown };
    return isErrorCode(code) ? code : "audio-upload-failed";
  } catch {
    // a proxy between the browser and the server answered
    return "audio-upload-failed";
  }
}
