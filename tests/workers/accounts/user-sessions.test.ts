import { env, runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import { LOBBY_VERSION } from "#app/protocol/lobby-messages.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { entryOf } from "#tests/workers/permissions/seeded-room.ts";
import { type Client, newClient, newMember, ORIGIN } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { cookieOf } from "#tests/workers/tracks/edited-tracks.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

type Member = Awaited<ReturnType<typeof newMember>>;

/** The same person, signed in on another device. */
async function onAnotherDevice(member: Member): Promise<Client> {
  return newClient(undefined, { Cookie: await cookieOf(member) });
}

const sessionsOf = async (client: Client) => (await client.call("users.listSessions", {})).sessions;
const currentOf = async (client: Client) => {
  const current = (await sessionsOf(client)).find(({ isCurrent }) => isCurrent);
  if (!current) throw new Error("signed in by no session");
  return current.id;
};
const isSignedIn = async (client: Client) => "user" in (await (await client.fetch("/api/_auth/session")).json<object>());

/** The room's next look at who is here, which an alarm wakes it for. */
async function letLook(id: RoomId): Promise<void> {
  const { now } = Date;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + connectionLimits.presenceCheckMs + 1000);
  await runDurableObjectAlarm(roomObject(env, id)).finally(() => clock.mockRestore());
}

async function newRoomOf(owner: Client): Promise<RoomId> {
  return (await owner.call("rooms.create", { name: "Kitchen" })).id;
}

describe("where somebody is signed in", () => {
  it("is told with the devices, the last used first, and this one marked", async () => {
    const mira = await newMember();
    const headers = { "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0" };
    const body = JSON.stringify({ emailOrUsername: mira.username, password: "correct horse" });
    const firefox = newClient(undefined, headers);
    await firefox.fetch("/api/auth/login", { method: "POST", headers: { Origin: ORIGIN }, body });
    await env.DB.prepare("UPDATE sessions SET seen_at_ms = 5, renewed_at_ms = 5 WHERE browser = ''").run();
    const sessions = await sessionsOf(mira);
    expect(sessions).toEqual([
      // it has just asked
      expect.objectContaining({ browser: "", os: "", isCurrent: true }),
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        browser: "Firefox",
        os: "Windows",
        createdAtMs: expect.any(Number),
        seenAtMs: expect.any(Number),
        isCurrent: false,
      },
    ]);
    expect(await newClient().refusal("users.listSessions", {})).toBe("login-required");
  });

  it("knows of a session from before its use was noted when it was renewed, and of none that is over", async () => {
    const mira = await newMember();
    await onAnotherDevice(mira);
    const id = await currentOf(mira);
    await env.DB.prepare("UPDATE sessions SET seen_at_ms = 0, renewed_at_ms = ? WHERE token_hash = ?")
      .bind(Date.now() - 60_000, id)
      .run();
    const seen = (await sessionsOf(mira)).find((session) => session.id === id);
    expect(Date.now() - (seen?.seenAtMs ?? 0)).toBeLessThan(120_000);
    await env.DB.prepare("UPDATE sessions SET expires_at_ms = 1 WHERE token_hash <> ?").bind(id).run();
    expect(await sessionsOf(mira)).toHaveLength(1);
  });
});

describe("a session that is ended", () => {
  it("is over on its device, and nowhere else", async () => {
    const mira = await newMember();
    const [phone, laptop] = [await onAnotherDevice(mira), await onAnotherDevice(mira)];
    await mira.call("users.endSession", { id: await currentOf(phone) });
    expect([await isSignedIn(mira), await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([true, false, true]);
  });

  it("is one's own, not this one, and there", async () => {
    const [mira, ivan] = [await newMember(), await newMember()];
    const id = await currentOf(mira);
    expect(await ivan.refusal("users.endSession", { id })).toBe("session-gone");
    expect(await mira.refusal("users.endSession", { id })).toBe("forbidden");
    expect(await mira.refusal("users.endSession", { id: "0".repeat(64) })).toBe("session-gone");
    expect(await mira.refusal("users.endSession", { id: "%" })).toBe("invalid-arguments");
    expect(await newClient().refusal("users.endSession", { id })).toBe("login-required");
    expect(await isSignedIn(mira)).toBe(true);
  });

  it("with all others leaves this one, and other people", async () => {
    const [mira, ivan] = [await newMember(), await newMember()];
    const others = [await onAnotherDevice(mira), await onAnotherDevice(mira)];
    expect(await mira.call("users.endOtherSessions", {})).toEqual({ ended: 2 });
    expect(await Promise.all([mira, ivan, ...others].map(isSignedIn))).toEqual([true, true, false, false]);
    expect(await mira.call("users.endOtherSessions", {})).toEqual({ ended: 0 });
    expect(await newClient().refusal("users.endOtherSessions", {})).toBe("login-required");
  });

  it("loses its open rooms at their next look, and the other devices stay", async () => {
    const mira = await newMember();
    const phone = await onAnotherDevice(mira);
    const id = await newRoomOf(mira);
    const [here, there, guest] = [await joinRoom(mira, id), await joinRoom(phone, id), await joinRoom(newClient(), id)];
    expect(await there.command({ type: "play" })).toBe("playlist-empty");
    await mira.call("users.endOtherSessions", {});
    await letLook(id);
    expect((await there.closed).code).toBe(CLOSE_CODES["rejoin"]);
    expect(await here.command({ type: "play" })).toBe("playlist-empty");
    // whoever comes again is a guest
    const again = await joinRoom(phone, id);
    expect(again.snapshot.self).toMatchObject({ userId: null, effectiveRole: "guest" });
    for (const { socket } of [here, guest, again]) socket.close(1000);
  });

  it("that ended by itself loses its rooms as well, and so does an account", async () => {
    const mira = await newMember();
    const id = await newRoomOf(mira);
    const device = await joinRoom(mira, id);
    await env.DB.prepare("UPDATE sessions SET expires_at_ms = 1 WHERE token_hash = ?")
      .bind(await currentOf(mira))
      .run();
    await letLook(id);
    expect((await device.closed).code).toBe(CLOSE_CODES["rejoin"]);
    const ivan = await newMember();
    const other = await newRoomOf(ivan);
    const his = await joinRoom(ivan, other);
    await env.DB.prepare("UPDATE users SET deleted_at_ms = 1 WHERE username = ?").bind(ivan.username).run();
    await letLook(other);
    expect((await his.closed).code).toBe(CLOSE_CODES["rejoin"]);
  });

  it("sends open lists of rooms back to the door", async () => {
    const mira = await newMember();
    const phone = await onAnotherDevice(mira);
    const headers = { Upgrade: "websocket", Origin: ORIGIN };
    const socket = (await phone.fetch(`/api/lobby/socket?v=${LOBBY_VERSION}`, { headers })).webSocket;
    const closed = new Promise<number>((resolve) => socket?.addEventListener("close", ({ code }) => resolve(code)));
    socket?.accept();
    await mira.call("users.endSession", { id: await currentOf(phone) });
    expect(await closed).toBe(CLOSE_CODES["rejoin"]);
  });
});

describe("a room finds out by itself", () => {
  const rename = (username: string, name: string) =>
    env.DB.prepare("UPDATE users SET name = ? WHERE username = ?").bind(name, username).run();

  it("what those are called who are here", async () => {
    const [mira, ivan] = [await newMember("Mira"), await newMember("Ivan")];
    const id = await newRoomOf(mira);
    const [device, client] = [await joinRoom(mira, id), await joinRoom(ivan, id)];
    await device.next("presence");
    await rename(ivan.username, "Vanya");
    await letLook(id);
    expect((await device.next("presence")).present.person.name).toBe("Vanya");
    for (const { socket } of [device, client]) socket.close(1000);
  });

  it("what those are called whom it remembers, when somebody comes", async () => {
    const [mira, ivan] = [await newMember("Mira"), await newMember("Ivan")];
    const id = await newRoomOf(mira);
    const person = { id: await idOf(ivan), name: "Ivan", avatar: "#000000" };
    const { state } = await mira.call("rooms.getState", { id });
    await roomObject(env, id).add({ info: state.info, epochs: { accessEpoch: 0, mediaEpoch: 0 } }, [entryOf(person)], person);
    await rename(ivan.username, "Vanya");
    const device = await joinRoom(newClient(), id);
    expect(device.state().people[person.id]?.name).toBe("Ivan");
    await device.next("events");
    expect(device.state().people[person.id]?.name).toBe("Vanya");
    device.socket.close(1000);
  });
});

async function idOf(member: Member): Promise<UserId> {
  return (await member.call("users.getCurrentUser", { email: `${member.username}@example.org` }))._id;
}
