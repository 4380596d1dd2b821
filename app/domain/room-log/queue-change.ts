import type { EntryId } from "#app/domain/ids.ts";
import type { OrderChange } from "./room-log.ts";
import { roomLogLimits } from "./room-log-limits.ts";

type Queue = readonly EntryId[];
type QueueChange = Extract<OrderChange, { type: "queue" }>;

/** How the queue has changed; null if it has not, or if the change is too large to be stored. */
export function recordQueueChange(before: Queue, after: Queue): QueueChange | null {
  const changed = changedEntries(before, after);
  if (changed.size === 0 || changed.size > roomLogLimits.queuedEntries) return null;
  return {
    type: "queue",
    entryIds: [...changed],
    before: before.flatMap((entryId, i) => (changed.has(entryId) ? [{ entryId, afterId: before[i - 1] ?? null }] : [])),
    after: after.filter((id) => changed.has(id)),
  };
}

/** Whether the changed entries are queued as the edit has left them. Those that have played since may be missing. */
export function isQueueUnchanged(current: Queue, { entryIds, after }: QueueChange): boolean {
  const changed = new Set(entryIds);
  const left = current.filter((id) => changed.has(id));
  const expected = after.filter((id) => left.includes(id));
  const hasRemaining = left.length > 0 || after.length === 0;
  return hasRemaining && left.length === expected.length && left.every((id, i) => id === expected[i]);
}

/** The queue without the edit: the changed entries return to their former places. Entries that are gone are left out. */
export function undoQueueChange(current: Queue, { entryIds, before }: QueueChange, present: ReadonlySet<EntryId>): Queue {
  const changed = new Set(entryIds);
  const queue = current.filter((id) => !changed.has(id));
  for (const { entryId, afterId } of before) {
    if (!present.has(entryId)) continue;
    const at = afterId === null ? -1 : queue.indexOf(afterId);
    queue.splice(at + 1, 0, entryId);
  }
  return queue;
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
