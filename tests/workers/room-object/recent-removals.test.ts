import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EntryId, RoomId, TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { newRoomWithTracks as newRoom, seedTracks } from "#tests/workers/support/tracks.ts";
import { entriesOf } from "#tests/workers/support/upload.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Room } from "#workers/room-object/room-object.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** What D1 says that the room holds. */
async function heldIn(id: RoomId): Promise<readonly string[]> {
  const { results } = await env.DB.prepare("SELECT track_id FROM room_tracks WHERE room_id = ? ORDER BY track_id")
    .bind(id)
    .all<{ track_id: string }>();
  return results.map(({ track_id }) => track_id);
}

/** How many tracks the room means to let go of. */
function notesOf(id: RoomId): Promise<number> {
  return runInDurableObject(
    roomObject(env, id),
    (_: Room, { storage }) => storage.sql.exec<{ n: number }>("SELECT count(*) AS n FROM recent_removals").one().n,
  );
}

/** Rings the room's alarm when nothing may be taken back any more. */
async function aMinuteLater(id: RoomId): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + playlistLimits.undoMs + 10_000 });
  expect(await runDurableObjectAlarm(roomObject(env, id))).toBe(true);
  vi.useRealTimers();
}

async function roomWithDevice(tracks = 2) {
  const { owner, id } = await newRoom({ tracks });
  const device = await joinRoom(owner, id);
  const playlist = await entriesOf(id);
  const [entry, other] = [playlist[0], playlist[1]];
  if (!entry || !other) throw new Error("no entries");
  const remove = (...entryIds: EntryId[]) => device.command({ type: "remove", entryIds });
  return { owner, id, device, entry, other, remove };
}

describe("a room that plays a track no more", () => {
  it("is not named by the index any more, once nobody can bring the track back", async () => {
    const { id, device, entry, other, remove } = await roomWithDevice();
    await remove(entry.id);
    expect(await heldIn(id)).toEqual([entry.track.id, other.track.id].sort());
    await aMinuteLater(id);
    expect(await heldIn(id)).toEqual([other.track.id]);
    expect(await notesOf(id)).toBe(0);
    device.socket.close(1000);
  });

  it("goes on to be named while another entry plays the track", async () => {
    const { owner, id, device, entry, remove } = await roomWithDevice();
    await owner.call("playlist.add", { roomId: id, trackIds: [entry.track.id] });
    await remove(entry.id);
    expect(await notesOf(id)).toBe(0);
    expect(await heldIn(id)).toHaveLength(2);
    device.socket.close(1000);
  });

  it("goes on to be named where the removal was taken back", async () => {
    const { id, device, entry, remove } = await roomWithDevice();
    await remove(entry.id);
    await device.command({ type: "restore", what: "removal", entryIds: [entry.id] });
    expect(await notesOf(id)).toBe(1);
    await aMinuteLater(id);
    expect(await notesOf(id)).toBe(0);
    expect(await heldIn(id)).toHaveLength(2);
    device.socket.close(1000);
  });

  it("goes on to be named where the track was added again, though the room has not heard of that yet", async () => {
    const { id, device, entry, other, remove } = await roomWithDevice();
    await remove(entry.id, other.id);
    await env.DB.prepare("UPDATE room_tracks SET listed_at_ms = ? WHERE track_id = ?")
      .bind(Date.now() + 1000, entry.track.id)
      .run();
    await aMinuteLater(id);
    expect(await heldIn(id)).toEqual([entry.track.id]);
    device.socket.close(1000);
  });

  it("asks again later where the directory does not answer", async () => {
    const { id, device, entry, other, remove } = await roomWithDevice();
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await remove(entry.id);
    await env.DB.prepare("ALTER TABLE room_tracks RENAME TO room_tracks_away").run();
    await aMinuteLater(id);
    await env.DB.prepare("ALTER TABLE room_tracks_away RENAME TO room_tracks").run();
    expect(said.mock.calls.map(([line]) => JSON.parse(String(line)).where)).toEqual(["room-tracks"]);
    said.mockRestore();
    expect(await notesOf(id)).toBe(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * playlistLimits.undoMs + 10_000 });
    await runDurableObjectAlarm(roomObject(env, id));
    expect(await heldIn(id)).toEqual([other.track.id]);
    device.socket.close(1000);
  });

  it("lets go of a track that another stands for now", async () => {
    const { owner, id, device, entry, other } = await roomWithDevice();
    const [edition] = await seedTracks(owner.username, id, { count: 1 });
    const track = { ...entry.track, id: edition as TrackId };
    const { state } = await owner.call("rooms.getState", { id });
    const epochs = { accessEpoch: 0, mediaEpoch: 0 };
    const retold = await roomObject(env, id).replaceTrack(
      { info: state.info, epochs },
      { trackId: entry.track.id, track },
      { kind: "server" },
    );
    expect(retold.ok).toBe(true);
    await aMinuteLater(id);
    expect(await heldIn(id)).toEqual([other.track.id, String(edition)].sort());
    device.socket.close(1000);
  });
});
