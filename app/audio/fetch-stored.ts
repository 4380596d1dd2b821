import { retry } from "#app/lib/retry.ts";

/** The server will not give these bytes, however often it is asked. */
export class BytesRefused extends Error {
  override readonly name = "BytesRefused";
}

export type StoredRequest<T> = {
  /** The address now: what it is signed with is renewed from time to time. */
  readonly url: () => string;
  readonly headers?: Record<string, string>;
  /** What the answer holds; null where it is not what was asked for, and worth another try. */
  readonly take: (response: Response) => Promise<T | null>;
  /** Told when the address was good once and is not any more. */
  readonly onExpired?: (() => void) | undefined;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
};

const BACKOFF = { firstMs: 500, maxMs: 5000 };
/** The signature is over; a new one comes over the socket. */
const EXPIRED_STATUS = 403;

/** Asks until it gets what is stored: a device that was offline for a while goes on by itself. Rejects when aborted or refused. */
export async function fetchStored<T>(request: StoredRequest<T>): Promise<T> {
  const { signal } = request;
  signal.throwIfAborted();
  const taken = await retry(() => tryOnce(request), { shouldRetry: (result) => result === null, backoff: BACKOFF, signal });
  if (taken !== null) return taken;
  throw signal.reason;
}

async function tryOnce<T>({
  url,
  headers = {},
  take,
  onExpired,
  signal,
  fetch: ask = fetch,
}: StoredRequest<T>): Promise<T | null> {
  try {
    const response = await ask(url(), { headers, signal });
    if (response.ok) return await take(response);
    if (response.status === EXPIRED_STATUS) onExpired?.();
    else if (response.status < 500) throw new BytesRefused(`${response.status}`);
    return null;
  } catch (error) {
    if (signal.aborted || error instanceof BytesRefused) throw error;
    // offline, or cut off: worth another try
    return null;
  }
}
