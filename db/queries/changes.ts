import { and, asc, gt, lt, max, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { changes } from "#db/schema/changes.ts";

/** A page of the change log. */
export type ChangePage = {
  /** The keys of the changed data (`db/changes/read-recorder.ts`). */
  readonly keys: ReadonlySet<string>;
  /** The last change of the page, or the one after which it begins if the page is empty. */
  readonly lastId: number;
  /** Whether there are more changes than the page has. */
  readonly isFull: boolean;
};

/** The changes after a change, in their order. */
export async function listChanges(db: Db, afterId: number, limit: number): Promise<ChangePage> {
  const rows = await db.select().from(changes).where(gt(changes.id, afterId)).orderBy(asc(changes.id)).limit(limit);
  const keys = rows.flatMap(({ tableName, keys }) => [
    `${tableName}:*`,
    ...(JSON.parse(keys) as readonly (string | null)[]).flatMap((key) => key ?? []).map((key) => `${tableName}:${key}`),
  ]);
  return { keys: new Set(keys), lastId: rows.at(-1)?.id ?? afterId, isFull: rows.length === limit };
}

/** The id of the last change in the log. 0 if the log is empty. */
export async function findLastChange(db: Db): Promise<number> {
  const row = await db
    .select({ id: max(changes.id) })
    .from(changes)
    .get();
  return row?.id ?? 0;
}

/** Deletes changes before a time. The last one stays, so that `findLastChange` never goes back. */
export async function deleteOldChanges(db: Db, beforeMs: number): Promise<void> {
  const last = db.select({ id: max(changes.id) }).from(changes);
  await db.delete(changes).where(and(lt(changes.changedAtMs, beforeMs), lt(changes.id, sql`(${last})`)));
}
