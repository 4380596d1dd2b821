import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { listeningLimits } from "#app/domain/room/listening.ts";
import { createDb } from "#db/client.ts";
import { saveListening } from "#db/queries/listening.ts";
import { add, connect, modify, results } from "#tests/workers/live-object/live-socket.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { evictRoom } from "#tests/workers/support/evict-room.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import { sweep } from "#workers/jobs/sweep.ts";

type User = Awaited<ReturnType<typeof registerUser>>;

afterEach(() => {
  vi.restoreAllMocks();
});

const show = async (user: User, isShown: boolean) =>
  user.call("users.setListeningShown", { id: await readUserId(user), isShown });

/** A person who shows where they listen. */
async function registerListener(): Promise<User> {
  const user = await registerUser("Lena");
  await show(user, true);
  return user;
}

/** The id of the room that D1 has for a person; null for none. */
async function readRoom(user: User): Promise<string | null> {
  const query = env.DB.prepare("SELECT room_id FROM listening WHERE user_id = ?").bind(await readUserId(user));
  return query.first<string>("room_id");
}

async function hasRow(userId: UserId): Promise<boolean> {
  return (await env.DB.prepare("SELECT 1 FROM listening WHERE user_id = ?").bind(userId).first()) !== null;
}

/** The name of the room in which the caller sees the person listening. */
async function seen(caller: Client, person: User, roomId: string): Promise<string | null> {
  const { listening } = await caller.call("users.getListening", { roomId, userId: await readUserId(person) });
  return listening?.room.name ?? null;
}

/** Stores that a person has joined a room, as the room does. */
async function listenIn(roomId: RoomId, user: User, nowMs = Date.now()): Promise<void> {
  await saveListening(createDb(env.DB), { roomId, present: new Map([[await readUserId(user), nowMs]]), nowMs });
}

async function createRoom(owner: User, name: string, settings: object = {}): Promise<RoomId> {
  const { id } = await owner.call("rooms.create", { name });
  await owner.call("rooms.update", { id, ...settings });
  return id;
}

describe("the room in which a person listens", () => {
  it("LN1 is stored while the person is there, and only if they show it", async () => {
    const owner = await registerUser("Otto");
    const [lena, quiet] = [await registerListener(), await registerUser("Quiet")];
    const id = await createRoom(owner, "Open");
    const [device, quietDevice] = [await joinRoom(lena, id), await joinRoom(quiet, id)];
    await expect.poll(() => readRoom(lena)).toBe(id);
    expect([await hasRow(await readUserId(lena)), await hasRow(await readUserId(quiet))]).toEqual([true, false]);
    device.socket.close(1000);
    await expect.poll(() => readRoom(lena), { timeout: 15_000 }).toBeNull();
    quietDevice.socket.close(1000);
  });

  it("LN1 is shown at once in the rooms where the person already is and has a role, and disappears at once", async () => {
    const [owner, member] = [await registerUser("Otto"), await registerUser("Mira")];
    const id = await createRoom(owner, "Open");
    await owner.call("members.add", { id, username: member.username, role: "viewer" });
    const device = await joinRoom(member, id);
    await expect.poll(() => env.DB.prepare("SELECT active_users AS n FROM rooms WHERE id = ?").bind(id).first("n")).toBe(1);
    await show(member, true);
    await expect.poll(() => seen(owner, member, id), { timeout: 15_000 }).toBe("Open");
    await show(member, false);
    expect(await seen(owner, member, id)).toBeNull();
    device.socket.close(1000);
  });

  it("LN1 belongs to its person: another cannot change whether it is shown", async () => {
    const [lena, other] = [await registerListener(), await registerUser()];
    expect(await other.refusal("users.setListeningShown", { id: await readUserId(lena), isShown: false })).toBe("forbidden");
    const account = await lena.call("users.getCurrentUser", { email: `${lena.username}@example.org` });
    expect(account.isListeningShown).toBe(true);
  });

  it("LN2 is the one that the person joined last, whichever room writes later", async () => {
    const [owner, lena] = [await registerUser("Otto"), await registerListener()];
    const [first, second] = [await createRoom(owner, "First"), await createRoom(owner, "Second")];
    const userId = await readUserId(lena);
    const write = (roomId: RoomId, joinedAtMs: number, nowMs: number) =>
      saveListening(createDb(env.DB), { roomId, present: new Map([[userId, joinedAtMs]]), nowMs });
    expect(await write(first, 1000, 1000)).toEqual([userId]);
    expect(await write(second, 2000, 2000)).toEqual([userId]);
    expect(await write(first, 1000, 3000)).toEqual([]);
    expect(await readRoom(lena)).toBe(second);
    expect(await write(first, 1000, 3000 + listeningLimits.expiresMs)).toEqual([userId]);
    expect(await readRoom(lena)).toBe(first);
  });

  it("LN2 is removed with the connections of an object that was evicted", async () => {
    const [owner, lena] = [await registerUser("Otto"), await registerListener()];
    const id = await createRoom(owner, "Open");
    const device = await joinRoom(lena, id);
    await expect.poll(() => readRoom(lena)).toBe(id);
    device.socket.close(1000);
    await evictRoom(id);
    const other = await joinRoom(owner, id);
    await expect.poll(() => readRoom(lena), { timeout: 15_000 }).toBeNull();
    other.socket.close(1000);
  });

  it("LN3 is visible in a public room to everyone signed in, and in any other room to its members", async () => {
    const [owner, lena] = [await registerUser("Otto"), await registerListener()];
    const [member, spectator, requester] = [await registerUser(), await registerUser(), await registerUser()];
    const home = await createRoom(owner, "Home");
    await owner.call("members.add", { id: home, username: lena.username, role: "viewer" });
    const locked = { password: "open sesame" };
    for (const [name, settings, isOpen] of [
      ["Open", {}, true],
      ["Locked", locked, false],
      ["Hidden", { visibility: "hidden" }, false],
      ["Both", { visibility: "hidden", ...locked }, false],
    ] as const) {
      const id = await createRoom(owner, name, settings);
      await owner.call("members.add", { id, username: member.username, role: "viewer" });
      await requester.call("access.request", { id });
      await listenIn(id, lena);
      expect(await seen(owner, lena, home)).toBe(name);
      expect(await seen(member, lena, home)).toBe(name);
      for (const other of [spectator, requester]) expect(await seen(other, lena, home), name).toBe(isOpen ? name : null);
    }
    const args = { roomId: home, userId: await readUserId(lena) };
    expect(await createClient().refusal("users.getListening", args)).toBe("login-required");
  });

  it("LN3 is no longer visible after the room is hidden, after a member was removed and after the room was deleted", async () => {
    const [owner, lena, member] = [await registerUser("Otto"), await registerListener(), await registerUser()];
    const [home, id] = [await createRoom(owner, "Home"), await createRoom(owner, "Open")];
    await owner.call("members.add", { id: home, username: lena.username, role: "viewer" });
    await owner.call("members.add", { id, username: member.username, role: "viewer" });
    const outsider = await registerUser();
    await listenIn(id, lena);
    expect(await seen(outsider, lena, home)).toBe("Open");
    await owner.call("rooms.update", { id, visibility: "hidden" });
    expect(await seen(outsider, lena, home)).toBeNull();
    expect(await seen(member, lena, home)).toBe("Open");
    await owner.call("members.remove", { id, userId: await readUserId(member) });
    expect(await seen(member, lena, home)).toBeNull();
    await owner.call("rooms.remove", { id });
    expect(await seen(owner, lena, home)).toBeNull();
  });

  it("LN4 is visible only to callers who may enter a room of the person", async () => {
    const [owner, lena, caller] = [await registerUser("Otto"), await registerListener(), await registerUser()];
    const [home, open] = [await createRoom(owner, "Home"), await createRoom(owner, "Open")];
    const locked = await createRoom(owner, "Locked", { password: "open sesame" });
    await listenIn(open, lena);
    expect(await seen(caller, lena, home)).toBeNull();
    expect(await seen(caller, lena, open)).toBe("Open");
    await owner.call("members.add", { id: home, username: lena.username, role: "viewer" });
    expect(await seen(caller, lena, home)).toBe("Open");
    await owner.call("members.add", { id: locked, username: lena.username, role: "viewer" });
    const args = { roomId: locked, userId: await readUserId(lena) };
    expect(await caller.refusal("users.getListening", args)).toBe("room-password-required");
  });

  it("LN5 expires after ten minutes, and the sweep removes it", async () => {
    const [owner, lena] = [await registerUser("Otto"), await registerListener()];
    const id = await createRoom(owner, "Open");
    await listenIn(id, lena);
    skipTime(listeningLimits.expiresMs + 1000);
    expect(await seen(owner, lena, id)).toBeNull();
    expect(await readRoom(lena)).toBe(id);
    await sweep(env, Date.now());
    expect(await readRoom(lena)).toBeNull();
  });

  it("LN1 disappears with the account", async () => {
    const [owner, lena] = [await registerUser("Otto"), await registerListener()];
    const id = await createRoom(owner, "Open");
    await owner.call("members.add", { id, username: lena.username, role: "viewer" });
    await listenIn(id, lena);
    const userId = await readUserId(lena);
    await lena.call("users.remove", { id: userId, password: "correct horse" });
    const view = await owner.call("users.getListening", { roomId: id, userId });
    expect(view.listening).toBeNull();
    expect(await hasRow(userId)).toBe(false);
    await lena.refusal("users.setListeningShown", { id: userId, isShown: true });
    expect(await hasRow(userId)).toBe(false);
  });

  it("LN3 reaches a live query when it changes", async () => {
    const [owner, lena] = [await registerUser("Otto"), await registerListener()];
    const [home, id] = [await createRoom(owner, "Home"), await createRoom(owner, "Open")];
    await owner.call("members.add", { id: home, username: lena.username, role: "viewer" });
    const { received, send } = await connect(owner);
    const args = { roomId: home, userId: await readUserId(lena) };
    send(modify(0, [add(0, "users:getListening", args)]));
    const latest = () => {
      const value = results(received).at(-1)?.["value"] as { listening: { room: { name: string } } | null } | undefined;
      return value && (value.listening?.room.name ?? null);
    };
    await expect.poll(latest).toBeNull();
    const device = await joinRoom(lena, id);
    await expect.poll(latest, { timeout: 15_000 }).toBe("Open");
    await show(lena, false);
    await expect.poll(latest, { timeout: 15_000 }).toBeNull();
    device.socket.close(1000);
  });
});
