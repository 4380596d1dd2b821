import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { EntryId, RoomId, TrackId } from "#app/domain/ids.ts";
import { sumOf, totalCounts } from "#app/domain/reactions/reactions.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/units.ts";
import { staleMetadata } from "#tests/workers/permissions/seeded-room.ts";
import { createClient } from "#tests/workers/support/client.ts";
import { evictRoom } from "#tests/workers/support/evict-room.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { createVotingRoom, currentOf } from "#tests/workers/support/voting-room.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

const react = (device: RoomDevice, entryId: EntryId, reaction = 2) => device.send({ type: "reaction", entryId, reaction });
const FIRE = [0, 0, 1, 0, 0, 0];

/** Waits until the device has received this number of reactions. Returns the number of messages. */
async function receiveReactions(device: RoomDevice, expected: number): Promise<number> {
  let messages = 0;
  for (let sum = 0; sum < expected; messages++) {
    const { added } = await device.next("reactions");
    for (const { marks } of added) sum += sumOf(totalCounts(marks));
  }
  return messages;
}

function readStored(id: RoomId): Promise<readonly { readonly track_id: string; readonly marks: string }[]> {
  const query = "SELECT track_id, marks FROM reactions";
  return runInDurableObject(roomObject(env, id), (_, { storage }) =>
    storage.sql.exec<{ track_id: string; marks: string }>(query).toArray(),
  );
}

async function runAlarmAfter(id: RoomId, afterMs: number): Promise<void> {
  vi.setSystemTime(Date.now() + afterMs);
  expect(await runDurableObjectAlarm(roomObject(env, id))).toBe(true);
  vi.useRealTimers();
}

describe("a reaction", () => {
  it("RE1 reaches everyone, with its place in the track, also from a guest and over HTTP", async () => {
    const { owner, id, entryId, ownerDevice } = await createVotingRoom([]);
    const guestClient = createClient();
    const guest = await joinRoom(guestClient, id);
    react(guest, entryId);
    expect((await ownerDevice.next("reactions")).added).toEqual([{ entryId, marks: [{ part: 0, counts: FIRE }] }]);
    await guestClient.call("reactions.send", { roomId: id, entryId, reaction: 2 });
    expect((await ownerDevice.next("reactions")).added).toEqual([{ entryId, marks: [{ part: 0, counts: FIRE }] }]);
    const { marks } = await owner.call("reactions.get", { roomId: id, entryId });
    expect(marks).toEqual([{ part: 0, counts: [0, 0, 2, 0, 0, 0] }]);
    for (const { socket } of [guest, ownerDevice]) socket.close(1000);
  });

  it("RE1 to another entry is refused, and so is one to a paused room", async () => {
    const { owner, id, entryId, ownerDevice } = await createVotingRoom([]);
    const other = ownerDevice.state().playlist[1]?.id ?? entryId;
    const send = (reactedId: EntryId) => owner.refusal("reactions.send", { roomId: id, entryId: reactedId, reaction: 0 });
    expect(await send(other)).toBe("entry-not-playing");
    await ownerDevice.command({ type: "pause" });
    expect(await send(entryId)).toBe("entry-not-playing");
    expect(await owner.refusal("reactions.send", { roomId: id, entryId, reaction: 6 })).toBe("invalid-arguments");
    expect(await readStored(id)).toEqual([]);
    ownerDevice.socket.close(1000);
  });

  it("RE2 counts for a person on all their devices, after they have connected again, and over HTTP", async () => {
    const { owner, id, entryId, ownerDevice } = await createVotingRoom([]);
    const observer = await joinRoom(createClient(), id);
    vi.setSystemTime(Date.now());
    react(ownerDevice, entryId);
    react(ownerDevice, entryId);
    await ownerDevice.probe();
    ownerDevice.socket.close(1000);
    const again = await joinRoom(owner, id);
    react(again, entryId);
    react(again, entryId);
    expect(await receiveReactions(observer, 3)).toBeGreaterThan(0);
    expect(await owner.refusal("reactions.send", { roomId: id, entryId, reaction: 2 })).toBe("too-many-reactions");
    for (const { socket } of [again, observer]) socket.close(1000);
  });

  it("RE3 is sent with others in one message each 150 ms", async () => {
    const { id, entryId, ownerDevice } = await createVotingRoom([]);
    const guests = await Promise.all(Array.from({ length: 30 }, () => joinRoom(createClient(), id)));
    const startMs = Date.now();
    for (const guest of guests) for (const reaction of [0, 1, 2]) react(guest, entryId, reaction);
    const messages = await receiveReactions(ownerDevice, 90);
    expect(messages).toBeLessThanOrEqual(2 + (Date.now() - startMs) / connectionLimits.broadcastMs);
    for (const { socket } of [...guests, ownerDevice]) socket.close(1000);
  });
});

describe("the reactions to a track", () => {
  it("RE4 are sent to devices that join and when the track plays again, also after an eviction, and name no person", async () => {
    const { owner, id, entryId, ownerDevice } = await createVotingRoom([]);
    react(ownerDevice, entryId);
    await ownerDevice.next("reactions");
    ownerDevice.socket.close(1000);
    await evictRoom(id);
    const device = await joinRoom(owner, id);
    expect(await device.next("track-reactions")).toMatchObject({ entryId, marks: [{ part: 0, counts: FIRE }] });
    await device.command({ type: "next", entryId });
    await device.command({ type: "select", entryId });
    expect(await device.next("track-reactions")).toMatchObject({ entryId });
    const [row] = await readStored(id);
    expect(Object.keys(row ?? {})).toEqual(["track_id", "marks"]);
    expect(row?.marks).not.toContain(device.snapshot.self.userId);
    device.socket.close(1000);
  });

  it("RE4 are those of the track that an edition replaces", async () => {
    const { id, entryId, ownerDevice } = await createVotingRoom([]);
    react(ownerDevice, entryId);
    await ownerDevice.next("reactions");
    const { info, playlist } = ownerDevice.state();
    const track = playlist[0]?.track;
    if (!track) throw new Error("no track");
    const editionId = "editionaaaaaaaaa" as TrackId;
    const change = { trackId: track.id, track: { ...track, id: editionId } };
    await roomObject(env, id).replaceTrack(staleMetadata(info), change, { kind: "server" });
    const { marks } = await createClient().call("reactions.get", { roomId: id, entryId: currentOf(ownerDevice) });
    expect(marks).toEqual([{ part: 0, counts: FIRE }]);
    ownerDevice.socket.close(1000);
  });

  it("RE5 are deleted with the track, and when it has left the playlist for good", async () => {
    const { id, entryId, ownerDevice } = await createVotingRoom([]);
    const [first, second] = ownerDevice.state().playlist;
    if (!first || !second) throw new Error("no entries");
    react(ownerDevice, entryId);
    await ownerDevice.next("reactions");
    await ownerDevice.command({ type: "next", entryId });
    react(ownerDevice, second.id);
    await ownerDevice.next("reactions");
    expect((await readStored(id)).map(({ track_id }) => track_id).sort()).toEqual([first.track.id, second.track.id].sort());
    await roomObject(env, id).removeTracks(staleMetadata(ownerDevice.state().info), [first.track.id]);
    expect((await readStored(id)).map(({ track_id }) => track_id)).toEqual([second.track.id]);
    await ownerDevice.command({ type: "remove", entryIds: [second.id] });
    ownerDevice.socket.close(1000);
    await runAlarmAfter(id, 2 * MINUTE_MS);
    // an undo can return the track
    expect(await readStored(id)).toHaveLength(1);
    // the log forgets the removal, and then the room the track
    await runAlarmAfter(id, 31 * DAY_MS);
    await runAlarmAfter(id, 31 * DAY_MS);
    expect(await readStored(id)).toEqual([]);
  });
});
