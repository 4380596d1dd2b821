import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { EditId, ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { createDb } from "#db/client.ts";
import { listDeletedTracks } from "#db/queries/track-removal.ts";
import { interceptRoomCalls } from "#tests/workers/support/intercept-room-calls.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createNoise, createRoom, readPlaylist } from "#tests/workers/support/upload.ts";
import { newId } from "#workers/crypto/random.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { audioKey, coverKey } from "#workers/media/object-keys.ts";
import { addMember, sweepAfter, uploadTrack } from "./track-fixtures.ts";

/** The first sweep deletes the rows, the second the orphaned objects. */
async function sweepAll(): Promise<void> {
  await sweep(env, Date.now() + 6 * MINUTE_MS);
  await sweep(env, Date.now() + 70 * MINUTE_MS);
}

async function countRows(trackId: TrackId) {
  const count = async (table: string, column: string) =>
    (await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`).bind(trackId).first<{ n: number }>())?.n;
  return {
    tracks: await count("tracks", "id"),
    words: await count("track_words", "track_id"),
    rooms: await count("room_tracks", "track_id"),
  };
}

async function findAudioObject(trackId: TrackId): Promise<ObjectId> {
  const row = await env.DB.prepare("SELECT audio_object AS id FROM tracks WHERE id = ?")
    .bind(trackId)
    .first<{ id: ObjectId }>();
  if (!row) throw new Error("no track");
  return row.id;
}

const isStored = async (key: string) => (await env.MEDIA.head(key)) !== null;

describe("a track that is removed from the library", () => {
  it("is removed from every room at once, even while it plays, and no longer found", async () => {
    const { owner, id } = await createRoom();
    const second = await owner.call("rooms.create", { name: "Second" });
    const [removed, remaining] = [await uploadTrack(owner, id), await uploadTrack(owner, id)];
    await owner.call("playlist.add", { roomId: second.id, trackIds: [removed] });
    const device = await joinRoom(owner, second.id);
    await device.command({ type: "play" });
    expect(device.state().playback.status).toBe("playing");
    await owner.call("tracks.remove", { trackIds: [removed] });
    expect((await readPlaylist(id)).map(({ track }) => track.id)).toEqual([remaining]);
    expect(await readPlaylist(second.id)).toEqual([]);
    await expect.poll(() => device.state().playback.status).toBe("idle");
    const { tracks } = await owner.call("tracks.list", {});
    expect(tracks.map(({ track }) => track.id)).toEqual([remaining]);
    expect(await owner.refusal("playlist.add", { roomId: id, trackIds: [removed] })).toBe("not-found");
    const audio = await owner.fetch(`/media/audio/${removed}?${device.snapshot.media.query}`);
    expect(audio.status).toBe(404);
    device.socket.close(1000);
  });

  it("LU6 cannot be restored by undoing an earlier removal from the playlist", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const device = await joinRoom(owner, id);
    const [entry] = await readPlaylist(id);
    if (!entry) throw new Error("no entry");
    const editId = newId<EditId>();
    await device.command({ type: "remove", entryIds: [entry.id] }, editId);
    await owner.call("tracks.remove", { trackIds: [trackId] });
    expect(await device.command({ type: "undo", editId })).toBe("undo-unavailable");
    expect(await readPlaylist(id)).toEqual([]);
    device.socket.close(1000);
  });

  it("is deleted with all its data by the sweep", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const audioObject = await findAudioObject(trackId);
    await owner.call("tracks.remove", { trackIds: [trackId] });
    await sweep(env, Date.now());
    expect((await countRows(trackId)).tracks).toBe(1);
    await sweepAll();
    expect(await countRows(trackId)).toEqual({ tracks: 0, words: 0, rooms: 0 });
    expect(await isStored(audioKey(audioObject))).toBe(false);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM audio WHERE id = ?").bind(audioObject).first("n")).toBe(0);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM orphaned_objects").first("n")).toBe(0);
  });

  it("is removed by the sweep from a room to which it was added during the removal", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = ? WHERE id = ?").bind(Date.now(), trackId).run();
    expect(await readPlaylist(id)).toHaveLength(1);
    await sweepAll();
    expect(await readPlaylist(id)).toEqual([]);
    expect((await countRows(trackId)).tracks).toBe(0);
  });

  it("is deleted although another track has to wait for a room that fails, behind all others", async () => {
    const { owner, id } = await createRoom();
    const second = (await owner.call("rooms.create", { name: "Second" })).id;
    const [waiting, removed] = [await uploadTrack(owner, id), await uploadTrack(owner, second)];
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = iif(id = ?, 1, 2) WHERE id IN (?1, ?2)")
      .bind(waiting, removed)
      .run();
    const errorLog = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = interceptRoomCalls("removeTracks", (removeTracks, _, room) =>
      room.equals(env.ROOM.idFromName(id)) ? Promise.reject(new Error("the room is down")) : removeTracks(),
    );
    await sweep(broken, Date.now());
    errorLog.mockRestore();
    expect([(await countRows(waiting)).tracks, (await countRows(removed)).tracks]).toEqual([1, 0]);
    expect(await listDeletedTracks(createDb(env.DB), Date.now() - MINUTE_MS, 10)).toEqual([]);
    const later = await uploadTrack(owner, second);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = 3 WHERE id = ?").bind(later).run();
    expect(await listDeletedTracks(createDb(env.DB), Date.now() + MINUTE_MS, 10)).toEqual([later, waiting]);
    await sweepAll();
    expect((await countRows(waiting)).tracks).toBe(0);
  });

  it("leaves its audio to other tracks with the same bytes, uploaded before or after the removal", async () => {
    const { owner, id } = await createRoom();
    const other = await createRoom();
    const file = createNoise();
    const before = await uploadTrack(other.owner, other.id, file);
    const trackId = await uploadTrack(owner, id, file);
    const audioObject = await findAudioObject(trackId);
    await owner.call("tracks.remove", { trackIds: [trackId] });
    const after = await uploadTrack(owner, id, file);
    expect(await findAudioObject(after)).toBe(audioObject);
    await other.owner.call("tracks.remove", { trackIds: [before] });
    await sweepAll();
    expect([(await countRows(trackId)).tracks, (await countRows(before)).tracks]).toEqual([0, 0]);
    expect(await isStored(audioKey(audioObject))).toBe(true);
    const device = await joinRoom(owner, id);
    const bytes = await owner.fetch(`/media/audio/${after}?${device.snapshot.media.query}`);
    expect(Buffer.compare(Buffer.from(await bytes.arrayBuffer()), file)).toBe(0);
    device.socket.close(1000);
  });

  it("leaves its audio to a track with the same bytes although its own upload was interrupted at the end", async () => {
    const { owner, id } = await createRoom();
    const other = await createRoom();
    const file = createNoise();
    const trackId = await uploadTrack(owner, id, file);
    const audioObject = await findAudioObject(trackId);
    const columns = "id, user_id, room_id, file_name, size_bytes, audio_object, multipart_id, created_at_ms";
    const values = "id, uploaded_by, ?, file_name, size_bytes, audio_object, '', 0";
    await env.DB.prepare(`INSERT INTO uploads (${columns}) SELECT ${values} FROM tracks WHERE id = ?`).bind(id, trackId).run();
    await uploadTrack(other.owner, other.id, file);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = 1 WHERE id = ?").bind(trackId).run();
    await env.DB.prepare("UPDATE uploads SET created_at_ms = ? WHERE id = ?").bind(Date.now(), trackId).run();
    await sweep(env, Date.now());
    expect((await countRows(trackId)).tracks).toBe(0);
    await env.DB.prepare("UPDATE uploads SET created_at_ms = 0 WHERE id = ?").bind(trackId).run();
    await sweep(env, Date.now());
    expect(await isStored(audioKey(audioObject))).toBe(true);
  });

  it("deletes its cover unless another track has it", async () => {
    const { owner, id } = await createRoom();
    const [removed, alone, remaining] = [
      await uploadTrack(owner, id),
      await uploadTrack(owner, id),
      await uploadTrack(owner, id),
    ];
    const cover = async (name: string, ...ids: readonly TrackId[]) => {
      await env.MEDIA.put(coverKey(name as ObjectId), "cover");
      for (const track of ids) await env.DB.prepare("UPDATE tracks SET cover_object = ? WHERE id = ?").bind(name, track).run();
    };
    await cover("shared", removed, remaining);
    await cover("single", alone);
    await owner.call("tracks.remove", { trackIds: [removed, alone] });
    await sweepAll();
    expect(await isStored(coverKey("shared" as ObjectId))).toBe(true);
    expect(await isStored(coverKey("single" as ObjectId))).toBe(false);
  });

  it("must belong to the caller; if one of several does not, none is removed", async () => {
    const { owner, id } = await createRoom();
    const other = await createRoom();
    const [own, another] = [await uploadTrack(owner, id), await uploadTrack(other.owner, other.id)];
    expect(await owner.refusal("tracks.remove", { trackIds: [own, another] })).toBe("not-found");
    expect(await owner.refusal("tracks.usage", { trackIds: [own, another] })).toBe("not-found");
    expect(await readPlaylist(id)).toHaveLength(1);
    expect((await owner.call("tracks.list", {})).tracks).toHaveLength(1);
  });
});

describe("the usage of a track", () => {
  it("lists the rooms visible to the caller, and counts the others", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const ada = await createRoom();
    const { id: hidden } = await ada.owner.call("rooms.create", { name: "Hidden" });
    await ada.owner.call("rooms.update", { id: hidden, visibility: "hidden" });
    const addToIndex = (roomId: RoomId) =>
      env.DB.prepare("INSERT INTO room_tracks (room_id, track_id, created_at_ms, listed_at_ms) VALUES (?, ?, 0, 0)")
        .bind(roomId, trackId)
        .run();
    await addToIndex(ada.id);
    await addToIndex(hidden);
    const usage = await owner.call("tracks.usage", { trackIds: [trackId] });
    expect(usage.rooms.map((room) => room.id).sort()).toEqual([id, ada.id].sort());
    expect([usage.others, usage.editions]).toEqual([1, 0]);
  });

  it("counts the tracks of others with the same audio: their editions and their own uploads", async () => {
    const { owner, id } = await createRoom();
    const other = await createRoom();
    const file = createNoise();
    const [trackId, different] = [await uploadTrack(owner, id, file), await uploadTrack(owner, id)];
    await uploadTrack(owner, id, file);
    await uploadTrack(other.owner, other.id, file);
    const editor = await addMember(owner, id, "editor");
    await editor.call("tracks.update", { trackId, roomId: id, changes: { title: "Edition" } });
    const removed = await uploadTrack(other.owner, other.id, file);
    await other.owner.call("tracks.remove", { trackIds: [removed] });
    const countEditions = async (...trackIds: TrackId[]) => (await owner.call("tracks.usage", { trackIds })).editions;
    expect([await countEditions(trackId), await countEditions(different)]).toEqual([2, 0]);
    expect(await countEditions(trackId, different)).toBe(2);
  });

  it("TE4 does not remove an edition from its room, but passes it to the uploader of the original", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const editor = await addMember(owner, id, "editor");
    const own = await uploadTrack(editor, id);
    const changes = { title: "Edition" };
    const edition = (await editor.call("tracks.update", { trackId, roomId: id, changes })).trackId;
    const trackIds = [edition, own];
    expect(await editor.call("tracks.usage", { trackIds })).toMatchObject({ rooms: [{ id }], returned: 1 });
    expect(await editor.call("tracks.usage", { trackIds: [edition] })).toMatchObject({ rooms: [], returned: 1 });
    expect(await editor.call("tracks.remove", { trackIds })).toEqual({ returned: [edition] });
    expect((await readPlaylist(id)).map(({ track }) => track.id)).toEqual([edition]);
    expect((await editor.call("tracks.list", {})).tracks.find(({ track }) => track.id === edition)?.isOwn).toBe(false);
    // the uploader of the original may delete it
    expect(await owner.call("tracks.remove", { trackIds: [edition] })).toEqual({ returned: [] });
    expect(await readPlaylist(id)).toEqual([]);
  });

  it("TE4 removes an edition that no room has, and does not pass it to anyone", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const editor = await addMember(owner, id, "editor");
    const edition = (await editor.call("tracks.update", { trackId, roomId: id, changes: { title: "Edition" } })).trackId;
    // as the room does a minute after the last entry is gone
    await env.DB.prepare("DELETE FROM room_tracks WHERE track_id = ?").bind(edition).run();
    expect(await editor.call("tracks.usage", { trackIds: [edition] })).toMatchObject({ returned: 0 });
    expect(await editor.call("tracks.remove", { trackIds: [edition] })).toEqual({ returned: [] });
    expect((await owner.call("tracks.list", {})).tracks.map(({ track }) => track.id)).toEqual([trackId]);
  });

  it("TE4 removes an edition whose original no longer exists", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const editor = await addMember(owner, id, "editor");
    const edition = (await editor.call("tracks.update", { trackId, roomId: id, changes: { title: "Edition" } })).trackId;
    await owner.call("tracks.remove", { trackIds: [trackId] });
    expect(await editor.call("tracks.remove", { trackIds: [edition] })).toEqual({ returned: [] });
    expect(await readPlaylist(id)).toEqual([]);
    await sweepAfter(6 * MINUTE_MS);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM tracks WHERE id IN (?, ?)").bind(trackId, edition).first("n")).toBe(
      0,
    );
  });
});
