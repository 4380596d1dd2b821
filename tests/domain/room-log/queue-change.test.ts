import { expect, it } from "vitest";
import type { EntryId } from "#app/domain/ids.ts";
import { isQueueUnchanged, recordQueueChange, undoQueueChange } from "#app/domain/room-log/queue-change.ts";
import { entryId } from "#tests/support/builders.ts";

const queue = (...ns: number[]) => ns.map(entryId);
const ALL = new Set<EntryId>(queue(1, 2, 3, 4, 5, 6));

function record(before: readonly EntryId[], after: readonly EntryId[]) {
  const change = recordQueueChange(before, after);
  if (!change) throw new Error("no change");
  return change;
}

it("LU1 the queue returns to what it was after additions, removals and changes of the order", () => {
  const changes = [
    [queue(1, 2), queue(1, 2, 3)],
    [queue(1, 2, 3), queue(2)],
    [queue(1, 2, 3, 4), queue(1, 3, 4, 2)],
  ] as const;
  for (const [before, after] of changes) expect(undoQueueChange(after, record(before, after), ALL)).toEqual(before);
});

it("LU1 entries that have played since, or were queued by others, stay as they are", () => {
  const change = record(queue(1), queue(1, 2, 3));
  expect(isQueueUnchanged(queue(3, 4), change)).toBe(true);
  expect(undoQueueChange(queue(3, 4), change, ALL)).toEqual(queue(4));
});

it("LU3 a queue in which the same entries have changed again is not undone", () => {
  const change = record(queue(), queue(1, 2));
  expect(isQueueUnchanged(queue(2, 1), change)).toBe(false);
  expect(isQueueUnchanged(queue(), change)).toBe(false);
  expect(isQueueUnchanged(queue(1), record(queue(1), queue()))).toBe(false);
});

it("an unchanged queue is no edit", () => {
  expect(recordQueueChange(queue(1, 2), queue(1, 2))).toBeNull();
});
