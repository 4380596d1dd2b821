import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { EditId, EntryId, RoomId, TrackId } from "#app/domain/ids.ts";
import { staleMetadata } from "#tests/workers/permissions/seeded-room.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks, seedTracks } from "#tests/workers/support/tracks.ts";
import { readPlaylist } from "#tests/workers/support/upload.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Room } from "#workers/room-object/room-object.ts";

/** The index forgets a track after 65 s. */
const FINISHED_MS = 70_000;

/** The tracks that the index of room tracks in D1 lists for a room. */
async function listIndexedTracks(id: RoomId): Promise<readonly string[]> {
  const query = env.DB.prepare("SELECT track_id FROM room_tracks WHERE room_id = ? ORDER BY track_id");
  const { results } = await query.bind(id).all<{ track_id: string }>();
  return results.map(({ track_id }) => track_id);
}

/** The number of removals that the room object has recorded and not finished. */
function countRecentRemovals(id: RoomId): Promise<number> {
  const query = "SELECT count(*) AS n FROM recent_removals";
  return runInDurableObject(roomObject(env, id), (_: Room, { storage }) => storage.sql.exec<{ n: number }>(query).one().n);
}

/** Runs the room's alarm when the removals are finished. */
async function finishRemovals(id: RoomId, afterMs = FINISHED_MS): Promise<void> {
  vi.setSystemTime(Date.now() + afterMs);
  expect(await runDurableObjectAlarm(roomObject(env, id))).toBe(true);
  vi.useRealTimers();
}

async function createRoomWithDevice(tracks = 2) {
  const { owner, id } = await createRoomWithTracks({ tracks });
  const device = await joinRoom(owner, id);
  const [entry, other] = await readPlaylist(id);
  if (!entry || !other) throw new Error("no entries");
  const remove = (...entryIds: EntryId[]) => device.command({ type: "remove", entryIds });
  return { owner, id, device, entry, other, remove };
}

describe("the index of a room's tracks", () => {
  it("drops a track a minute after it has left the playlist", async () => {
    const { id, device, entry, other, remove } = await createRoomWithDevice();
    await remove(entry.id);
    expect(await listIndexedTracks(id)).toEqual([entry.track.id, other.track.id].sort());
    await finishRemovals(id);
    expect(await listIndexedTracks(id)).toEqual([other.track.id]);
    expect(await countRecentRemovals(id)).toBe(0);
    device.socket.close(1000);
  });

  it("keeps a track that another entry plays", async () => {
    const { owner, id, device, entry, remove } = await createRoomWithDevice();
    await owner.call("playlist.add", { roomId: id, trackIds: [entry.track.id] });
    await remove(entry.id);
    expect(await countRecentRemovals(id)).toBe(0);
    expect(await listIndexedTracks(id)).toHaveLength(2);
    device.socket.close(1000);
  });

  it("keeps a track whose removal was undone", async () => {
    const { id, device, entry } = await createRoomWithDevice();
    const editId = newId<EditId>();
    await device.command({ type: "remove", entryIds: [entry.id] }, editId);
    await device.command({ type: "undo", editId });
    expect(await countRecentRemovals(id)).toBe(1);
    await finishRemovals(id);
    expect(await countRecentRemovals(id)).toBe(0);
    expect(await listIndexedTracks(id)).toHaveLength(2);
    device.socket.close(1000);
  });

  it("lists a track again before an undo returns it, and not one that was deleted meanwhile", async () => {
    const { owner, id, device, entry, other } = await createRoomWithDevice();
    const editId = newId<EditId>();
    await device.command({ type: "remove", entryIds: [entry.id, other.id] }, editId);
    await finishRemovals(id);
    expect(await listIndexedTracks(id)).toEqual([]);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = 1 WHERE id = ?").bind(other.track.id).run();
    await env.DB.prepare("UPDATE tracks SET title = 'Renamed' WHERE id = ?").bind(entry.track.id).run();
    vi.setSystemTime(Date.now() + FINISHED_MS);
    await owner.call("rooms.command", { id, command: { type: "undo", editId } });
    vi.useRealTimers();
    expect(await listIndexedTracks(id)).toEqual([entry.track.id]);
    expect((await readPlaylist(id)).map(({ track }) => track.title)).toEqual(["Renamed"]);
    device.socket.close(1000);
  });

  it("forgets a track that was listed for an undo which was refused", async () => {
    const { owner, id, device, entry, other } = await createRoomWithDevice();
    const [move, removal] = [newId<EditId>(), newId<EditId>()];
    await device.command({ type: "move", entryIds: [entry.id], afterEntryId: other.id }, move);
    await device.command({ type: "remove", entryIds: [entry.id] }, removal);
    await finishRemovals(id);
    vi.setSystemTime(Date.now() + FINISHED_MS);
    expect(await owner.refusal("rooms.command", { id, command: { type: "undo", editId: move } })).toBe("changed-since");
    vi.useRealTimers();
    expect(await countRecentRemovals(id)).toBe(1);
    await finishRemovals(id, 2 * FINISHED_MS);
    expect(await listIndexedTracks(id)).toEqual([other.track.id]);
    device.socket.close(1000);
  });

  it("keeps a track that was added again, before the room is notified of the addition", async () => {
    const { id, device, entry, other, remove } = await createRoomWithDevice();
    await remove(entry.id, other.id);
    await env.DB.prepare("UPDATE room_tracks SET listed_at_ms = ? WHERE track_id = ?")
      .bind(Date.now() + 1000, entry.track.id)
      .run();
    await finishRemovals(id);
    expect(await listIndexedTracks(id)).toEqual([entry.track.id]);
    device.socket.close(1000);
  });

  it("drops a track later if D1 fails", async () => {
    const { id, device, entry, other, remove } = await createRoomWithDevice();
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await remove(entry.id);
    await env.DB.prepare("ALTER TABLE room_tracks RENAME TO room_tracks_away").run();
    await finishRemovals(id);
    await env.DB.prepare("ALTER TABLE room_tracks_away RENAME TO room_tracks").run();
    expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)).where)).toEqual(["room-tracks"]);
    logged.mockRestore();
    expect(await countRecentRemovals(id)).toBe(1);
    await finishRemovals(id, 3 * FINISHED_MS);
    expect(await listIndexedTracks(id)).toEqual([other.track.id]);
    device.socket.close(1000);
  });

  it("drops a track that was replaced by another", async () => {
    const { owner, id, device, entry, other } = await createRoomWithDevice();
    const [replacement = ""] = await seedTracks(owner.username, id, { count: 1 });
    const track = { ...entry.track, id: replacement as TrackId };
    const { state } = await owner.call("rooms.getState", { id });
    const change = { trackId: entry.track.id, track };
    const replaced = await roomObject(env, id).replaceTrack(staleMetadata(state.info), change, { kind: "server" });
    expect(replaced.ok).toBe(true);
    await finishRemovals(id);
    expect(await listIndexedTracks(id)).toEqual([other.track.id, String(replacement)].sort());
    device.socket.close(1000);
  });
});
