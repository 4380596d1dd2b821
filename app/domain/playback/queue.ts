import type { EntryId } from "#app/domain/ids.ts";
import type { QueueVotes } from "./play-order.ts";

/** The entries that play before all others, in the order in which they were queued. */
export type Queue = readonly EntryId[];

/** A change of a queue: `entryIds` leave their places, and those of them that are placed return after another entry, or to the start. */
export type QueueChange = {
  readonly entryIds: readonly EntryId[];
  readonly placed: readonly { readonly entryId: EntryId; readonly afterId: EntryId | null }[];
};

/** Puts entries at the end of a queue. */
export function appendToQueue(queue: Queue, entryIds: readonly EntryId[]): QueueChange {
  const named = new Set(entryIds);
  const last = queue.findLast((id) => !named.has(id)) ?? null;
  const added = [...named];
  return { entryIds: added, placed: added.map((entryId, i) => ({ entryId, afterId: added[i - 1] ?? last })) };
}

/** The change from one queue to another; null if they are the same. */
export function compareQueues(before: Queue, after: Queue): QueueChange | null {
  const changed = changedEntries(before, after);
  if (changed.size === 0) return null;
  const placed = after.flatMap((entryId, i) => (changed.has(entryId) ? [{ entryId, afterId: after[i - 1] ?? null }] : []));
  return { entryIds: [...changed], placed };
}

export function changeQueue(queue: Queue, { entryIds, placed }: QueueChange): Queue {
  const changed = new Set(entryIds);
  const next = queue.filter((id) => !changed.has(id));
  for (const { entryId, afterId } of placed) next.splice(afterId === null ? 0 : next.indexOf(afterId) + 1, 0, entryId);
  return next;
}

/** The entry of the queue that plays next: the one with the most votes, of several the one that was queued first. */
export function findFirstQueued(queue: Queue, votes: QueueVotes, isPlayable: (id: EntryId) => boolean): EntryId | undefined {
  let first: EntryId | undefined;
  for (const id of queue) {
    const isBetter = first === undefined || (votes[id] ?? 0) > (votes[first] ?? 0);
    if (isBetter && isPlayable(id)) first = id;
  }
  return first;
}

/** The entries that only one of the queues contains, and those between which the order differs. */
function changedEntries(before: Queue, after: Queue): ReadonlySet<EntryId> {
  const [former, latter] = [new Set(before), new Set(after)];
  const changed = new Set([...before.filter((id) => !latter.has(id)), ...after.filter((id) => !former.has(id))]);
  const [left, right] = [before.filter((id) => latter.has(id)), after.filter((id) => former.has(id))];
  const start = left.findIndex((id, i) => id !== right[i]);
  if (start < 0) return changed;
  const end = left.findLastIndex((id, i) => id !== right[i]);
  for (const id of left.slice(start, end + 1)) changed.add(id);
  return changed;
}
