import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { noteRead, ReadRecorder } from "#db/changes/read-recorder.ts";
import { createDb } from "#db/client.ts";
import { rooms, users } from "#db/schema/rooms.ts";
import { registerUser } from "#tests/workers/support/client.ts";

it("a database counts the rows that it reads, and not only those that it returns", async () => {
  const owner = await registerUser();
  for (let i = 0; i < 5; i++) await owner.call("rooms.create", { name: `Room ${i}` });
  let rowsRead = 0;
  const db = createDb(env.DB, {
    onRowsRead: (count) => {
      rowsRead += count;
    },
  });
  // the first execution finds out the names of the columns
  for (let i = 0; i < 2; i++) {
    rowsRead = 0;
    expect(await db.select({ name: rooms.name }).from(rooms).where(eq(rooms.description, "none"))).toEqual([]);
  }
  expect(rowsRead).toBeGreaterThanOrEqual(5);
});

it("columns of the same name are told apart while rows are counted", async () => {
  const owner = await registerUser("Oleg");
  const { id } = await owner.call("rooms.create", { name: "Joined" });
  const db = createDb(env.DB, { onRowsRead: () => undefined });
  for (let i = 0; i < 3; i++) {
    const [row] = await db
      .select({ room: { id: rooms.id, name: rooms.name }, owner: { id: users.id, name: users.name } })
      .from(rooms)
      .innerJoin(users, eq(users.id, rooms.ownerId))
      .where(eq(rooms.id, id));
    expect(row).toMatchObject({ room: { id, name: "Joined" }, owner: { name: "Oleg" } });
  }
});

it("a query that depends on very many rows of a table depends on the table", () => {
  const db = createDb(env.DB);
  const recorder = new ReadRecorder(db);
  noteRead(
    db,
    "rooms",
    "id",
    Array.from({ length: 300 }, (_, i) => `room${i}`),
  );
  noteRead(db, "users", "id", ["mira", "oleg"]);
  expect(recorder.keys).toEqual(["rooms:*", "users:id=mira", "users:id=oleg"]);
});
