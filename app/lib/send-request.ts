import { retry } from "./retry.ts";

/** Failures that often pass: the request may be sent again (SPEC §7). */
const PASSING_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504];
/** Methods without a body, which change nothing and may be sent twice. */
const REPEATABLE_METHODS: readonly string[] = ["GET", "HEAD"];
const BACKOFF = { firstMs: 500, maxMs: 500 };

export type Fetch = typeof fetch;

export type RequestOptions = RequestInit & {
  /** False for a request that its caller repeats itself, or that must not be repeated. */
  readonly isRetried?: boolean;
  readonly fetch?: Fetch;
};

/**
 * Sends a request to the page's server: the only place that calls `fetch`. After a failure that may pass, or without a
 * response, a request without a body is sent once more.
 * @throws if no response arrives, or the signal aborts
 */
export async function sendRequest(url: string, options: RequestOptions = {}): Promise<Response> {
  const { isRetried = true, fetch: fetchUrl = fetch, ...init } = options;
  const isRepeatable = isRetried && REPEATABLE_METHODS.includes(init.method ?? "GET");
  const attempt = () =>
    fetchUrl(url, init).then(
      (response) => ({ response, isPassing: isPassingStatus(response.status) }),
      (error: unknown) => ({ error, isPassing: true }),
    );
  const sent = await retry(attempt, {
    maxAttempts: isRepeatable ? 2 : 1,
    shouldRetry: ({ isPassing }) => isPassing && !init.signal?.aborted,
    backoff: BACKOFF,
    ...(init.signal && { signal: init.signal }),
  });
  if ("response" in sent) return sent.response;
  throw sent.error;
}

export function isPassingStatus(status: number): boolean {
  return PASSING_STATUSES.includes(status);
}
