import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { EditId, RoomId } from "#app/domain/ids.ts";
import { positionAt } from "#app/domain/playback/playback.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { createDb } from "#db/client.ts";
import { findRoom } from "#db/queries/rooms.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { evictRoom } from "#tests/workers/support/evict-room.ts";
import { joinRoom, openSocket } from "#tests/workers/support/room-socket.ts";
import { controlServerClock } from "#tests/workers/support/server-clock.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";
import type { Room } from "#workers/room-object/room-object.ts";

const clock = controlServerClock();
const readState = (id: RoomId) => createClient().call("rooms.getState", { id });

describe("a room", () => {
  it("sends a new connection everything in one snapshot", async () => {
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    const { self, present, guests, media, entryCount } = device.snapshot;
    const state = device.state();
    expect(entryCount).toBe(3);
    expect(state.playlist.map(({ track }) => track.title)).toEqual(["Track 1", "Track 2", "Track 3"]);
    expect(state.playback).toEqual({ status: "paused", entryId: state.playlist[0]?.id, positionMs: 0 });
    expect(self.effectiveRole).toBe("owner");
    expect(present).toEqual([{ person: expect.objectContaining({ name: "Mira" }), role: "owner", devices: 1 }]);
    expect(guests).toBe(0);
    expect(media.expiresAtMs).toBeGreaterThan(Date.now() + 60_000);
    device.socket.close(1000);
  });

  it("PB2 starts playback for everyone at the same time, which lies a short lead ahead", async () => {
    const { owner, id } = await createRoomWithTracks();
    const [one, two] = [await joinRoom(owner, id), await joinRoom(createClient(), id)];
    const before = Date.now();
    expect(await one.command({ type: "play" })).toBeNull();
    await two.next("events");
    const { playback } = two.state();
    expect(playback).toEqual(one.state().playback);
    expect(playback.status === "playing" && playback.anchorMs).toBeGreaterThanOrEqual(before + 150);
    for (const device of [one, two]) device.socket.close(1000);
  });

  it("starts later if a device has a long round trip", async () => {
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    device.send({ type: "clock", sentLocalMs: 17.25, roundTripMs: 400 });
    expect(await device.next("clock")).toMatchObject({ sentLocalMs: 17.25, clockEpoch: device.snapshot.clockEpoch });
    const nowMs = clock.stop();
    await device.command({ type: "play" });
    const { playback } = device.state();
    expect(playback.status === "playing" && playback.anchorMs - nowMs).toBeGreaterThan(400);
    device.socket.close(1000);
  });

  it("RM3 lets guests listen and refuses their commands", async () => {
    const { owner, id } = await createRoomWithTracks();
    const [host, guest] = [await joinRoom(owner, id), await joinRoom(createClient(), id)];
    expect(guest.snapshot.self).toEqual({ userId: null, effectiveRole: "guest" });
    expect(await guest.command({ type: "play" })).toBe("login-required");
    expect(await host.command({ type: "play" })).toBeNull();
    expect((await createClient().call("rooms.getState", { id })).state.playback.status).toBe("playing");
    expect(await createClient().refusal("rooms.command", { id, command: { type: "pause" } })).toBe("login-required");
    for (const device of [host, guest]) device.socket.close(1000);
  });

  it("announces people who join and leave, with the number of their devices", async () => {
    const { owner, id } = await createRoomWithTracks();
    const friend = await registerUser("Лев");
    const first = await joinRoom(owner, id);
    const second = await joinRoom(friend, id);
    expect((await first.personWithDevices("Лев", 1)).role).toBeNull();
    const third = await joinRoom(friend, id);
    await first.personWithDevices("Лев", 2);
    expect(third.snapshot.present).toHaveLength(2);
    const guest = await joinRoom(createClient(), id);
    await first.guestsBecome(1);
    second.socket.close(1000);
    await first.personWithDevices("Лев", 1);
    third.socket.close(1000);
    await first.personWithDevices("Лев", 0);
    guest.socket.close(1000);
    await first.guestsBecome(0);
    first.socket.close(1000);
  });

  it("publishes the number of its users in the room list", async () => {
    const { owner, id } = await createRoomWithTracks();
    const [one, two] = [await joinRoom(owner, id), await joinRoom(createClient(), id)];
    const readUserCount = async () => (await createClient().call("rooms.getPublicRoomsWithAuthors", {})).roomUsers[id];
    await expect.poll(readUserCount).toBe(2);
    one.socket.close(1000);
    two.socket.close(1000);
    await expect.poll(readUserCount).toBe(0);
  });

  it("ignores messages of a connection that it has closed", async () => {
    const { owner, id } = await createRoomWithTracks();
    // the allowance does not refill
    vi.setSystemTime(Date.now());
    const device = await joinRoom(owner, id);
    for (let i = 0; i < 400; i++) device.send({ type: "clock", sentLocalMs: i, roundTripMs: null });
    device.send({ type: "command", id: newId<EditId>(), command: { type: "play" } });
    expect((await device.closed).code).toBe(CLOSE_CODES["too-many-messages"]);
    expect((await readState(id)).state.playback.status).toBe("paused");
  });

  it("closes a connection that requests too many snapshots", async () => {
    const { owner, id } = await createRoomWithTracks();
    // the allowance does not refill
    vi.setSystemTime(Date.now());
    const [host, excessive] = [await joinRoom(owner, id), await joinRoom(createClient(), id)];
    for (let i = 0; i < 20; i++) excessive.send({ type: "request-snapshot" });
    expect((await excessive.closed).code).toBe(CLOSE_CODES["too-many-messages"]);
    expect(await host.command({ type: "play" })).toBeNull();
    host.socket.close(1000);
  });

  it("CF1 starts the next track by its alarm, a crossfade before the end of the last one", async () => {
    const { owner, id } = await createRoomWithTracks({ durationMs: 60_000.5 });
    const device = await joinRoom(owner, id);
    expect(await device.command({ type: "crossfade", ms: 12_000 })).toBeNull();
    for (const ms of [-1, 0.5, 12_001]) expect(await device.command({ type: "crossfade", ms })).toBe("message-malformed");
    await device.command({ type: "play" });
    // its tracks follow each other on an album, except for the first and the third
    const [first, , third] = device.state().playlist;
    await device.command({ type: "queue", entryIds: [third?.id ?? (id as never)], isNext: true });
    await device.command({ type: "seek", entryId: first?.id ?? (id as never), positionMs: 46_990.5 });
    await expect.poll(() => device.state().playback).toMatchObject({ positionMs: 46_990.5 });
    const before = device.state().playback;
    await expect
      .poll(async () => {
        await runDurableObjectAlarm(roomObject(env, id));
        return device.state().playback;
      })
      .toMatchObject({ status: "playing", entryId: third?.id, positionMs: 0, fadeInMs: 12_000 });
    const { playback } = device.state();
    if (before.status !== "playing" || playback.status !== "playing") throw new Error("not playing");
    expect(playback.anchorMs).toBe(before.anchorMs + 1010);
    device.socket.close(1000);
  });

  it("SC1 starts the next track by its alarm, at the time when the last one ended", async () => {
    const { owner, id } = await createRoomWithTracks({ durationMs: 60_000.5 });
    const device = await joinRoom(owner, id);
    await device.command({ type: "play" });
    const [first, second] = device.state().playlist;
    await device.command({ type: "seek", entryId: first?.id ?? (id as never), positionMs: 59_990.5 });
    await device.next("events");
    await device.next("events");
    const before = device.state().playback;
    await expect
      .poll(async () => {
        await runDurableObjectAlarm(roomObject(env, id));
        return device.state().playback;
      })
      .toMatchObject({ status: "playing", entryId: second?.id, positionMs: 0 });
    const { playback } = device.state();
    if (before.status !== "playing" || playback.status !== "playing") throw new Error("not playing");
    expect(playback.anchorMs).toBe(before.anchorMs + 10);
    device.socket.close(1000);
  });

  it("SC2 has the right position after its object was evicted", async () => {
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    await device.command({ type: "play" });
    const { playback } = device.state();
    if (playback.status !== "playing") throw new Error("not playing");
    await evictRoom(id);
    vi.setSystemTime(playback.anchorMs + 20_000);
    const after = await readState(id);
    expect(after.state.playback).toEqual(playback);
    expect(after.state.playlist).toEqual(device.state().playlist);
    expect(after.revision).toBe(device.revision());
    expect(positionAt(after.state.playback, after.serverNowMs)).toBe(20_000);
  });

  it("SC2 skips the tracks that ended while there was no object", async () => {
    const { owner, id } = await createRoomWithTracks({ durationMs: 60_000 });
    const device = await joinRoom(owner, id);
    await device.command({ type: "play" });
    const { playback, playlist } = device.state();
    if (playback.status !== "playing") throw new Error("not playing");
    await evictRoom(id);
    // as if there had been no object for one and a half tracks
    await runInDurableObject(roomObject(env, id), (_: Room, { storage }) => {
      const earlier = { ...playback, anchorMs: playback.anchorMs - 90_000 };
      storage.sql.exec("UPDATE state SET json = ? WHERE key = 'playback'", JSON.stringify(earlier));
    });
    await evictRoom(id);
    const { state } = await readState(id);
    expect(state.playback).toEqual({
      status: "playing",
      entryId: playlist[1]?.id,
      positionMs: 0,
      anchorMs: playback.anchorMs - 30_000,
    });
  });

  it("answers invalid messages with an error code, and continues to serve everyone", async () => {
    const { owner, id } = await createRoomWithTracks();
    const [host, guest] = [await joinRoom(owner, id), await joinRoom(createClient(), id)];
    const sendInvalid = async (message: string) => {
      guest.send(message);
      return (await guest.next("error")).error;
    };
    expect(await sendInvalid("{")).toBe("message-malformed");
    expect(await sendInvalid("null")).toBe("message-unknown");
    expect(await sendInvalid('{"type":"dance"}')).toBe("message-unknown");
    expect(await sendInvalid('{"type":"clock"}')).toBe("message-malformed");
    expect(await sendInvalid('{"type":"report","report":{"errorMs":"x","boundMs":1}}')).toBe("message-malformed");
    expect(await sendInvalid(JSON.stringify({ type: "command", id: "x".repeat(70_000) }))).toBe("message-too-large");
    guest.send('{"type":"command","id":"minezzzzzzzzzzzz","command":{"type":"seek","entryId":"../..","positionMs":1e999}}');
    expect(await guest.next("reply")).toMatchObject({ id: "minezzzzzzzzzzzz", error: "message-malformed" });
    guest.socket.send(new Uint8Array([1, 2, 3]));
    expect((await guest.next("error")).error).toBe("message-malformed");
    expect(await host.command({ type: "play" })).toBeNull();
    for (const device of [host, guest]) device.socket.close(1000);
  });

  it("closes a connection that sends too many messages, and continues to serve the others", async () => {
    const { owner, id } = await createRoomWithTracks();
    // the allowance does not refill
    vi.setSystemTime(Date.now());
    const [host, excessive] = [await joinRoom(owner, id), await joinRoom(createClient(), id)];
    for (let i = 0; i < 400; i++) excessive.send({ type: "clock", sentLocalMs: i, roundTripMs: null });
    expect((await excessive.closed).code).toBe(CLOSE_CODES["too-many-messages"]);
    expect(await host.command({ type: "play" })).toBeNull();
    host.socket.close(1000);
  });

  it("refuses connections with a wrong protocol version, to an unknown room or from another site", async () => {
    const { owner, id } = await createRoomWithTracks();
    const readCloseCode = (socket: WebSocket) =>
      new Promise((resolve) => {
        socket.addEventListener("close", ({ code }) => resolve(code));
        socket.accept();
      });
    expect(await readCloseCode(await openSocket(owner, id, 0))).toBe(CLOSE_CODES["protocol-version"]);
    expect(await readCloseCode(await openSocket(owner, "no-such-room"))).toBe(CLOSE_CODES["room-removed"]);
    const foreign = await owner.fetch(`/api/rooms/${id}/socket?v=1`, {
      headers: { Upgrade: "websocket", Origin: "https://evil.example" },
    });
    expect(foreign.status).toBe(403);
  });

  it("sends a snapshot on request", async () => {
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    await device.command({ type: "play" });
    device.send({ type: "request-snapshot" });
    const again = await device.next("snapshot");
    const { playlist: _, ...rest } = device.state();
    expect(again.state).toEqual(rest);
    expect(again.revision).toBe(device.revision());
    device.socket.close(1000);
  });

  it("UN1 summarizes the sync errors that devices report", async () => {
    const { owner, id } = await createRoomWithTracks();
    const [one, two] = [await joinRoom(owner, id), await joinRoom(createClient(), id)];
    one.send({ type: "report", report: { errorMs: 1.26, boundMs: 0.5 }, sentLocalMs: 31.5 });
    expect(await one.next("clock")).toMatchObject({ sentLocalMs: 31.5 });
    const { syncSummary } = await two.next("sync-summary");
    expect(syncSummary).toEqual({ devices: 1, errorsMs: [1.3], withinMs: 1 });
    for (const device of [one, two]) device.socket.close(1000);
  });

  it("refuses changes of its tracks once it was removed", async () => {
    const { id } = await createRoomWithTracks();
    const found = await findRoom(createDb(env.DB), id);
    if (!found) throw new Error("no room");
    const room = roomObject(env, id);
    await room.remove();
    expect(await room.removeTracks(toRoomMetadata(found), [])).toEqual({ ok: false, error: "room-not-found" });
  });
});
