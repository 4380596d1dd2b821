import { inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { orphanedObjects } from "#db/schema/tracks.ts";

/** Before an object is put: should nothing come to hold it, the sweep removes it. */
export async function recordOrphans(db: Db, key: string, sinceMs: number): Promise<void> {
  await db.insert(orphanedObjects).values({ key, sinceMs }).onConflictDoNothing();
}

/** The objects that `keys`, a query of one column, gives are held by nothing from here on. For a batch. */
export function markOrphaned(db: Db, keys: SQL) {
  return db.insert(orphanedObjects).select(keys).onConflictDoNothing();
}

/** Something holds it now, or it is gone. */
export async function forgetOrphans(db: Db, keys: readonly string[]): Promise<void> {
  await db.delete(orphanedObjects).where(sql`${orphanedObjects.key} in (select value from json_each(${JSON.stringify(keys)}))`);
}

export async function listOrphans(db: Db, beforeMs: number, limit: number): Promise<readonly string[]> {
  const rows = await db.select().from(orphanedObjects).where(lt(orphanedObjects.sinceMs, beforeMs)).limit(limit);
  return rows.map(({ key }) => key);
}

/** Those of `keys` that nothing holds. */
export async function findOrphan(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .select()
    .from(orphanedObjects)
    .where(inArray(orphanedObjects.key, [...keys]));
  return rows.map(({ key }) => key);
}
