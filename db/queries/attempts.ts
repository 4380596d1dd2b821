import { desc, eq, lt, lte, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { attempts } from "#db/schema/rooms.ts";

/** Counts an attempt and returns the number of attempts in the current window. One statement, so that simultaneous attempts all count. */
export async function countAttempt(
  db: Db,
  { key, nowMs, windowMs }: { readonly key: string; readonly nowMs: number; readonly windowMs: number },
): Promise<number> {
  const isExpired = sql`${attempts.windowStartMs} <= ${nowMs - windowMs}`;
  const row = await db
    .insert(attempts)
    .values({ key, windowStartMs: nowMs, count: 1 })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`CASE WHEN ${isExpired} THEN 1 ELSE ${attempts.count} + 1 END`,
        windowStartMs: sql`CASE WHEN ${isExpired} THEN ${nowMs} ELSE ${attempts.windowStartMs} END`,
      },
    })
    .returning({ count: attempts.count })
    .get();
  return row.count;
}

/** Uncounts one attempt. */
export async function refundAttempt(db: Db, key: string): Promise<void> {
  await db
    .update(attempts)
    .set({ count: sql`max(0, ${attempts.count} - 1)` })
    .where(eq(attempts.key, key));
}

export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, key));
}

/** Deletes attempts of before `beforeMs`, and the oldest of more than `max`. */
export async function deleteOldAttempts(
  db: Db,
  { beforeMs, max }: { readonly beforeMs: number; readonly max: number },
): Promise<void> {
  const firstExcess = db
    .select({ windowStartMs: attempts.windowStartMs })
    .from(attempts)
    .orderBy(desc(attempts.windowStartMs))
    .limit(1)
    .offset(max);
  await db.delete(attempts).where(or(lt(attempts.windowStartMs, beforeMs), lte(attempts.windowStartMs, sql`(${firstExcess})`)));
}
