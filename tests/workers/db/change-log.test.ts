import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { createDbAsOf } from "#db/changes/as-of.ts";
import { describeTriggers, listColumns, TRACKED_TABLES, type TrackedTable } from "#db/changes/tracked-tables.ts";
import { createDb } from "#db/client.ts";
import { deleteOldChanges, findLastChange, listChanges } from "#db/queries/changes.ts";
import { listMembers } from "#db/queries/members.ts";
import { findRoom, savePresence } from "#db/queries/rooms.ts";
import { rooms } from "#db/schema/rooms.ts";
import { registerUser } from "#tests/workers/support/client.ts";

const db = createDb(env.DB);
const tables = Object.keys(TRACKED_TABLES) as readonly TrackedTable[];

async function createRoom() {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "Kitchen" });
  return { owner, id };
}

const nameAt = async (changeId: number, id: RoomId) => {
  const former = await createDbAsOf(env.DB, changeId);
  if (!former) throw new Error("unavailable");
  return (await findRoom(former.db, id))?.room.name;
};

describe("the change log", () => {
  it("has the triggers that the tracked tables describe", async () => {
    const { results } = await env.DB.prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger'").all<{ sql: string }>();
    const described = tables.flatMap(describeTriggers);
    expect(results.map(({ sql }) => `${sql};`).sort()).toEqual([...described].sort());
  });

  it.each(tables)("knows the columns of %s in their order", async (table) => {
    const { results } = await env.DB.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>();
    expect(results.map(({ name }) => name)).toEqual(listColumns(table).columns);
  });

  it("names the rows that a change has affected, before and after it", async () => {
    const { owner, id } = await createRoom();
    const before = await findLastChange(db);
    await owner.call("rooms.update", { id, room_url: `cellar-${id}` });
    const { keys, lastId, isFull } = await listChanges(db, before, 100);
    expect(lastId).toBeGreaterThan(before);
    expect(isFull).toBe(false);
    expect([...keys]).toEqual(expect.arrayContaining(["rooms:*", `rooms:id=${id}`, `rooms:url=cellar-${id}`]));
    expect([...keys].filter((key) => key.startsWith("rooms:url="))).toHaveLength(2);
    expect([...keys].filter((key) => key.startsWith("members:"))).toEqual([]);
  });

  it("tells a change of a room from people who come and go", async () => {
    const { owner, id } = await createRoom();
    const keysOf = async (change: () => Promise<unknown>) => {
      const before = await findLastChange(db);
      await change();
      const { keys } = await listChanges(db, before, 100);
      return [...keys].filter((key) => key.startsWith("rooms:") && !key.startsWith("rooms:url="));
    };
    const row = ["rooms:*", `rooms:id=${id}`, expect.stringContaining("rooms:owner_id="), "rooms:visibility=public"];
    expect(await keysOf(() => savePresence(db, { roomId: id, activeUsers: 1, updatedAtMs: 5 }))).toEqual(row);
    expect(await keysOf(() => owner.call("rooms.update", { id, name: "Cellar" }))).toEqual([...row, "rooms:details=public"]);
    expect(await keysOf(() => owner.call("rooms.update", { id, visibility: "hidden" }))).toEqual(
      expect.arrayContaining(["rooms:details=public", "rooms:details=hidden"]),
    );
  });

  it("keeps its last change, so that timestamps never go back", async () => {
    await createRoom();
    const last = await findLastChange(db);
    await deleteOldChanges(db, Date.now() + 1000);
    expect(await findLastChange(db)).toBe(last);
    expect((await env.DB.prepare("SELECT count(*) AS n FROM changes").first<{ n: number }>())?.n).toBe(1);
  });
});

describe("a database as of a change", () => {
  it("has the rows as they were: changed, deleted and without later ones", async () => {
    const { owner, id } = await createRoom();
    const created = await findLastChange(db);
    await owner.call("rooms.update", { id, name: "Cellar" });
    const renamed = await findLastChange(db);
    await owner.call("rooms.update", { id, name: "Attic" });
    const other = await owner.call("rooms.create", { name: "Later" });
    await db.delete(rooms).where(eq(rooms.id, id));
    expect(await nameAt(created, id)).toBe("Kitchen");
    expect(await nameAt(renamed, id)).toBe("Cellar");
    expect(await nameAt(renamed, other.id)).toBeUndefined();
    const former = await createDbAsOf(env.DB, renamed);
    expect(former && (await listMembers(former.db, id))).toMatchObject([{ role: "owner" }]);
    expect(await findRoom(db, id)).toBeNull();
  });

  it("is not available for a moment that the log does not contain", async () => {
    await createRoom();
    const before = await findLastChange(db);
    await createRoom();
    expect(await createDbAsOf(env.DB, (await findLastChange(db)) + 1)).toBeNull();
    await deleteOldChanges(db, Date.now() + 1000);
    expect(await createDbAsOf(env.DB, before)).toBeNull();
  });
});
