import type { ImportBatch, ImportItem, ImportState } from "#app/domain/imports/import-batch.ts";
import type { RoomImportsState } from "./import-state.ts";

/** The numbers of a batch's items. */
export type BatchTotals = Readonly<Record<ImportState, number>> & {
  readonly total: number;
  /** Waiting or running. */
  readonly open: number;
};

export function countItems(items: readonly ImportItem[]): BatchTotals {
  const counts = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
  for (const { state } of items) counts[state]++;
  return { ...counts, total: items.length, open: counts.waiting + counts.running };
}

/** `paused`: items are open, and this page does not work on them. */
export type BatchStatus = "active" | "paused" | "ended";

export function statusOf({ activeIds }: RoomImportsState, { id, items }: ImportBatch): BatchStatus {
  if (countItems(items).open === 0) return "ended";
  return activeIds.has(id) ? "active" : "paused";
}

/** The items of the batches that this page has worked on. */
export function countActive({ batches, activeIds }: RoomImportsState): BatchTotals {
  return countItems((batches ?? []).filter(({ id }) => activeIds.has(id)).flatMap(({ items }) => items));
}
