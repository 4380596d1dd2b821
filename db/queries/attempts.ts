import { eq, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { attempts } from "#db/schema/rooms.ts";

/** Counts one try, in one statement, and answers how many that makes in the current window. */
export async function countAttempt(
  db: Db,
  { key, nowMs, windowMs }: { readonly key: string; readonly nowMs: number; readonly windowMs: number },
): Promise<number> {
  const isOver = sql`${attempts.windowStartMs} <= ${nowMs - windowMs}`;
  const row = await db
    .insert(attempts)
    .values({ key, windowStartMs: nowMs, count: 1 })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${attempts.count} + 1 END`,
        windowStartMs: sql`CASE WHEN ${isOver} THEN ${nowMs} ELSE ${attempts.windowStartMs} END`,
      },
    })
    .returning({ count: attempts.count })
    .get();
  return row.count;
}

export async function takeBackAttempt(db: Db, key: string): Promise<void> {
  await db
    .update(attempts)
    .set({ count: sql`max(0, ${attempts.count} - 1)` })
    .where(eq(attempts.key, key));
}

export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, key));
}

export async function deleteOldAttempts(db: Db, beforeMs: number): Promise<void> {
  await db.delete(attempts).where(lt(attempts.windowStartMs, beforeMs));
}
