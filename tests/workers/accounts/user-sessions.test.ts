import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { WAKE_EVERY_MS } from "#app/domain/sync/wake-window.ts";
import { DAY_MS } from "#app/domain/units.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { waitUntil } from "#tests/support/wait.ts";
import { createEntry } from "#tests/workers/permissions/seeded-room.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { createSessionCookie } from "#tests/workers/tracks/track-fixtures.ts";
import { newId } from "#workers/crypto/random.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

type Member = Awaited<ReturnType<typeof registerUser>>;

/** Signs the same user in on another device. */
async function signInOnAnotherDevice(member: Member): Promise<Client> {
  return createClient({ headers: { Cookie: await createSessionCookie(member) } });
}

const sessionsOf = async (client: Client) => (await client.call("users.listSessions", {})).sessions;
const currentOf = async (client: Client) => {
  const current = (await sessionsOf(client)).find(({ isCurrent }) => isCurrent);
  if (!current) throw new Error("signed in by no session");
  return current.id;
};
const isSignedIn = async (client: Client) => "user" in (await (await client.fetch("/api/_auth/session")).json<object>());

/** Runs the room's next session check, which its alarm starts. The devices are still connected by then. */
async function runSessionCheck(id: RoomId, devices: readonly RoomDevice[]): Promise<void> {
  const { now } = Date;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + WAKE_EVERY_MS + 1000);
  for (const device of devices) await device.probe();
  await runDurableObjectAlarm(roomObject(env, id)).finally(() => clock.mockRestore());
}

/** Waits until the room of a connection will be notified when its session ends. */
async function waitForWatch(session: string): Promise<void> {
  const query = "SELECT 1 FROM session_watches WHERE session = ?";
  const isWatched = () =>
    runInDurableObject(liveObject(env), (_, { storage }) => storage.sql.exec(query, session).toArray().length > 0);
  await waitUntil(isWatched);
}

/** Ends a session of which no room is notified. */
async function endUnnoticed(session: string): Promise<void> {
  await waitForWatch(session);
  await runInDurableObject(liveObject(env), (_, { storage }) => void storage.sql.exec("DELETE FROM session_watches"));
  await env.DB.prepare("DELETE FROM sessions WHERE token_hash = ?").bind(session).run();
}

async function newRoomOf(owner: Client): Promise<RoomId> {
  return (await owner.call("rooms.create", { name: "Kitchen" })).id;
}

describe("the list of sessions", () => {
  it("shows the devices, most recently used first, and marks the current one", async () => {
    const mira = await registerUser();
    const headers = { "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0" };
    const body = JSON.stringify({ emailOrUsername: mira.username, password: "correct horse" });
    const firefox = createClient({ headers });
    await firefox.fetch("/api/auth/login", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    await env.DB.prepare("UPDATE sessions SET seen_at_ms = 5, renewed_at_ms = 5 WHERE browser = ''").run();
    const sessions = await sessionsOf(mira);
    expect(sessions).toEqual([
      // it has just sent the request
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
    expect(await createClient().refusal("users.listSessions", {})).toBe("login-required");
  });

  it("falls back to the renewal time, and omits expired sessions", async () => {
    const mira = await registerUser();
    await signInOnAnotherDevice(mira);
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

describe("a session that is in use", () => {
  it("is renewed together with its cookie, so not by a WebSocket, which cannot set one", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const session = await currentOf(mira);
    const renewedAtMs = Date.now() - 2 * DAY_MS;
    await env.DB.prepare("UPDATE sessions SET renewed_at_ms = ? WHERE token_hash = ?").bind(renewedAtMs, session).run();
    const query = env.DB.prepare("SELECT renewed_at_ms FROM sessions WHERE token_hash = ?").bind(session);
    const readRenewedAtMs = () => query.first<number>("renewed_at_ms");
    const device = await joinRoom(mira, id);
    expect(device.snapshot.self.userId).toBe(await readUserId(mira));
    expect(await readRenewedAtMs()).toBe(renewedAtMs);
    const response = await mira.fetch("/api/_auth/session");
    expect(response.headers.get("Set-Cookie")).toContain(mira.cookie);
    expect(await readRenewedAtMs()).toBeGreaterThan(renewedAtMs);
    device.socket.close(1000);
  });
});

describe("an ended session", () => {
  it("is signed out on its device only", async () => {
    const mira = await registerUser();
    const [phone, laptop] = [await signInOnAnotherDevice(mira), await signInOnAnotherDevice(mira)];
    await mira.call("users.endSession", { id: await currentOf(phone) });
    expect([await isSignedIn(mira), await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([true, false, true]);
  });

  it("must exist, be the user's own and not be the current one", async () => {
    const [mira, ivan] = [await registerUser(), await registerUser()];
    const id = await currentOf(mira);
    expect(await ivan.refusal("users.endSession", { id })).toBe("session-not-found");
    expect(await mira.refusal("users.endSession", { id })).toBe("forbidden");
    expect(await mira.refusal("users.endSession", { id: "0".repeat(64) })).toBe("session-not-found");
    expect(await mira.refusal("users.endSession", { id: "%" })).toBe("invalid-arguments");
    expect(await createClient().refusal("users.endSession", { id })).toBe("login-required");
    expect(await isSignedIn(mira)).toBe(true);
  });

  it("does not include the current session or those of other users", async () => {
    const [mira, ivan] = [await registerUser(), await registerUser()];
    const others = [await signInOnAnotherDevice(mira), await signInOnAnotherDevice(mira)];
    expect(await mira.call("users.endOtherSessions", {})).toEqual({ ended: 2 });
    expect(await Promise.all([mira, ivan, ...others].map(isSignedIn))).toEqual([true, true, false, false]);
    expect(await mira.call("users.endOtherSessions", {})).toEqual({ ended: 0 });
    expect(await createClient().refusal("users.endOtherSessions", {})).toBe("login-required");
  });

  it("is disconnected from open rooms at once, whichever way it ends", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const ends: readonly ((phone: Client) => Promise<unknown>)[] = [
      async (phone) => mira.call("users.endSession", { id: await currentOf(phone) }),
      () => mira.call("users.endOtherSessions", {}),
      (phone) => phone.fetch("/api/_auth/session", { method: "DELETE", headers: { Origin: ORIGIN } }),
    ];
    for (const end of ends) {
      const phone = await signInOnAnotherDevice(mira);
      const [device, stays] = [await joinRoom(phone, id), await joinRoom(mira, id)];
      await waitForWatch(await currentOf(phone));
      await end(phone);
      expect((await device.closed).code).toBe(CLOSE_CODES["rejoin"]);
      expect(await stays.command({ type: "play" })).toBe("playlist-empty");
      stays.socket.close(1000);
    }
  });

  it("does nothing in a room that was not notified, 5 seconds after the last check", async () => {
    const mira = await registerUser();
    const messages = [
      { type: "chat-send", id: newId(), text: "Hello", mentions: [], replyTo: null },
      { type: "command", id: newId(), command: { type: "repeat", repeat: "one" } },
      { type: "request-snapshot" },
      { type: "watch-devices", isOn: true },
    ];
    for (const message of messages) {
      const phone = await signInOnAnotherDevice(mira);
      const id = await newRoomOf(mira);
      const [device, other] = [await joinRoom(phone, id), await joinRoom(mira, id)];
      const session = await currentOf(phone);
      await endUnnoticed(session);
      const { now } = Date;
      const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + connectionLimits.sessionCheckMs);
      device.socket.send(JSON.stringify(message));
      expect((await device.closed).code, message.type).toBe(CLOSE_CODES["rejoin"]);
      clock.mockRestore();
      expect((await mira.call("chat.list", { id })).messages, message.type).toEqual([]);
      expect((await mira.call("rooms.getState", { id })).state.order.repeat, message.type).not.toBe("one");
      other.socket.close(1000);
    }
  });

  it("is disconnected from open rooms at their next check, and other devices stay", async () => {
    const mira = await registerUser();
    const phone = await signInOnAnotherDevice(mira);
    const id = await newRoomOf(mira);
    const [current, other, guest] = [await joinRoom(mira, id), await joinRoom(phone, id), await joinRoom(createClient(), id)];
    expect(await other.command({ type: "play" })).toBe("playlist-empty");
    await endUnnoticed(await currentOf(phone));
    await runSessionCheck(id, [current, other, guest]);
    expect((await other.closed).code).toBe(CLOSE_CODES["rejoin"]);
    expect(await current.command({ type: "play" })).toBe("playlist-empty");
    // the device can join again as a guest
    const again = await joinRoom(phone, id);
    expect(again.snapshot.self).toMatchObject({ userId: null, effectiveRole: "guest" });
    for (const { socket } of [current, guest, again]) socket.close(1000);
  });

  it("is disconnected from open rooms if it has expired or the account was deleted", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const device = await joinRoom(mira, id);
    await env.DB.prepare("UPDATE sessions SET expires_at_ms = 1 WHERE token_hash = ?")
      .bind(await currentOf(mira))
      .run();
    await runSessionCheck(id, [device]);
    expect((await device.closed).code).toBe(CLOSE_CODES["rejoin"]);
    const ivan = await registerUser();
    const other = await newRoomOf(ivan);
    const his = await joinRoom(ivan, other);
    await env.DB.prepare("UPDATE users SET deleted_at_ms = 1 WHERE username = ?").bind(ivan.username).run();
    await runSessionCheck(other, [his]);
    expect((await his.closed).code).toBe(CLOSE_CODES["rejoin"]);
  });
});

describe("a room that was not notified", () => {
  const rename = (username: string, name: string) =>
    env.DB.prepare("UPDATE users SET name = ? WHERE username = ?").bind(name, username).run();

  it("updates the names of connected people", async () => {
    const [mira, ivan] = [await registerUser("Mira"), await registerUser("Ivan")];
    const id = await newRoomOf(mira);
    const [device, client] = [await joinRoom(mira, id), await joinRoom(ivan, id)];
    await device.personWithDevices("Ivan", 1);
    await rename(ivan.username, "Vanya");
    await runSessionCheck(id, [device, client]);
    await device.personWithDevices("Vanya", 1);
    for (const { socket } of [device, client]) socket.close(1000);
  });

  it("updates the names of other people when someone joins", async () => {
    const [mira, ivan] = [await registerUser("Mira"), await registerUser("Ivan")];
    const id = await newRoomOf(mira);
    const person = { id: await idOf(ivan), name: "Ivan", avatar: "#000000" };
    const { state } = await mira.call("rooms.getState", { id });
    await roomObject(env, id).addEntries(
      { info: state.info, epochs: { accessEpoch: 0, mediaEpoch: 0 } },
      { entries: [createEntry(person)], person },
    );
    await rename(ivan.username, "Vanya");
    const device = await joinRoom(createClient(), id);
    expect(device.state().people[person.id]?.name).toBe("Ivan");
    await device.next("events");
    expect(device.state().people[person.id]?.name).toBe("Vanya");
    device.socket.close(1000);
  });
});

async function idOf(member: Member): Promise<UserId> {
  return (await member.call("users.getCurrentUser", { email: `${member.username}@example.org` }))._id;
}
