import { and, asc, desc, eq, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { ErrorCode, ErrorDetail } from "#app/domain/errors.ts";
import type { ImportBatchId, ImportItemId, RoomId, TrackId, UploadId, UserId } from "#app/domain/ids.ts";
import type { ServiceTrack } from "#app/domain/imports/service.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { importBatches, importItems } from "#db/schema/imports.ts";
import { jsonList } from "./json-list.ts";

export type ImportBatchRow = typeof importBatches.$inferSelect;
export type ImportItemRow = typeof importItems.$inferSelect;

type NewItem = { readonly id: ImportItemId; readonly track: ServiceTrack };

type NewBatch = {
  readonly items: readonly NewItem[];
  /** How many batches with open items a person may have. */
  readonly openMax: number;
  /** How many of the batches that have ended are kept. */
  readonly endedKept: number;
};

/** An item that waits or runs. A condition on `import_batches`. */
const hasOpenItem = sql`exists (select 1 from import_items where batch_id = import_batches.id and state in ('waiting', 'running'))`;

/** Inserts a batch unless its person has too many open ones. Deletes the oldest that have ended. Returns whether it did. */
export async function insertImportBatch(
  db: Db,
  batch: ImportBatchRow,
  { items, openMax, endedKept }: NewBatch,
): Promise<boolean> {
  const { id, userId, roomId, title, createdAtMs } = batch;
  const rows = items.map((item, position) => ({ ...item, position }));
  const own = sql`select count(*) from import_batches where user_id = ${userId} and ${hasOpenItem}`;
  const [inserted] = await db.batch([
    db
      .insert(importBatches)
      .select(sql`select ${id}, ${userId}, ${roomId}, ${title}, ${createdAtMs} where (${own}) < ${openMax}`)
      .returning({ id: importBatches.id }),
    db.insert(importItems).select(sql`
      select value ->> 'id', ${id}, value ->> 'position', value -> 'track', 'waiting', null, null, null, 0, null
      from json_each(${JSON.stringify(rows)}) where exists (select 1 from ${importBatches} where ${importBatches.id} = ${id})`),
    db.delete(importBatches).where(sql`${importBatches.id} in (
      select id from import_batches where user_id = ${userId} and not ${hasOpenItem}
      order by created_at_ms desc, id limit -1 offset ${endedKept})`),
  ]);
  return inserted.length > 0;
}

/** A person's batches in a room with their items, the newest batch first. */
export async function listImportBatches(
  db: Db,
  { userId, roomId }: { readonly userId: UserId; readonly roomId: RoomId },
): Promise<readonly { readonly batch: ImportBatchRow; readonly items: readonly ImportItemRow[] }[]> {
  noteRead(db, "import_batches", "user_id", userId);
  const batches = await db
    .select()
    .from(importBatches)
    .where(and(eq(importBatches.userId, userId), eq(importBatches.roomId, roomId)))
    .orderBy(desc(importBatches.createdAtMs), desc(importBatches.id));
  const ids = batches.map(({ id }) => id);
  noteRead(db, "import_items", "batch_id", ids);
  const items = await db
    .select()
    .from(importItems)
    .where(inArray(importItems.batchId, jsonList(ids)))
    .orderBy(asc(importItems.position));
  return batches.map((batch) => ({ batch, items: items.filter(({ batchId }) => batchId === batch.id) }));
}

export async function findImportBatch(db: Db, id: ImportBatchId, userId: UserId): Promise<ImportBatchRow | null> {
  const isOwn = and(eq(importBatches.id, id), eq(importBatches.userId, userId));
  return (await db.select().from(importBatches).where(isOwn).get()) ?? null;
}

/** An item with its batch. Null unless the batch is the person's. */
export async function findImportItem(
  db: Db,
  id: ImportItemId,
  userId: UserId,
): Promise<{ readonly item: ImportItemRow; readonly batch: ImportBatchRow } | null> {
  const row = await db
    .select({ item: importItems, batch: importBatches })
    .from(importItems)
    .innerJoin(importBatches, eq(importBatches.id, importItems.batchId))
    .where(and(eq(importItems.id, id), eq(importBatches.userId, userId)))
    .get();
  return row ?? null;
}

/** The uploads of the latest attempts at the items of a batch, in the order of the batch. */
export async function listBatchUploads(db: Db, batchId: ImportBatchId): Promise<readonly UploadId[]> {
  const rows = await db
    .select({ uploadId: importItems.uploadId })
    .from(importItems)
    .where(eq(importItems.batchId, batchId))
    .orderBy(asc(importItems.position));
  return rows.flatMap(({ uploadId }) => uploadId ?? []);
}

/** Deletes a batch with its items. Tracks that were imported stay. */
export async function deleteImportBatch(db: Db, id: ImportBatchId): Promise<void> {
  await db.delete(importBatches).where(eq(importBatches.id, id));
}

/** Makes failed and cancelled items wait again: those of the list, or all of the batch. */
export async function retryImportItems(db: Db, batchId: ImportBatchId, ids: readonly ImportItemId[] | null): Promise<void> {
  const isEnded = inArray(importItems.state, ["failed", "cancelled"]);
  await db
    .update(importItems)
    .set({ state: "waiting", error: null, errorDetail: null })
    .where(and(isIn(batchId, ids), isEnded));
}

/** Cancels items that have not ended. A running item is stopped when its browser's request renews the lease. */
export async function cancelImportItems(db: Db, batchId: ImportBatchId, ids: readonly ImportItemId[]): Promise<void> {
  const isOpen = inArray(importItems.state, ["waiting", "running"]);
  await db
    .update(importItems)
    .set({ state: "cancelled", leasedUntilMs: 0 })
    .where(and(isIn(batchId, ids), isOpen));
}

function isIn(batchId: ImportBatchId, ids: readonly ImportItemId[] | null): SQL | undefined {
  return and(eq(importItems.batchId, batchId), ids ? inArray(importItems.id, jsonList(ids)) : undefined);
}

type Lease = {
  readonly userId: UserId;
  /** The upload of the attempt before this one, as the caller has read it. */
  readonly formerUploadId: UploadId | null;
  readonly nowMs: number;
  readonly untilMs: number;
  /** How many items of the person may run at once. */
  readonly runningMax: number;
};

/** Starts an attempt at a waiting item. `taken`: it is not waiting; `too-many`: as many items of the person run as may. */
export async function leaseImportItem(
  db: Db,
  { itemId, uploadId }: ImportAttempt,
  { userId, formerUploadId, nowMs, untilMs, runningMax }: Lease,
): Promise<"leased" | "taken" | "too-many"> {
  const running = sql`select count(*) from import_items i join import_batches b on b.id = i.batch_id
    where b.user_id = ${userId} and i.state = 'running' and i.leased_until_ms > ${nowMs}`;
  const isAbandoned = and(eq(importItems.state, "running"), lte(importItems.leasedUntilMs, nowMs));
  const isFree = and(
    eq(importItems.id, itemId),
    or(eq(importItems.state, "waiting"), isAbandoned),
    sql`${importItems.uploadId} is ${formerUploadId}`,
  );
  const leased = await db
    .update(importItems)
    .set({ state: "running", uploadId, leasedUntilMs: untilMs })
    .where(and(isFree, sql`(${running}) < ${runningMax}`))
    .returning({ id: importItems.id });
  if (leased.length > 0) return "leased";
  const free = await db.select({ id: importItems.id }).from(importItems).where(isFree).get();
  return free ? "too-many" : "taken";
}

/** Extends the lease of an attempt. Returns false if the item was cancelled or another attempt has begun. */
export async function renewImportLease(db: Db, attempt: ImportAttempt, untilMs: number): Promise<boolean> {
  const renewed = await db
    .update(importItems)
    .set({ leasedUntilMs: untilMs })
    .where(isAttempt(attempt))
    .returning({ id: importItems.id });
  return renewed.length > 0;
}

/** One attempt at an item, which its upload identifies. */
export type ImportAttempt = { readonly itemId: ImportItemId; readonly uploadId: UploadId };

export type ImportOutcome =
  | { readonly state: "waiting" }
  | { readonly state: "done"; readonly trackId: TrackId }
  | { readonly state: "failed"; readonly error: ErrorCode; readonly errorDetail: ErrorDetail | null };

/** Ends an attempt, unless the item was cancelled or another attempt has begun. An imported track counts in any case. */
export async function endImportAttempt(db: Db, attempt: ImportAttempt, outcome: ImportOutcome): Promise<void> {
  const values = { error: null, errorDetail: null, ...outcome, leasedUntilMs: 0 };
  const isOwn = outcome.state === "done" ? eq(importItems.id, attempt.itemId) : isAttempt(attempt);
  await db.update(importItems).set(values).where(isOwn);
}

function isAttempt({ itemId, uploadId }: ImportAttempt): SQL | undefined {
  return and(eq(importItems.id, itemId), eq(importItems.state, "running"), eq(importItems.uploadId, uploadId));
}

/** Deletes batches that were made before this time. Tracks that were imported stay. */
export async function deleteOldImportBatches(db: Db, beforeMs: number): Promise<void> {
  await db.delete(importBatches).where(lt(importBatches.createdAtMs, beforeMs));
}
