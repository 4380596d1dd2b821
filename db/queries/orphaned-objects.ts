import { inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { looseObjects } from "#db/schema/tracks.ts";

/** Before an object is put: should nothing come to hold it, the sweep removes it. */
export async function noteLoose(db: Db, key: string, sinceMs: number): Promise<void> {
  await db.insert(looseObjects).values({ key, sinceMs }).onConflictDoNothing();
}

/** The objects that `keys`, a query of one column, gives are held by nothing from here on. For a batch. */
export function loosened(db: Db, keys: SQL) {
  return db.insert(looseObjects).select(keys).onConflictDoNothing();
}

/** Something holds it now, or it is gone. */
export async function forgetLoose(db: Db, keys: readonly string[]): Promise<void> {
  await db.delete(looseObjects).where(sql`${looseObjects.key} in (select value from json_each(${JSON.stringify(keys)}))`);
}

export async function listLoose(db: Db, beforeMs: number, limit: number): Promise<readonly string[]> {
  const rows = await db.select().from(looseObjects).where(lt(looseObjects.sinceMs, beforeMs)).limit(limit);
  return rows.map(({ key }) => key);
}

/** Those of `keys` that nothing holds. */
export async function findLoose(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .select()
    .from(looseObjects)
    .where(inArray(looseObjects.key, [...keys]));
  return rows.map(({ key }) => key);
}
