import { abortAllDurableObjects, env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { positionAt } from "#app/domain/playback/playback.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { newClient, newMember } from "#tests/workers/support/client.ts";
import { joinRoom, openSocket } from "#tests/workers/support/room-socket.ts";
import { newRoomWithTracks as newRoom } from "#tests/workers/support/tracks.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Room } from "#workers/room-object/room-object.ts";

const stateOf = (id: RoomId) => newClient().call("rooms.getState", { id });

describe("a room", () => {
  it("welcomes with everything in one frame", async () => {
    const { owner, id } = await newRoom();
    const device = await joinRoom(owner, id);
    const { self, present, anonymous, media, entryCount } = device.snapshot;
    const state = device.state();
    expect(entryCount).toBe(3);
    expect(state.playlist.map(({ track }) => track.title)).toEqual(["Track 1", "Track 2", "Track 3"]);
    expect(state.playback).toEqual({ status: "paused", entryId: state.playlist[0]?.id, positionMs: 0 });
    expect(self.effectiveRole).toBe("owner");
    expect(present).toEqual([{ person: expect.objectContaining({ name: "Mira" }), role: "owner", devices: 1 }]);
    expect(anonymous).toBe(0);
    expect(media.expiresAtMs).toBeGreaterThan(Date.now() + 60_000);
    device.socket.close(1000);
  });

  it("PB2 plays for everyone at one moment, a lead ahead", async () => {
    const { owner, id } = await newRoom();
    const [one, two] = [await joinRoom(owner, id), await joinRoom(newClient(), id)];
    const before = Date.now();
    expect(await one.command({ type: "play" })).toBeNull();
    await two.next("events");
    const { playback } = two.state();
    expect(playback).toEqual(one.state().playback);
    expect(playback.status === "playing" && playback.anchorMs).toBeGreaterThanOrEqual(before + 150);
    for (const device of [one, two]) device.socket.close(1000);
  });

  it("takes a slow device's round trip into account", async () => {
    const { owner, id } = await newRoom();
    const device = await joinRoom(owner, id);
    device.say({ type: "clock", sentLocalMs: 17.25, roundTripMs: 400 });
    const clock = await device.next("clock");
    expect(clock).toMatchObject({ sentLocalMs: 17.25, clockEpoch: device.snapshot.clockEpoch });
    await device.command({ type: "play" });
    const { playback } = device.state();
    expect(playback.status === "playing" && playback.anchorMs - Date.now()).toBeGreaterThan(400);
    device.socket.close(1000);
  });

  it("RM3 guests hear and are refused, and the room goes on", async () => {
    const { owner, id } = await newRoom();
    const [host, guest] = [await joinRoom(owner, id), await joinRoom(newClient(), id)];
    expect(guest.snapshot.self).toEqual({ userId: null, effectiveRole: "guest" });
    expect(await guest.command({ type: "play" })).toBe("login-required");
    expect(await host.command({ type: "play" })).toBeNull();
    expect((await newClient().call("rooms.getState", { id })).state.playback.status).toBe("playing");
    expect(await newClient().refusal("rooms.command", { id, command: { type: "pause" } })).toBe("login-required");
    for (const device of [host, guest]) device.socket.close(1000);
  });

  it("tells who is here, on how many devices, and who has left", async () => {
    const { owner, id } = await newRoom();
    const friend = await newMember("Лев");
    const first = await joinRoom(owner, id);
    const second = await joinRoom(friend, id);
    expect((await first.next("presence")).present).toMatchObject({ person: { name: "Лев" }, role: null, devices: 1 });
    const third = await joinRoom(friend, id);
    expect((await first.next("presence")).present.devices).toBe(2);
    expect(third.snapshot.present).toHaveLength(2);
    const guest = await joinRoom(newClient(), id);
    expect((await first.next("anonymous")).devices).toBe(1);
    second.socket.close(1000);
    expect((await first.next("presence")).present.devices).toBe(1);
    third.socket.close(1000);
    expect((await first.next("presence")).present.devices).toBe(0);
    guest.socket.close(1000);
    expect((await first.next("anonymous")).devices).toBe(0);
    first.socket.close(1000);
  });

  it("tells the list of rooms how many are in it", async () => {
    const { owner, id } = await newRoom();
    const [one, two] = [await joinRoom(owner, id), await joinRoom(newClient(), id)];
    const listed = async () => (await newClient().call("rooms.getPublicRoomsWithAuthors", {})).roomUsers[id];
    await expect.poll(listed).toBe(2);
    one.socket.close(1000);
    two.socket.close(1000);
    await expect.poll(listed).toBe(0);
  });

  it("does not listen to who it has closed on", async () => {
    const { owner, id } = await newRoom();
    const device = await joinRoom(owner, id);
    for (let i = 0; i < 400; i++) device.say({ type: "clock", sentLocalMs: i, roundTripMs: null });
    device.say({ type: "command", id: "late", command: { type: "play" } });
    expect((await device.closed).code).toBe(CLOSE_CODES["too-many-messages"]);
    expect((await stateOf(id)).state.playback.status).toBe("paused");
  });

  it("gives fresh starts, which are dear, at a measured pace", async () => {
    const { owner, id } = await newRoom();
    const [host, greedy] = [await joinRoom(owner, id), await joinRoom(newClient(), id)];
    for (let i = 0; i < 20; i++) greedy.say({ type: "request-snapshot" });
    expect((await greedy.closed).code).toBe(CLOSE_CODES["too-many-messages"]);
    expect(await host.command({ type: "play" })).toBeNull();
    host.socket.close(1000);
  });

  it("SC1 goes on to the next track by its alarm, exactly where the last one ended", async () => {
    const { owner, id } = await newRoom({ durationMs: 60_000.5 });
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

  it("SC2 comes back at the right position after its object died", async () => {
    const { owner, id } = await newRoom();
    const device = await joinRoom(owner, id);
    await device.command({ type: "play" });
    const { playback } = device.state();
    await abortAllDurableObjects();
    const after = await stateOf(id);
    expect(after.state.playback).toEqual(playback);
    expect(after.state.playlist).toEqual(device.state().playlist);
    expect(after.revision).toBe(device.revision());
    expect(positionAt(after.state.playback, after.serverNowMs)).toBeLessThan(60_000);
  });

  it("SC2 goes through what ended while its object was gone", async () => {
    const { owner, id } = await newRoom({ durationMs: 60_000 });
    const device = await joinRoom(owner, id);
    await device.command({ type: "play" });
    const { playback, playlist } = device.state();
    if (playback.status !== "playing") throw new Error("not playing");
    await abortAllDurableObjects();
    // as if the machine had been away for a track and a half
    await runInDurableObject(roomObject(env, id), (_: Room, { storage }) => {
      const earlier = { ...playback, anchorMs: playback.anchorMs - 90_000 };
      storage.sql.exec("UPDATE facts SET json = ? WHERE key = 'playback'", JSON.stringify(earlier));
    });
    await abortAllDurableObjects();
    const { state } = await stateOf(id);
    expect(state.playback).toEqual({
      status: "playing",
      entryId: playlist[1]?.id,
      positionMs: 0,
      anchorMs: playback.anchorMs - 30_000,
    });
  });

  it("answers what makes no sense with a typed error, and goes on for everyone", async () => {
    const { owner, id } = await newRoom();
    const [host, guest] = [await joinRoom(owner, id), await joinRoom(newClient(), id)];
    const refusal = async (frame: string) => {
      guest.say(frame);
      return (await guest.next("error")).error;
    };
    expect(await refusal("{")).toBe("message-malformed");
    expect(await refusal("null")).toBe("message-unknown");
    expect(await refusal('{"type":"dance"}')).toBe("message-unknown");
    expect(await refusal('{"type":"clock"}')).toBe("message-malformed");
    expect(await refusal('{"type":"report","report":{"errorMs":"x","boundMs":1}}')).toBe("message-malformed");
    expect(await refusal(JSON.stringify({ type: "command", id: "x".repeat(70_000) }))).toBe("message-too-large");
    guest.say('{"type":"command","id":"mine","command":{"type":"seek","entryId":"../..","positionMs":1e999}}');
    expect(await guest.next("reply")).toMatchObject({ id: "mine", error: "message-malformed" });
    guest.socket.send(new Uint8Array([1, 2, 3]));
    expect((await guest.next("error")).error).toBe("message-malformed");
    expect(await host.command({ type: "play" })).toBeNull();
    for (const device of [host, guest]) device.socket.close(1000);
  });

  it("closes on who shouts, and goes on for the others", async () => {
    const { owner, id } = await newRoom();
    const [host, loud] = [await joinRoom(owner, id), await joinRoom(newClient(), id)];
    for (let i = 0; i < 400; i++) loud.say({ type: "clock", sentLocalMs: i, roundTripMs: null });
    expect((await loud.closed).code).toBe(CLOSE_CODES["too-many-messages"]);
    expect(await host.command({ type: "play" })).toBeNull();
    host.socket.close(1000);
  });

  it("turns away at the door: a wrong version, no such room, another site", async () => {
    const { owner, id } = await newRoom();
    const responseErrorCode = (socket: WebSocket) =>
      new Promise((resolve) => {
        socket.addEventListener("close", ({ code }) => resolve(code));
        socket.accept();
      });
    expect(await responseErrorCode(await openSocket(owner, id, 0))).toBe(CLOSE_CODES["protocol-version"]);
    expect(await responseErrorCode(await openSocket(owner, "no-such-room"))).toBe(CLOSE_CODES["room-removed"]);
    const foreign = await owner.fetch(`/api/rooms/${id}/socket?v=1`, {
      headers: { Upgrade: "websocket", Origin: "https://evil.example" },
    });
    expect(foreign.status).toBe(403);
  });

  it("gives a fresh start to who asks for one", async () => {
    const { owner, id } = await newRoom();
    const device = await joinRoom(owner, id);
    await device.command({ type: "play" });
    device.say({ type: "request-snapshot" });
    const again = await device.next("snapshot");
    const { playlist: _, ...rest } = device.state();
    expect(again.state).toEqual(rest);
    expect(again.revision).toBe(device.revision());
    device.socket.close(1000);
  });

  it("UN1 folds what devices report of their sound", async () => {
    const { owner, id } = await newRoom();
    const [one, two] = [await joinRoom(owner, id), await joinRoom(newClient(), id)];
    one.say({ type: "report", report: { errorMs: 1.26, boundMs: 0.5 } });
    const { syncSummary } = await two.next("sync-summary");
    expect(syncSummary).toEqual({ devices: 1, errorsMs: [1.3], withinMs: 0 });
    for (const device of [one, two]) device.socket.close(1000);
  });
});
