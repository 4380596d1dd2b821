import type { EntryId } from "#app/domain/ids.ts";
import { changeQueue, compareQueues, type Queue } from "#app/domain/playback/queue.ts";
import type { OrderChange } from "./room-log.ts";

type QueueEdit = Extract<OrderChange, { type: "queue" }>;

/** How an edit has changed the queue; null if it has not. */
export function recordQueueChange(before: Queue, after: Queue): QueueEdit | null {
  const undo = compareQueues(after, before);
  if (!undo) return null;
  const { entryIds, placed } = undo;
  const changed = new Set(entryIds);
  return { type: "queue", entryIds, before: placed, after: after.filter((id) => changed.has(id)) };
}

/** Whether the changed entries are queued as the edit has left them. Those that have played since may be missing. */
export function isQueueUnchanged(current: Queue, { entryIds, after }: QueueEdit): boolean {
  const changed = new Set(entryIds);
  const left = current.filter((id) => changed.has(id));
  const expected = after.filter((id) => left.includes(id));
  const hasRemaining = left.length > 0 || after.length === 0;
  return hasRemaining && left.length === expected.length && left.every((id, i) => id === expected[i]);
}

/** The queue without the edit: the changed entries return to their former places. Entries that are gone are left out. */
export function undoQueueChange(current: Queue, { entryIds, before }: QueueEdit, present: ReadonlySet<EntryId>): Queue {
  return changeQueue(current, { entryIds, placed: before.filter(({ entryId }) => present.has(entryId)) });
}
