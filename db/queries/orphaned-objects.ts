import { and, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { orphanedObjects } from "#db/schema/tracks.ts";
import { jsonList } from "./json-list.ts";

// An orphaned object is an object in R2 to which no row refers. The table `orphaned_objects` has its key, so that the sweep
// can delete it.

/** An object in R2 that is, or is about to be, orphaned. Only `usableBy` may refer to it, if at all. */
type Orphan = { readonly key: string; readonly sinceMs: number; readonly usableBy: UserId | null };

/** Records the key of an object before it is stored. The sweep deletes the object unless a row refers to it in time. */
export async function recordOrphan(db: Db, orphan: Orphan): Promise<void> {
  await db.insert(orphanedObjects).values(orphan).onConflictDoNothing();
}

/** A statement for a batch: records the objects that `orphans`, a query for keys and times, returns. */
export function markOrphaned(db: Db, orphans: SQL, usableBy: UserId | null = null) {
  return db.insert(orphanedObjects).select(sql`select *, ${usableBy} from (${orphans}) where true`).onConflictDoNothing();
}

/** Whether the person may refer to the object, which was recorded as orphaned after `afterMs`. */
export async function isUsableOrphan(
  db: Db,
  { key, usableBy, afterMs }: { readonly key: string; readonly usableBy: UserId; readonly afterMs: number },
): Promise<boolean> {
  const isUsable = and(
    eq(orphanedObjects.key, key),
    eq(orphanedObjects.usableBy, usableBy),
    gt(orphanedObjects.sinceMs, afterMs),
  );
  return (await db.select().from(orphanedObjects).where(isUsable).get()) !== undefined;
}

/** Deletes the records of objects that have been deleted, or to which a row refers now. */
export async function deleteOrphanRecords(db: Db, keys: readonly string[]): Promise<void> {
  await db.delete(orphanedObjects).where(sql`${orphanedObjects.key} in ${jsonList(keys)}`);
}

export async function listOrphans(db: Db, beforeMs: number, limit: number): Promise<readonly string[]> {
  const rows = await db.select().from(orphanedObjects).where(lt(orphanedObjects.sinceMs, beforeMs)).limit(limit);
  return rows.map(({ key }) => key);
}

/** The keys that are recorded as orphaned. */
export async function filterOrphans(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .select()
    .from(orphanedObjects)
    .where(inArray(orphanedObjects.key, [...keys]));
  return rows.map(({ key }) => key);
}
