import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { chunk } from "#app/lib/chunk.ts";
import { createDb } from "#db/client.ts";
import { changes } from "#db/schema/changes.ts";
import { ChangeFollower } from "#workers/live-object/change-follower.ts";

/** A statement has at most 100 parameters. */
const ROWS_PER_STATEMENT = 25;

function setUp() {
  const shown: string[][] = [];
  const pending: (() => void)[] = [];
  const cursor = new Map<string, unknown>();
  const kv = { get: (key: string) => cursor.get(key), put: (key: string, value: unknown) => void cursor.set(key, value) };
  const database = { DB: env.DB };
  const follower = new ChangeFollower({
    env: database as unknown as Env,
    storage: { kv } as unknown as DurableObjectStorage,
    onChanged: (keys) => {
      shown.push([...keys].sort());
      return new Promise((resolve) => pending.push(resolve));
    },
  });
  return { follower, shown, database, finishStep: () => pending.shift()?.() };
}

async function logChanges(roomIds: readonly string[]): Promise<void> {
  const rows = roomIds.map((id) => ({
    tableName: "rooms",
    rowKey: `["${id}"]`,
    keys: `["id=${id}"]`,
    changedAtMs: Date.now(),
  }));
  for (const some of chunk(rows, ROWS_PER_STATEMENT)) await createDb(env.DB).insert(changes).values(some);
}

describe("following changes", () => {
  it("takes the changes that arrive during a step in one further step", async () => {
    const { follower, shown, finishStep } = setUp();
    let ended = 0;
    const follow = (key: string) => follower.follow({ keys: [key] }).then(() => (ended += 1));
    const calls = [follow("room:a"), follow("room:b"), follow("room:c")];
    await expect.poll(() => shown.length).toBe(1);
    calls.push(follow("room:d"), follow("room:e"));
    finishStep();
    await expect.poll(() => shown.length).toBe(2);
    expect(ended).toBe(3);
    finishStep();
    await Promise.all(calls);
    expect(shown).toEqual([
      ["room:a", "room:b", "room:c"],
      ["room:d", "room:e"],
    ]);
  });

  it("shows the changes of the log after a read that has failed", async () => {
    const { follower, shown, database, finishStep } = setUp();
    await follower.skipToEnd(() => false);
    await logChanges(["kitchen", "loft"]);
    database.DB = {
      prepare: () => {
        throw new Error("D1 is overloaded");
      },
    } as unknown as D1Database;
    await expect(follower.follow({ isInLog: true })).rejects.toThrow();
    database.DB = env.DB;
    const followed = follower.follow({ keys: ["room:a"] });
    await expect.poll(() => shown).toEqual([["room:a", "rooms:*", "rooms:id=kitchen", "rooms:id=loft"]]);
    finishStep();
    await followed;
  });

  it("keeps its place when something is followed before it has found the end", async () => {
    const { follower, shown, finishStep } = setUp();
    await follower.skipToEnd(() => false);
    await logChanges(["kitchen"]);
    await follower.skipToEnd(() => true);
    const followed = follower.follow({ isInLog: true });
    await expect.poll(() => shown).toEqual([["rooms:*", "rooms:id=kitchen"]]);
    finishStep();
    await followed;
  });

  it("has the timestamp of a change only when the change is shown", async () => {
    const { follower, shown, database, finishStep } = setUp();
    await follower.skipToEnd(() => false);
    const beforeId = follower.cursor;
    await logChanges(Array.from({ length: 501 }, (_, room) => `room-${room}`));
    const cursorsAtReads: number[] = [];
    database.DB = {
      prepare: (query: string) => {
        cursorsAtReads.push(follower.cursor);
        return env.DB.prepare(query);
      },
    } as unknown as D1Database;
    const followed = follower.follow({ isInLog: true });
    await expect.poll(() => shown.length).toBe(1);
    expect(cursorsAtReads).toEqual([beforeId, beforeId]);
    expect(follower.cursor).toBe(beforeId + 501);
    finishStep();
    await followed;
  });
});
