import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import { ADDRESS_WORK_RATE, toPayer } from "#app/domain/access/work-budget.ts";
import { LATER_CHANGES_MAX } from "#db/changes/as-of.ts";
import { createDb } from "#db/client.ts";
import { deleteOldChanges, findLastChange } from "#db/queries/changes.ts";
import { seedRoomTrack } from "#tests/workers/permissions/seeded-content.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { encodeTimestamp } from "#workers/live-contract/timestamp.ts";
import { isolateWork } from "#workers/work/isolate-work.ts";
import { readAt, timestampOf } from "./read-at.ts";

afterEach(() => void vi.restoreAllMocks());

async function newRoom() {
  const owner = await registerUser("Mira");
  const { id } = await owner.call("rooms.create", { name: "Kitchen" });
  const member = await registerUser("Ivan");
  const added = await owner.call("members.add", { id, username: member.username, role: "admin" });
  return { owner, id, member, memberId: added.userId };
}

describe("a query at a timestamp", () => {
  it("reads the moment, whatever has changed since", async () => {
    const { owner, id, member } = await newRoom();
    const ts = await timestampOf(member);
    await owner.call("rooms.update", { id, name: "Cellar" });
    expect(await readAt(member, "rooms.get", { id }, ts)).toMatchObject({ name: "Kitchen", role: "admin" });
    expect(await readAt(member, "rooms.get", { id }, await timestampOf(member))).toMatchObject({ name: "Cellar" });
  });

  it("is refused to a person who may not read the room any more", async () => {
    const { owner, id, member, memberId } = await newRoom();
    const ts = await timestampOf(member);
    await owner.call("rooms.update", { id, password: "open sesame" });
    expect(await readAt(member, "members.list", { id }, ts)).toMatchObject({ members: [{}, {}] });
    await owner.call("members.remove", { id, userId: memberId });
    for (const path of ["rooms.get", "members.list", "invites.list", "imports.list"]) {
      expect(await readAt(member, path, path === "imports.list" ? { roomId: id } : { id }, ts), path).toBe(
        "room-password-required",
      );
    }
  });

  it("is refused to a person whose role has changed, because the former one would show more", async () => {
    const { owner, id, member, memberId } = await newRoom();
    const ts = await timestampOf(member);
    await owner.call("members.changeRole", { id, userId: memberId, role: "viewer" });
    expect(await readAt(member, "members.list", { id }, ts)).toBe("timestamp-unavailable");
    expect(await readAt(owner, "members.list", { id }, await timestampOf(owner))).toMatchObject({ members: [{}, {}] });
  });

  it("does not read a room that was deleted", async () => {
    const { owner, id, member } = await newRoom();
    const ts = await timestampOf(member);
    await owner.call("rooms.remove", { id });
    expect(await readAt(member, "rooms.get", { id }, ts)).toBe("room-not-found");
  });

  it("is refused if its answer is about what people hide, or has no former rows", async () => {
    const { owner, id, memberId } = await newRoom();
    const track = (await seedRoomTrack({ id }, { person: { id: memberId, name: "", avatar: "" } })).row.id;
    const ts = await timestampOf(owner);
    const calls: readonly [string, object][] = [
      ["users.getById", { id: memberId }],
      ["users.getListening", { roomId: id, userId: memberId }],
      ["users.listSessions", {}],
      ["lyrics.get", { roomId: id, trackId: track }],
      ["rooms.getRoomInfoByUrl", { room_url: id }],
      ["rooms.getPublicRoomsWithAuthors", {}],
      ["uploads.getStorage", {}],
    ];
    for (const [path, args] of calls) expect(await readAt(owner, path, args, ts), path).toBe("timestamp-unavailable");
  });

  it("does not enter a room", async () => {
    const { owner, id, member } = await newRoom();
    const entered: string[] = [];
    const ROOM = new Proxy(env.ROOM, {
      get: (target, name) => {
        entered.push(String(name));
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const { cookie } = owner;
    const client = createClient({ headers: { Cookie: cookie }, bindings: { ...env, ROOM } });
    const ts = await timestampOf(client);
    await member.call("rooms.update", { id, name: "Cellar" });
    for (const path of ["rooms.getState", "rooms.getHistory", "rooms.getSessionSummary", "chat.list"]) {
      expect(await readAt(client, path, { id }, ts), path).toBe("timestamp-unavailable");
    }
    for (const path of ["playlist.export", "room_log.list"]) {
      expect(await readAt(client, path, { roomId: id, format: "json" }, ts), path).not.toBe("internal");
    }
    expect(entered).toEqual([]);
  });
});

describe("a timestamp", () => {
  it("is valid for its caller only, or for everyone signed in at the address of a guest", async () => {
    const { id, owner, member } = await newRoom();
    const [mine, his] = [await timestampOf(owner), await timestampOf(member)];
    expect(await readAt(owner, "rooms.get", { id }, mine)).toMatchObject({ name: "Kitchen" });
    expect(await readAt(owner, "rooms.get", { id }, his)).toBe("invalid-arguments");
    const guest = createClient({ address: "10.9.9.9" });
    const ofGuest = await timestampOf(guest);
    expect(await readAt(guest, "rooms.get", { id }, mine)).toBe("invalid-arguments");
    expect(await readAt(guest, "rooms.get", { id }, ofGuest)).toMatchObject({ name: "Kitchen" });
    expect(await readAt(createClient(), "rooms.get", { id }, ofGuest)).toBe("invalid-arguments");
    const signedIn = createClient({ address: "10.9.9.9", headers: { Cookie: owner.cookie } });
    expect(await readAt(signedIn, "rooms.get", { id }, ofGuest)).toMatchObject({ role: "owner" });
  });

  it("cannot be made up, counted back, or taken from a live query", async () => {
    const { id, owner } = await newRoom();
    const ts = await timestampOf(owner);
    const [changeId = "", ...rest] = ts.split(".");
    const last = await findLastChange(createDb(env.DB));
    const made = [[String(Number(changeId) - 1), ...rest].join("."), encodeTimestamp(last), "", `${last}`, `${ts}x`];
    for (const forged of made) {
      expect(await readAt(owner, "rooms.get", { id }, forged), forged).toBe("invalid-arguments");
    }
  });

  it("expires", async () => {
    const { id, owner } = await newRoom();
    const ts = await timestampOf(owner);
    const { now } = Date;
    vi.spyOn(Date, "now").mockImplementation(() => now() + accessLimits.timestampMs);
    expect(await readAt(owner, "rooms.get", { id }, ts)).toBe("invalid-arguments");
  });

  it("is unavailable when the log does not reach back, or has too many later changes", async () => {
    const { id, owner } = await newRoom();
    const ts = await timestampOf(owner);
    await env.DB.prepare(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ${LATER_CHANGES_MAX})
      INSERT INTO mails SELECT 'mail' || i, '', 1, 0, 1 FROM n`).run();
    expect(await readAt(owner, "rooms.get", { id }, ts)).toBe("timestamp-unavailable");
    const later = await timestampOf(owner);
    await owner.call("rooms.update", { id, name: "Cellar" });
    await deleteOldChanges(createDb(env.DB), Date.now() + 1000);
    expect(await readAt(owner, "rooms.get", { id }, later)).toBe("timestamp-unavailable");
  });
});

describe("what a query at a timestamp costs", () => {
  it("does not grow with the tables, and is limited by the number of later changes", async () => {
    const { id, owner } = await newRoom();
    await env.DB.prepare(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO users (id, name, username, username_key, email, email_key, avatar, created_at_ms)
      SELECT 'u' || i, 'n', 'u' || i, 'u' || i, 'e' || i, 'e' || i, '#000000', 1 FROM n`).run();
    const ts = await timestampOf(owner);
    await env.DB.prepare("UPDATE users SET name = 'New'").run();
    const rows = await countRowsRead(async () => {
      // too many changes: nothing but the ends of the log is read
      await readAt(owner, "rooms.get", { id }, ts);
    });
    expect(rows).toBeLessThan(20);
    const later = await timestampOf(owner);
    await env.DB.prepare("UPDATE users SET name = 'Newer' WHERE id LIKE 'u1%' OR username LIKE 'user%'").run();
    const changed = (await findLastChange(createDb(env.DB))) - Number(later.split(".")[0]);
    expect(changed).toBeGreaterThan(1000);
    const statements: number[] = [];
    await countRowsRead(() => readAt(owner, "rooms.get", { id }, later), statements);
    // two tables: of 3,000 people, a statement reads those of its answer
    expect(Math.max(...statements)).toBeLessThan(8 * changed + 100);
    expect(statements.filter((read) => read > 2 * changed + 100)).toHaveLength(1);
  });

  it("is charged to the caller before it is done", async () => {
    const { id } = await newRoom();
    const guest = createClient({ address: "10.9.8.7" });
    const ts = await timestampOf(guest);
    const payer = toPayer(null, "10.9.8.7");
    const charge = vi.spyOn(isolateWork, "charge");
    expect(await readAt(guest, "rooms.get", { id }, ts)).toMatchObject({ name: "Kitchen" });
    expect(charge).toHaveBeenCalledWith(payer, expect.any(Number), expect.any(Number));
    isolateWork.charge(payer, ADDRESS_WORK_RATE.burst * 2, Date.now());
    expect(await readAt(guest, "rooms.get", { id }, ts)).toBe("too-many-requests");
  });
});

/** The rows that the statements read which `act` makes the database execute. @param each receives the rows of each statement */
async function countRowsRead(act: () => Promise<unknown>, each: number[] = []): Promise<number> {
  const prepare = vi.spyOn(env.DB, "prepare");
  const bound: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
  const original = prepare.getMockImplementation() ?? Object.getPrototypeOf(env.DB).prepare.bind(env.DB);
  prepare.mockImplementation((sql: string) => {
    const statement = original(sql) as D1PreparedStatement;
    const { bind } = statement;
    statement.bind = (...values: unknown[]) => {
      bound.push({ sql, values });
      return bind.apply(statement, values);
    };
    return statement;
  });
  await act();
  prepare.mockRestore();
  for (const { sql, values } of bound) {
    if (!/^\s*(?:select|with)/i.test(sql)) continue;
    const { meta } = await env.DB.prepare(sql)
      .bind(...values)
      .all();
    each.push(meta.rows_read);
  }
  return each.reduce((sum, rows) => sum + rows, 0);
}
