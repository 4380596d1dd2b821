import type { PlayOrder } from "./play-order.ts";
import type { Played } from "./played-log.ts";
import { changeQueue, compareQueues, type QueueChange } from "./queue.ts";

type Fields = Omit<PlayOrder, "upNext" | "queueVotes" | "played">;

/**
 * The change from one play order to another. The votes for queued entries are not part of it. A queue and the entries that have
 * played can be long, so that only what differs is listed.
 */
export type OrderChange = Partial<Fields> & {
  readonly queue?: QueueChange;
  /** The number of entries that stay at the start, and the ones that follow. */
  readonly played?: { readonly kept: number; readonly following: Played };
};

const FIELDS = ["repeat", "shuffleSeed", "isFair", "crossfadeMs", "resumeRank"] as const satisfies readonly (keyof Fields)[];

export function compareOrders(before: PlayOrder, after: PlayOrder): OrderChange {
  const queue = compareQueues(before.upNext, after.upNext);
  const played = comparePlayed(before.played, after.played);
  const isSameTurns = before.turns.length === after.turns.length && before.turns.every((id, i) => id === after.turns[i]);
  return {
    ...Object.fromEntries(FIELDS.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]])),
    ...(!isSameTurns && { turns: after.turns }),
    ...(queue && { queue }),
    ...(played && { played }),
  };
}

/** The order after a change. The votes for queued entries stay. */
export function withOrderChange(order: PlayOrder, { queue, played, ...fields }: OrderChange): PlayOrder {
  return {
    ...order,
    ...fields,
    ...(queue && { upNext: changeQueue(order.upNext, queue) }),
    ...(played && { played: [...order.played.slice(0, played.kept), ...played.following] }),
  };
}

function comparePlayed(before: Played, after: Played): OrderChange["played"] | null {
  const differing = after.findIndex((id, i) => id !== before[i]);
  if (differing < 0 && before.length === after.length) return null;
  const kept = differing < 0 ? after.length : differing;
  return { kept, following: after.slice(kept) };
}
