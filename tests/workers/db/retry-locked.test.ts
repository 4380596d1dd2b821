import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { retryLocked } from "#db/retry-locked.ts";

/** A database that is locked for the first `failures` statements. */
function createLocked(failures: number, message = "D1_ERROR: database is locked: SQLITE_BUSY") {
  const calls = { count: 0 };
  const fail = () => {
    calls.count += 1;
    return calls.count <= failures ? Promise.reject(new Error(message)) : null;
  };
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    Object.assign(Object.create(statement), {
      statement,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: () => fail() ?? statement.all(),
    });
  const d1 = {
    prepare: (sql: string) => wrap(env.DB.prepare(sql)),
    batch: (statements: { statement: D1PreparedStatement }[]) =>
      fail() ?? env.DB.batch(statements.map(({ statement }) => statement)),
  };
  return { d1: retryLocked(d1 as unknown as D1Database), calls };
}

it("a statement waits until the lock is released", async () => {
  const { d1, calls } = createLocked(3);
  const { results } = await d1.prepare("SELECT ? AS value").bind(7).all();
  expect(results).toEqual([{ value: 7 }]);
  expect(calls.count).toBe(4);
});

it("a batch waits until the lock is released", async () => {
  const { d1, calls } = createLocked(2);
  const [first] = await d1.batch([d1.prepare("SELECT 1 AS value"), d1.prepare("SELECT ? AS value").bind(2)]);
  expect(first?.results).toEqual([{ value: 1 }]);
  expect(calls.count).toBe(3);
});

it("other errors are thrown at once", async () => {
  const { d1, calls } = createLocked(1, "D1_ERROR: no such table: rooms");
  await expect(d1.prepare("SELECT 1").all()).rejects.toThrow("no such table");
  expect(calls.count).toBe(1);
});

it("a lock that stays is an error in the end", async () => {
  const { d1 } = createLocked(Number.POSITIVE_INFINITY);
  await expect(d1.prepare("SELECT 1").all()).rejects.toThrow("SQLITE_BUSY");
});
