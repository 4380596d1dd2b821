import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { findUser, findUserByLogin, insertUser } from "#db/queries/users.ts";
import { expectNoOrphans } from "#tests/workers/media/stored-objects.ts";
import { browserOf, seedUser } from "#tests/workers/permissions/callers.ts";
import { newClient, newMember } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { MINUTE_MS, sweepLater } from "#tests/workers/tracks/edited-tracks.ts";
import { removeAccount } from "#workers/accounts/remove-account.ts";
import { newId } from "#workers/crypto/random.ts";
import {
  envUntil,
  type Leaving,
  newFarewell,
  seedAccountWithContent,
  seedBelongings,
  tracesOf,
} from "./account-with-content.ts";

const remove = ({ self, browser }: Leaving) => browser.call("users.remove", { id: self.person.id, username: self.username });

/** The rows go, and then the objects. */
async function sweepAll(): Promise<void> {
  await sweepLater(6 * MINUTE_MS);
  await sweepLater(70 * MINUTE_MS);
}

const tracesOfSelf = ({ self }: Leaving) => tracesOf([self.person.id, self.username, `${self.username}@example.org`]);

async function roomRow(id: RoomId) {
  return env.DB.prepare("SELECT owner_id, deleted_at_ms FROM rooms WHERE id = ?").bind(id).first();
}

/** Whom a room names, and who has added what stands in it. */
async function whoIn(id: RoomId) {
  const { state } = await newClient().call("rooms.getState", { id });
  return { names: Object.values(state.people).map(({ name }) => name), addedBy: state.playlist.map(({ addedBy }) => addedBy) };
}

describe("the plan of a removal", () => {
  it("names an heir for each room: the admin who has been one longest", async () => {
    const [self, first, second] = [await seedUser("Self"), await seedUser("First"), await seedUser("Second")];
    const browser = browserOf(self);
    const { id } = await browser.call("rooms.create", { name: "Heirs" });
    // an editor who has been there longer is admin for a shorter time
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
    expect(rooms.map((room) => [room.id, room.heir?.name])).toEqual([
      [alone, undefined],
      [id, "First"],
    ]);
  });

  it("counts the tracks, and those that are in rooms of others", async () => {
    const { browser, lonely } = await seedAccountWithContent();
    await browser.call("playlist.add", { roomId: lonely, trackIds: [] }).catch(() => undefined);
    const plan = await browser.call("users.planRemoval", {});
    expect(plan).toMatchObject({ tracks: { count: 1, inOthersRooms: 1 }, hasPassword: false });
  });

  it("says whether a password is set", async () => {
    const member = await newMember();
    expect((await member.call("users.planRemoval", {})).hasPassword).toBe(true);
  });
});

describe("an account that is removed", () => {
  it("is nobody's at once: the session is over, its names are free, and nobody finds it", async () => {
    const leaving = await seedAccountWithContent();
    const { self, browser, otherBrowser, foreign } = leaving;
    await remove(leaving);
    expect(await (await browser.fetch("/api/_auth/session")).json()).toEqual({});
    expect(await browser.refusal("users.planRemoval", {})).toBe("login-required");
    const db = createDb(env.DB);
    expect(await findUser(db, self.person.id)).toBeNull();
    for (const login of [self.username, `${self.username}@example.org`, `deleted-${self.person.id}`]) {
      expect(await findUserByLogin(db, login)).toBeNull();
    }
    const invited = { id: foreign, userId: self.person.id, role: "viewer" } as const;
    expect(await otherBrowser.refusal("members.add", invited)).toBe("user-not-found");
    const account = { name: "New", username: self.username, email: `${self.username}@example.org`, avatar: "#000000" };
    await insertUser(db, { ...account, id: newId(), passwordHash: null, createdAtMs: 0 });
  });

  it("leaves its rooms to their heirs, who are told, and takes along those without", async () => {
    const leaving = await seedAccountWithContent();
    const { other, otherBrowser, inherited, lonely } = leaving;
    const heir = await joinRoom(otherBrowser, inherited);
    const guest = await joinRoom(newClient(), lonely);
    await remove(leaving);
    expect((await heir.next("self")).self.effectiveRole).toBe("owner");
    expect(heir.state().info.owner.id).toBe(other.person.id);
    expect((await guest.closed).reason).toBe("room-removed");
    expect(await roomRow(inherited)).toEqual({ owner_id: other.person.id, deleted_at_ms: null });
    expect(await newClient().refusal("rooms.get", { id: lonely })).toBe("room-not-found");
    const { members } = await otherBrowser.call("members.list", { id: inherited });
    expect(members.map(({ person, role }) => [person.id, role])).toEqual([[other.person.id, "owner"]]);
    // nobody is sent away: the room has missed nothing
    expect(await heir.command({ type: "repeat", repeat: "all" })).toBeNull();
    heir.socket.close(1000);
  });

  it("takes its tracks out of all rooms and its name from beside what it has added", async () => {
    const leaving = await seedAccountWithContent();
    const { self, otherBrowser, foreign, trackId, othersTrackId } = leaving;
    const device = await joinRoom(otherBrowser, foreign);
    expect(device.state().people[self.person.id]?.name).toBe("Gone");
    await remove(leaving);
    const tracks = device.state().playlist.map(({ track }) => track.id);
    expect(tracks).not.toContain(trackId);
    expect(tracks).toEqual([othersTrackId, othersTrackId]);
    expect(device.state().people[self.person.id]).toBeUndefined();
    expect((await whoIn(foreign)).names).toEqual(["Stays"]);
    expect(JSON.stringify(await newClient().call("rooms.getHistory", { id: foreign }))).not.toContain("Gone");
    device.socket.close(1000);
  });

  it("is heard of no more from its own devices", async () => {
    const leaving = await seedAccountWithContent();
    const devices = [await joinRoom(leaving.browser, leaving.inherited), await joinRoom(leaving.browser, leaving.foreign)];
    await remove(leaving);
    const reasons = await Promise.all(devices.map(({ closed }) => closed));
    expect(reasons.map(({ reason }) => reason)).toEqual(["rejoin", "rejoin"]);
  });

  it("is gone without a trace after the sweep, in the database and in the storage", async () => {
    const leaving = await seedAccountWithContent();
    await seedBelongings(leaving);
    const { foreign, othersTrackId } = leaving;
    await remove(leaving);
    await expectNoOrphans();
    await sweepAll();
    expect(await tracesOfSelf(leaving)).toEqual([]);
    await expectNoOrphans();
    const stored = (await env.MEDIA.list()).objects.map(({ key }) => key);
    expect(stored.filter((key) => key.startsWith("avatar/") || key.startsWith("cover/"))).toEqual([]);
    expect((await whoIn(foreign)).addedBy).toHaveLength(2);
    const track = await env.DB.prepare("SELECT id FROM tracks WHERE id = ?").bind(othersTrackId).first("id");
    expect(track).toBe(othersTrackId);
  });

  it("leaves the same bytes to whoever brought them too", async () => {
    const leaving = await seedAccountWithContent();
    const { otherBrowser, foreign, trackId } = leaving;
    const editionId = (await otherBrowser.call("tracks.update", { trackId, roomId: foreign, changes: { title: "An edition" } }))
      .trackId;
    await remove(leaving);
    await sweepAll();
    expect((await whoIn(foreign)).addedBy).toHaveLength(3);
    const { tracks } = await otherBrowser.call("tracks.list", {});
    expect(tracks.map(({ track }) => track.id)).toContain(editionId);
    const sound = await env.DB.prepare("SELECT audio_object FROM tracks WHERE id = ?").bind(editionId).first("audio_object");
    expect(await env.MEDIA.head(`audio/${sound}`)).not.toBeNull();
  });

  it("does not come back by what was being done in that moment", async () => {
    const leaving = await seedAccountWithContent();
    const { self, foreign, inherited } = leaving;
    const { id } = self.person;
    await remove(leaving);
    const run = (sql: string, ...values: unknown[]) =>
      env.DB.prepare(sql)
        .bind(...values)
        .run();
    await run("UPDATE users SET name = 'Gone', username = ?, username_key = ?1 WHERE id = ?", self.username, id);
    await run("INSERT INTO members VALUES (?, ?, 'editor', NULL, 0, 0)", foreign, id);
    await run("INSERT INTO favorites VALUES (?, ?, 0)", id, foreign);
    const late = newId<RoomId>();
    const columns = "id, name, name_key, search_key, url, owner_id, created_at_ms";
    await run(`INSERT INTO rooms (${columns}) VALUES (?, 'Late', 'late', 'late gone', ?1, ?, 0)`, late, id);
    await run("INSERT INTO members VALUES (?, ?, 'owner', NULL, 0, 0)", late, id);
    const uploads = "id, user_id, room_id, file_name, size_bytes, audio_object, multipart_id, created_at_ms";
    await run(
      `INSERT INTO uploads (${uploads}) VALUES (?, ?, ?, 'x', 1, 'aaaaaaaaaaaaaaaa', '', ?)`,
      newId(),
      id,
      inherited,
      Date.now(),
    );
    await sweepAll();
    expect(await tracesOfSelf(leaving)).toEqual([]);
    expect(await roomRow(late)).toBeNull();
  });

  it("is named no more by a room that the directory did not know of, once somebody comes", async () => {
    const leaving = await seedAccountWithContent();
    const { self, otherBrowser, foreign, trackId } = leaving;
    await otherBrowser.call("members.remove", { id: foreign, userId: self.person.id });
    await env.DB.prepare("DELETE FROM room_tracks WHERE room_id = ? AND track_id = ?").bind(foreign, trackId).run();
    await remove(leaving);
    expect((await whoIn(foreign)).names).toContain("Gone");
    const device = await joinRoom(otherBrowser, foreign);
    await expect.poll(() => device.state().people[self.person.id]).toBeUndefined();
    device.socket.close(1000);
  });
});

describe("a removal that is cut off", () => {
  it("anywhere is finished by the sweep", { timeout: 240_000 }, async () => {
    const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const expected = { owner: expect.any(String), names: ["Stays"], entries: 2 };
    for (let calls = 1; ; calls += 4) {
      const leaving = await seedAccountWithContent();
      await seedBelongings(leaving);
      const cut = envUntil(calls);
      const removal = { env: cut.env, db: createDb(cut.env.DB), userId: leaving.self.person.id, nowMs: Date.now() };
      await removeAccount({ ...removal, farewell: newFarewell() }).catch(() => undefined);
      const isMarked = (await findUser(createDb(env.DB), leaving.self.person.id)) === null;
      if (!isMarked) {
        // all or nothing: they are still there, whole
        expect(await (await leaving.browser.fetch("/api/_auth/session")).json()).toHaveProperty("user");
        await remove(leaving);
      }
      await sweepAll();
      expect(await tracesOfSelf(leaving), `cut off after ${calls} calls`).toEqual([]);
      await expectNoOrphans();
      const { names, addedBy } = await whoIn(leaving.foreign);
      const owner = (await roomRow(leaving.inherited))?.owner_id;
      expect({ owner, names, entries: addedBy.length }).toEqual(expected);
      expect(owner).toBe(leaving.other.person.id);
      if (!cut.isCutOff()) break;
    }
    fault.mockRestore();
  });
});

describe("whoever removes an account", () => {
  it("has to be its owner, signed in", async () => {
    const [self, other] = [await seedUser("Self"), await seedUser("Other")];
    const args = { id: self.person.id, username: self.username };
    expect(await browserOf(other).refusal("users.remove", args)).toBe("forbidden");
    expect(await newClient().refusal("users.remove", args)).toBe("login-required");
    expect(await newClient().refusal("users.planRemoval", {})).toBe("login-required");
    expect(await findUser(createDb(env.DB), self.person.id)).not.toBeNull();
  });

  it("says their username where no password is set, in any case", async () => {
    const self = await seedUser("Self");
    const browser = browserOf(self);
    const { id } = self.person;
    for (const wrong of [{}, { username: "" }, { username: "somebody" }, { password: "" }]) {
      expect(await browser.refusal("users.remove", { id, ...wrong })).toBe("invalid-arguments");
    }
    await browser.call("users.remove", { id, username: `@${self.username.toUpperCase()}` });
    expect(await findUser(createDb(env.DB), id)).toBeNull();
  });

  it("has signed in within ten minutes where no password is set: a username is no secret", async () => {
    const self = await seedUser("Self");
    const removal = { id: self.person.id, username: self.username };
    const age = (ms: number) =>
      env.DB.prepare("UPDATE sessions SET created_at_ms = ? WHERE user_id = ?")
        .bind(Date.now() - ms, self.person.id)
        .run();
    await age(accountLimits.recentSignInMs);
    expect(await browserOf(self).refusal("users.remove", removal)).toBe("sign-in-again");
    expect(await findUser(createDb(env.DB), self.person.id)).not.toBeNull();
    await age(accountLimits.recentSignInMs - 60_000);
    await browserOf(self).call("users.remove", removal);
  });

  it("says the right password where one is set, and may not guess it", async () => {
    const member = await newMember();
    const { user } = await (await member.fetch("/api/_auth/session")).json<{ user: { id: never } }>();
    const { id } = user;
    for (let tries = 0; tries < 10; tries++) {
      expect(await member.refusal("users.remove", { id, password: "wrong", username: member.username })).toBe("password-wrong");
    }
    const right = { id, password: "correct horse" };
    expect(await member.refusal("users.remove", right)).toBe("too-many-attempts");
    await env.DB.prepare("DELETE FROM attempts").run();
    await member.call("users.remove", right);
    expect(await findUser(createDb(env.DB), id)).toBeNull();
  });
});
