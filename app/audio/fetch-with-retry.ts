import { retry } from "#app/lib/retry.ts";
import { type Fetch, isPassingStatus, sendRequest } from "#app/lib/send-request.ts";

/** The server refuses the request for good: a client error other than an expired signature or one that passes. */
export class FetchRefusedError extends Error {
  override readonly name = "FetchRefusedError";
}

export type FetchRequest<T> = {
  /** The current URL; its signature is renewed from time to time. */
  readonly url: () => string;
  /** The headers of the next attempt. */
  readonly headers?: () => Record<string, string>;
  /** Reads the body. Null means that the response is unusable and another attempt may succeed. */
  readonly read: (response: Response) => Promise<T | null>;
  /** Called when the signature of the URL has expired. */
  readonly onExpired?: (() => void) | undefined;
  readonly signal: AbortSignal;
  readonly fetch?: Fetch;
};

const BACKOFF = { firstMs: 500, maxMs: 5000 };
/** The signature has expired; a new one arrives over the room's socket. */
const EXPIRED_STATUS = 403;

/**
 * Fetches until it succeeds, so that a device that was offline for a while continues. Rejects when the signal aborts, and
 * with a `FetchRefusedError`.
 */
export async function fetchWithRetry<T>(request: FetchRequest<T>): Promise<T> {
  const { signal } = request;
  signal.throwIfAborted();
  const result = await retry(() => attempt(request), { shouldRetry: (value) => value === null, backoff: BACKOFF, signal });
  if (result !== null) return result;
  throw signal.reason;
}

async function attempt<T>(request: FetchRequest<T>): Promise<T | null> {
  const { url, headers, read, onExpired, signal, fetch } = request;
  try {
    const options = { headers: headers?.() ?? {}, signal, isRetried: false, ...(fetch && { fetch }) };
    const response = await sendRequest(url(), options);
    if (response.ok) return await read(response);
    if (response.status === EXPIRED_STATUS) onExpired?.();
    else if (response.status < 500 && !isPassingStatus(response.status)) {
      throw new FetchRefusedError(`${response.status}`);
    }
    return null;
  } catch (error) {
    if (signal.aborted || error instanceof FetchRefusedError) throw error;
    // offline, or the connection broke
    return null;
  }
}
