/** Bounds of an exponential backoff, in ms. */
export type Backoff = { readonly firstMs: number; readonly maxMs: number };

const DEFAULT_BACKOFF: Backoff = { firstMs: 500, maxMs: 20_000 };

/**
 * The delay before the next attempt: it doubles with each failure up to `maxMs`, with jitter over its upper half so that
 * many clients do not return at once.
 * @param failures 0 after the first failure
 * @param random from 0 to 1; 1 gives the full delay, without jitter
 */
export function backoffMs(failures: number, random: number, { firstMs, maxMs }: Backoff = DEFAULT_BACKOFF): number {
  const fullMs = Math.min(maxMs, firstMs * 2 ** failures);
  return fullMs / 2 + (fullMs / 2) * random;
}

export type RetryOptions<T> = {
  /** Attempts in total, the first included. Default: no limit. */
  readonly maxAttempts?: number;
  readonly shouldRetry: (result: T) => boolean;
  readonly backoff?: Backoff;
  /** Aborting ends the wait between attempts, and no further attempt starts. */
  readonly signal?: AbortSignal;
};

/**
 * Runs `attempt` until its result needs no retry, the attempts are used up, or the signal aborts. Returns the last result.
 * An exception is not retried; it reaches the caller.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions<T>): Promise<T> {
  const { maxAttempts = Number.POSITIVE_INFINITY, shouldRetry, backoff = DEFAULT_BACKOFF, signal } = options;
  for (let failures = 0; ; failures++) {
    const result = await attempt();
    if (!shouldRetry(result) || failures + 1 >= maxAttempts || signal?.aborted) return result;
    await delay(backoffMs(failures, Math.random(), backoff), signal);
    if (signal?.aborted) return result;
  }
}

/** Resolves after `ms`, or earlier when the signal aborts or the browser is online again. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const page = typeof window === "undefined" ? null : window;
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      page?.removeEventListener("online", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener("abort", finish);
    page?.addEventListener("online", finish);
  });
}
