import { describe, expect, it } from "vitest";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { entryId } from "#tests/support/builders.ts";
import { evictRoom } from "#tests/workers/support/evict-room.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { controlServerClock } from "#tests/workers/support/server-clock.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";

const { setSecond } = controlServerClock();
const getCurrentEntryId = (device: RoomDevice) => currentEntryId(device.state().playback) ?? entryId("none");

/** A room that plays its first track, with two devices of its owner. */
async function createPlayingRoom() {
  setSecond(0);
  const { owner, id } = await createRoomWithTracks();
  const [device, other] = [await joinRoom(owner, id), await joinRoom(owner, id)];
  await device.command({ type: "play" });
  await other.next("events");
  setSecond(20);
  return { owner, id, device, other, firstId: getCurrentEntryId(device) };
}

describe("a control of playback", () => {
  it("PB10 reaches the other devices with the person, and PB11 one of them can undo it", async () => {
    const { device, other, firstId } = await createPlayingRoom();
    await device.command({ type: "next", entryId: firstId });
    const { revision, events } = await other.next("events");
    const userId = device.snapshot.self.userId;
    expect(events[0]).toMatchObject({ type: "playback-controlled", kind: "next", userId, before: { entryId: firstId } });
    setSecond(25);
    expect(await other.command({ type: "restore-playback", revision })).toBeNull();
    await device.probe();
    expect(device.state().playback).toMatchObject({ status: "playing", entryId: firstId });
    expect(device.state()).toEqual(other.state());
    for (const { socket } of [device, other]) socket.close(1000);
  });

  it("PB11 can be undone after the eviction of the object, and only once", async () => {
    const { owner, id, firstId, device, other } = await createPlayingRoom();
    for (const { socket } of [device, other]) socket.close(1000);
    const command = { type: "next", entryId: firstId } as const;
    const { revision } = await owner.call("rooms.command", { id, command });
    const undo = { id, command: { type: "restore-playback", revision } as const };
    await evictRoom(id);
    await owner.call("rooms.command", undo);
    const restored = await owner.call("rooms.getState", { id });
    expect(restored.state.playback).toMatchObject({ entryId: firstId });
    await evictRoom(id);
    // a repetition changes nothing
    await owner.call("rooms.command", undo);
    expect((await owner.call("rooms.getState", { id })).revision).toBe(restored.revision);
  });

  it("PB11 cannot be undone after another change, even if the object was evicted", async () => {
    const { owner, id, firstId, device, other } = await createPlayingRoom();
    for (const { socket } of [device, other]) socket.close(1000);
    const { revision } = await owner.call("rooms.command", { id, command: { type: "next", entryId: firstId } });
    await owner.call("rooms.command", { id, command: { type: "pause" } });
    await evictRoom(id);
    const command = { type: "restore-playback", revision } as const;
    expect(await owner.refusal("rooms.command", { id, command })).toBe("undo-unavailable");
  });

  it("PB11 cannot be undone after ten seconds", async () => {
    const { device, other, firstId } = await createPlayingRoom();
    await device.command({ type: "next", entryId: firstId });
    const { revision } = await other.next("events");
    setSecond(20 + playbackLimits.controlUndoMs / 1000 + 1);
    expect(await other.command({ type: "restore-playback", revision })).toBe("undo-unavailable");
    for (const { socket } of [device, other]) socket.close(1000);
  });
});
