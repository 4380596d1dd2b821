import { uploadLimits } from "./upload-limits.ts";

/**
 * How many parts of a file are sent at the same time. When a connection breaks, every part in flight is sent again, so
 * the limit starts at one and grows by one after many fast parts in a row. A lost part resets it to one and doubles the
 * number of fast parts that the next step needs.
 */
export type PartConcurrency = {
  /** Number of parts that may be in flight. */
  readonly limit: number;
  /** Fast parts in a row since `limit` changed. */
  readonly fastInRow: number;
  /** Fast parts in a row that raise `limit` by one. */
  readonly growsAfter: number;
};

/** `sentInMs` is the time from the first byte to the response. */
export type PartOutcome = "lost" | { readonly sentInMs: number };

export const INITIAL_CONCURRENCY: PartConcurrency = { limit: 1, fastInRow: 0, growsAfter: 16 };

const GROWS_AFTER_MAX = 32;
/**
 * A part is fast if it takes at most this long, in ms, for each part in flight. One part saturates a connection that is
 * slower than that (16 MiB/s): more parts would only share it and lose more with it. On a faster connection, parallel
 * parts save the time spent waiting for responses.
 */
const FAST_PART_MS = 500;

/** Adjusts the concurrency after the outcome of one part. */
export function updateConcurrency(concurrency: PartConcurrency, outcome: PartOutcome): PartConcurrency {
  const { limit, growsAfter } = concurrency;
  if (outcome === "lost") return { limit: 1, fastInRow: 0, growsAfter: Math.min(GROWS_AFTER_MAX, growsAfter * 2) };
  if (outcome.sentInMs > FAST_PART_MS * limit) return { limit: 1, fastInRow: 0, growsAfter };
  const fastInRow = concurrency.fastInRow + 1;
  if (limit === uploadLimits.partsInFlight || fastInRow < growsAfter) return { ...concurrency, fastInRow };
  return { limit: limit + 1, fastInRow: 0, growsAfter };
}
