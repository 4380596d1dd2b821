import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { interceptD1 } from "#db/intercept-d1.ts";
import { users } from "#db/schema/rooms.ts";

/** A database that is locked for the first `failures` statements. */
function createLocked(failures: number, message = "D1_ERROR: database is locked: SQLITE_BUSY") {
  const calls = { count: 0 };
  const d1 = interceptD1(env.DB, async (_, execute) => {
    calls.count += 1;
    if (calls.count <= failures) throw new Error(message);
    return execute();
  });
  return { db: createDb(d1), calls };
}

it("a statement waits until the lock is released", async () => {
  const { db, calls } = createLocked(3);
  expect(await db.all(sql`SELECT ${7} AS value`)).toEqual([{ value: 7 }]);
  expect(calls.count).toBe(4);
});

it("a batch waits until the lock is released", async () => {
  const { db, calls } = createLocked(2);
  const found = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, "none" as UserId));
  expect(await db.batch([found, found])).toEqual([[], []]);
  expect(calls.count).toBe(3);
});

it("other errors are thrown at once", async () => {
  const { db, calls } = createLocked(1, "D1_ERROR: no such table: rooms");
  await expect(db.run(sql`SELECT 1`)).rejects.toThrow();
  expect(calls.count).toBe(1);
});

it("a lock that stays is an error in the end", async () => {
  const { db, calls } = createLocked(Number.POSITIVE_INFINITY);
  await expect(db.run(sql`SELECT 1`)).rejects.toThrow();
  expect(calls.count).toBe(12);
});
