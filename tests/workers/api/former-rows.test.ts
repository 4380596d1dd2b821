import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { UNTRACKED_TABLES } from "#db/changes/as-of.ts";
import { TRACKED_TABLES, type TrackedTable } from "#db/changes/tracked-tables.ts";
import { type Callers, seedCallers } from "#tests/workers/permissions/callers.ts";
import { FUNCTION_CALLS } from "#tests/workers/permissions/function-calls.ts";
import { seedRoomTrack } from "#tests/workers/permissions/seeded-content.ts";
import { createCallerClient, type SeededRoom, seedRoom } from "#tests/workers/permissions/seeded-room.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { functions } from "#workers/api/registry.ts";
import { readAt, timestampOf } from "./read-at.ts";
import { changeTable } from "./table-changes.ts";

const rows = Object.keys(FUNCTION_CALLS).filter((row) => functions.get(nameOf(row))?.kind === "query");
let callers: Callers;
let room: SeededRoom;
let client: Client;
let track: string;
const args = new Map<string, object>();

beforeAll(async () => {
  callers = await seedCallers();
  room = await seedRoom(callers, "public");
  await env.DB.prepare("UPDATE users SET super_admin = 1 WHERE id = ?").bind(callers.owner.person.id).run();
  client = createCallerClient(callers, "owner", room);
  track = (await seedRoomTrack(room, callers.owner)).row.id;
  const context = { callers, room, caller: "owner", self: callers.owner } as const;
  for (const row of rows) args.set(row, (await FUNCTION_CALLS[row]?.(context)) ?? {});
});

it("knows all tables", async () => {
  const { results } = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{ name: string }>();
  const known = new Set([...UNTRACKED_TABLES, ...Object.keys(TRACKED_TABLES)]);
  expect(results.map(({ name }) => name).filter((name) => !known.has(name) && !/^(?:sqlite|d1|_cf)_/.test(name))).toEqual([]);
});

it.each(Object.keys(TRACKED_TABLES) as TrackedTable[])(
  "answers as it did before changes of %s, or is unavailable",
  async (table) => {
    const ts = await timestampOf(client);
    const readAll = async () => {
      const read = await Promise.all(
        rows.map(async (row) => [row, await readAt(client, nameOf(row), args.get(row) ?? {}, ts)]),
      );
      return Object.fromEntries(read) as Record<string, unknown>;
    };
    const before = await readAll();
    const { owner, invitee } = callers;
    await changeTable(table, { room: room.id, owner: owner.person.id, member: invitee.person.id, track });
    const after = await readAll();
    for (const row of rows) {
      expect(after[row], row).toEqual(before[row]);
      const isReadable = functions.get(nameOf(row))?.isReadableAtTimestamp;
      if (!isReadable) expect(after[row], row).toBe("timestamp-unavailable");
      else expect(after[row], row).toEqual(expect.any(Object));
    }
  },
);

function nameOf(row: string): string {
  return row.split(" ")[0] ?? "";
}
