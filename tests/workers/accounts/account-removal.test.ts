import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { createDb } from "#db/client.ts";
import { findUser, findUserByLogin, insertUser } from "#db/queries/users.ts";
import { expectNoOrphans } from "#tests/workers/media/expect-no-orphans.ts";
import { clientFor } from "#tests/workers/permissions/callers.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { seedUser } from "#tests/workers/support/seed-user.ts";
import { sweepAfter } from "#tests/workers/tracks/track-fixtures.ts";
import { removeAccount } from "#workers/accounts/remove-account.ts";
import { newId } from "#workers/crypto/random.ts";
import {
  createNotice,
  envWithCallLimit,
  findTraces,
  type SeededAccount,
  seedAccountWithContent,
  seedBelongings,
} from "./account-with-content.ts";

afterEach(() => void vi.restoreAllMocks());

const remove = ({ self, browser }: SeededAccount) =>
  browser.call("users.remove", { id: self.person.id, username: self.username });

/** Runs the sweep twice: the first run deletes the rows, the second the orphaned objects. */
async function sweepAll(): Promise<void> {
  await sweepAfter(6 * MINUTE_MS);
  await sweepAfter(70 * MINUTE_MS);
}

const findOwnTraces = ({ self }: SeededAccount) => findTraces([self.person.id, self.username, `${self.username}@example.org`]);

async function roomRow(id: RoomId) {
  return env.DB.prepare("SELECT owner_id, deleted_at_ms FROM rooms WHERE id = ?").bind(id).first();
}

/** The stored photo and cover of the account, whose keys contain its id. */
async function listPictures({ self }: SeededAccount): Promise<readonly string[]> {
  const stored = (await env.MEDIA.list()).objects.map(({ key }) => key);
  return stored.filter((key) => /^(avatar|cover)\//.test(key) && key.includes(self.person.id.slice(1)));
}

/** The people that a room lists, and who has added each entry. */
async function listPeopleIn(id: RoomId) {
  const { state } = await createClient().call("rooms.getState", { id });
  return { names: Object.values(state.people).map(({ name }) => name), addedBy: state.playlist.map(({ addedBy }) => addedBy) };
}

describe("the plan of an account's removal", () => {
  it("names the longest-serving admin of each room as its new owner", async () => {
    const [self, first, second] = [await seedUser("Self"), await seedUser("First"), await seedUser("Second")];
    const browser = clientFor(self);
    const { id } = await browser.call("rooms.create", { name: "Heirs" });
    // the other admin has been a member for longer, but an admin for a shorter time
    for (const [someone, role] of [
      [second, "editor"],
      [first, "admin"],
    ] as const) {
      await browser.call("members.add", { id, username: someone.username, role });
    }
    await env.DB.prepare("UPDATE members SET created_at_ms = 1, changed_at_ms = 1 WHERE room_id = ?").bind(id).run();
    await browser.call("members.changeRole", { id, userId: second.person.id, role: "admin" });
    const { id: alone } = await browser.call("rooms.create", { name: "Alone" });
    const { rooms } = await browser.call("users.planRemoval", {});
    expect(rooms.map((room) => [room.id, room.newOwner?.name])).toEqual([
      [alone, undefined],
      [id, "First"],
    ]);
  });

  it("counts the user's tracks, and those in rooms of others", async () => {
    const { browser } = await seedAccountWithContent();
    const plan = await browser.call("users.planRemoval", {});
    expect(plan).toMatchObject({ tracks: { count: 1, inOthersRooms: 1 }, hasPassword: false });
  });

  it("returns whether a password is set", async () => {
    const member = await registerUser();
    expect((await member.call("users.planRemoval", {})).hasPassword).toBe(true);
  });
});

describe("a removed account", () => {
  it("is gone at once: its session ends, its names are free and it is not found", async () => {
    const account = await seedAccountWithContent();
    const { self, browser, otherBrowser, othersRoom } = account;
    await remove(account);
    expect(await (await browser.fetch("/api/_auth/session")).json()).toEqual({});
    expect(await browser.refusal("users.planRemoval", {})).toBe("login-required");
    const db = createDb(env.DB);
    expect(await findUser(db, self.person.id)).toBeNull();
    for (const login of [self.username, `${self.username}@example.org`, `deleted-${self.person.id}`]) {
      expect(await findUserByLogin(db, login)).toBeNull();
    }
    const invited = { id: othersRoom, userId: self.person.id, role: "viewer" } as const;
    expect(await otherBrowser.refusal("members.add", invited)).toBe("user-not-found");
    const sameNames = { name: "New", username: self.username, email: `${self.username}@example.org`, avatar: "#000000" };
    await insertUser(db, { ...sameNames, id: newId(), passwordHash: null, createdAtMs: 0 });
  });

  it("transfers its rooms, notifies their new owners and removes rooms without one", async () => {
    const account = await seedAccountWithContent();
    const { other, otherBrowser, transferredRoom, removedRoom } = account;
    const device = await joinRoom(otherBrowser, transferredRoom);
    const guest = await joinRoom(createClient(), removedRoom);
    await remove(account);
    expect((await device.next("self")).self.effectiveRole).toBe("owner");
    expect(device.state().info.owner.id).toBe(other.person.id);
    expect((await guest.closed).reason).toBe("room-removed");
    expect(await roomRow(transferredRoom)).toEqual({ owner_id: other.person.id, deleted_at_ms: null });
    expect(await createClient().refusal("rooms.get", { id: removedRoom })).toBe("room-not-found");
    const { members } = await otherBrowser.call("members.list", { id: transferredRoom });
    expect(members.map(({ person, role }) => [person.id, role])).toEqual([[other.person.id, "owner"]]);
    // no one is disconnected: the room object has applied all access changes
    expect(await device.command({ type: "repeat", repeat: "all" })).toBeNull();
    device.socket.close(1000);
  });

  it("removes its tracks from all rooms, and its name from entries it has added", async () => {
    const account = await seedAccountWithContent();
    const { self, otherBrowser, othersRoom, trackId, othersTrackId } = account;
    const device = await joinRoom(otherBrowser, othersRoom);
    expect(device.state().people[self.person.id]?.name).toBe("Gone");
    await remove(account);
    const tracks = device.state().playlist.map(({ track }) => track.id);
    expect(tracks).not.toContain(trackId);
    expect(tracks).toEqual([othersTrackId, othersTrackId]);
    expect(device.state().people[self.person.id]).toBeUndefined();
    expect((await listPeopleIn(othersRoom)).names).toEqual(["Stays"]);
    expect(JSON.stringify(await createClient().call("rooms.getHistory", { id: othersRoom }))).not.toContain("Gone");
    device.socket.close(1000);
  });

  it("disconnects its own devices", async () => {
    const account = await seedAccountWithContent();
    const devices = [
      await joinRoom(account.browser, account.transferredRoom),
      await joinRoom(account.browser, account.othersRoom),
    ];
    await remove(account);
    const reasons = await Promise.all(devices.map(({ closed }) => closed));
    expect(reasons.map(({ reason }) => reason)).toEqual(["rejoin", "rejoin"]);
  });

  it("leaves no trace in the database or the storage after the sweep", async () => {
    const account = await seedAccountWithContent();
    await seedBelongings(account);
    const { othersRoom, othersTrackId } = account;
    expect(await listPictures(account)).toHaveLength(3);
    await remove(account);
    await expectNoOrphans();
    await sweepAll();
    expect(await findOwnTraces(account)).toEqual([]);
    await expectNoOrphans();
    expect(await listPictures(account)).toEqual([]);
    expect((await listPeopleIn(othersRoom)).addedBy).toHaveLength(2);
    const track = await env.DB.prepare("SELECT id FROM tracks WHERE id = ?").bind(othersTrackId).first("id");
    expect(track).toBe(othersTrackId);
  });

  it("keeps audio that another user has uploaded too", async () => {
    const account = await seedAccountWithContent();
    const { otherBrowser, othersRoom, trackId } = account;
    const editionId = (
      await otherBrowser.call("tracks.update", { trackId, roomId: othersRoom, changes: { title: "An edition" } })
    ).trackId;
    await remove(account);
    await sweepAll();
    expect((await listPeopleIn(othersRoom)).addedBy).toHaveLength(3);
    const { tracks } = await otherBrowser.call("tracks.list", {});
    expect(tracks.map(({ track }) => track.id)).toContain(editionId);
    const sound = await env.DB.prepare("SELECT audio_object FROM tracks WHERE id = ?").bind(editionId).first("audio_object");
    expect(await env.MEDIA.head(`audio/${sound}`)).not.toBeNull();
  });

  it("TE4 passes its editions of others' tracks to the uploaders of the originals", async () => {
    const account = await seedAccountWithContent();
    const { browser, otherBrowser, othersRoom, othersTrackId, trackId } = account;
    await otherBrowser.call("members.changeRole", { id: othersRoom, userId: account.self.person.id, role: "editor" });
    const changes = { title: "An edition" };
    const edition = await browser.call("tracks.update", { trackId: othersTrackId, roomId: othersRoom, changes });
    expect((await browser.call("users.planRemoval", {})).tracks).toEqual({ count: 1, inOthersRooms: 1, returned: 1 });
    await remove(account);
    await sweepAll();
    const { state } = await createClient().call("rooms.getState", { id: othersRoom });
    const played = state.playlist.map(({ track }) => track.id);
    expect(played).toContain(edition.trackId);
    expect(played).not.toContain(trackId);
    const { tracks } = await otherBrowser.call("tracks.list", {});
    expect(tracks.find(({ track }) => track.id === edition.trackId)).toMatchObject({ isOwn: true });
    expect(await findOwnTraces(account)).toEqual([]);
  });

  it("removes what simultaneous requests have created", async () => {
    const account = await seedAccountWithContent();
    const { self, othersRoom, transferredRoom } = account;
    const { id } = self.person;
    await remove(account);
    const run = (sql: string, ...values: unknown[]) =>
      env.DB.prepare(sql)
        .bind(...values)
        .run();
    await run("UPDATE users SET name = 'Gone', username = ?, username_key = ?1 WHERE id = ?", self.username, id);
    await run("INSERT INTO members VALUES (?, ?, 'editor', NULL, 0, 0, NULL, NULL)", othersRoom, id);
    await run("INSERT INTO favorites VALUES (?, ?, 0)", id, othersRoom);
    const late = newId<RoomId>();
    const columns = "id, name, name_key, search_key, url, owner_id, created_at_ms";
    await run(`INSERT INTO rooms (${columns}) VALUES (?, 'Late', 'late', 'late gone', ?1, ?, 0)`, late, id);
    await run("INSERT INTO members VALUES (?, ?, 'owner', NULL, 0, 0, NULL, NULL)", late, id);
    const uploads = "id, user_id, room_id, file_name, size_bytes, audio_object, multipart_id, created_at_ms";
    await run(
      `INSERT INTO uploads (${uploads}) VALUES (?, ?, ?, 'x', 1, 'aaaaaaaaaaaaaaaa', '', ?)`,
      newId(),
      id,
      transferredRoom,
      Date.now(),
    );
    await sweepAll();
    expect(await findOwnTraces(account)).toEqual([]);
    expect(await roomRow(late)).toBeNull();
  });

  it("disappears from a room that was not notified, once someone joins", async () => {
    const account = await seedAccountWithContent();
    const { self, otherBrowser, othersRoom, trackId } = account;
    await otherBrowser.call("members.remove", { id: othersRoom, userId: self.person.id });
    await env.DB.prepare("DELETE FROM room_tracks WHERE room_id = ? AND track_id = ?").bind(othersRoom, trackId).run();
    await remove(account);
    expect((await listPeopleIn(othersRoom)).names).toContain("Gone");
    const device = await joinRoom(otherBrowser, othersRoom);
    await expect.poll(() => device.state().people[self.person.id]).toBeUndefined();
    device.socket.close(1000);
  });
});

/**
 * Removes the account with a Worker that fails after it has changed something this many times. If its first step fails, the account is
 * unchanged, and is removed again. Returns whether the Worker has failed.
 */
async function interruptRemoval({ self, ...account }: SeededAccount, writes: number): Promise<boolean> {
  const userId = self.person.id;
  const { env: bindings, isInterrupted } = envWithCallLimit(writes, "writes");
  const removal = { env: bindings, db: createDb(bindings.DB), userId, nowMs: Date.now(), notice: createNotice() };
  const isAccepted = await removeAccount(removal).then(
    () => true,
    () => false,
  );
  expect(await findUser(createDb(env.DB), userId)).toEqual(isAccepted ? null : expect.objectContaining({ id: userId }));
  if (!isAccepted) {
    expect(await (await account.browser.fetch("/api/_auth/session")).json()).toHaveProperty("user");
    await remove({ self, ...account });
  }
  return isInterrupted();
}

/** The sweep finishes ten removals in a run. */
const ACCOUNTS_PER_SWEEP = 10;

describe("an interrupted removal", () => {
  it("is finished by the sweep, wherever it was interrupted", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let writes = 0;
    for (let isInterrupted = true; isInterrupted; ) {
      const accounts: SeededAccount[] = [];
      for (; isInterrupted && accounts.length < ACCOUNTS_PER_SWEEP; writes++) {
        const account = await seedAccountWithContent();
        await seedBelongings(account);
        isInterrupted = await interruptRemoval(account, writes);
        accounts.push(account);
      }
      await sweepAll();
      for (const [i, account] of accounts.entries()) {
        const { other, othersRoom, transferredRoom } = account;
        const point = `interrupted after ${writes - accounts.length + i} changes`;
        expect(await findOwnTraces(account), point).toEqual([]);
        const { names, addedBy } = await listPeopleIn(othersRoom);
        expect({ names, entries: addedBy.length }, point).toEqual({ names: ["Stays"], entries: 2 });
        expect(await roomRow(transferredRoom), point).toEqual({ owner_id: other.person.id, deleted_at_ms: null });
      }
      await expectNoOrphans();
    }
    expect(writes).toBeGreaterThan(10);
  });
});
