import { setTimeout as sleep } from "node:timers/promises";
import type { EntryId } from "#app/domain/ids.ts";
import { REACTIONS } from "#app/domain/reactions/reactions.ts";
import type { LoadSocket } from "./load-socket.ts";

/** Every reaction at every listener would be millions of values. */
const SAMPLED = 20;

export type ReactionLoad = {
  /** Stops sending. Resolves with the times until listeners had received the sampled reactions, ms. */
  stop(): Promise<readonly number[]>;
};

/**
 * Listeners take turns reacting. A message contains many reactions: the k-th one has arrived at a listener when that has received
 * k of them in total.
 */
export function startReactions(
  sockets: readonly LoadSocket[],
  { entryId, perSecond }: { readonly entryId: EntryId; readonly perSecond: number },
): ReactionLoad {
  const sentAtMs: number[] = [];
  const startMs = performance.now();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startMs) / 1000) * perSecond);
    while (sentAtMs.length < due) {
      const count = sentAtMs.length;
      sentAtMs.push(performance.now());
      sockets[count % sockets.length]?.react(entryId, count % REACTIONS.length);
    }
  }, 5);
  return {
    async stop() {
      clearInterval(timer);
      const isComplete = () => sockets.every(({ reactions }) => (reactions.at(-1)?.total ?? 0) >= sentAtMs.length);
      for (let tries = 0; !isComplete() && tries < 50; tries++) await sleep(100);
      return sockets.flatMap((socket) => findDelays(sentAtMs, socket));
    },
  };
}

/** Infinite for a reaction that has not arrived. */
function findDelays(sentAtMs: readonly number[], { reactions }: LoadSocket): readonly number[] {
  let at = 0;
  return sentAtMs.flatMap((sentMs, i) => {
    if (i % SAMPLED > 0) return [];
    while (at < reactions.length && (reactions[at]?.total ?? 0) <= i) at += 1;
    return (reactions[at]?.atMs ?? Number.POSITIVE_INFINITY) - sentMs;
  });
}
