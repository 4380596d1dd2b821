import { groupBy } from "#app/lib/group-by.ts";
import type { Subscription } from "./subscription-store.ts";

/**
 * One invocation may send 1,000 queries to D1, and an evaluation takes three or four.
 * @see https://developers.cloudflare.com/d1/platform/limits/
 */
export const EVALUATIONS_PER_CALL = 200;

/** Batches of whole connections, because a connection receives its results in one transition. */
export function toBatches(subscriptions: readonly Subscription[]): readonly (readonly Subscription[])[] {
  const batches: Subscription[][] = [];
  for (const ofConnection of groupBy(subscriptions, ({ connection }) => connection).values()) {
    const last = batches.at(-1);
    if (last && last.length + ofConnection.length <= EVALUATIONS_PER_CALL) last.push(...ofConnection);
    else batches.push([...ofConnection]);
  }
  return batches;
}
