import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { listDeletedTracks } from "#db/queries/track-removal.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { entriesOf, newRoom, newSound, sendFile } from "#tests/workers/support/upload.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { audioKey, coverKey } from "#workers/media/object-keys.ts";
import { addMember, envWith, MINUTE_MS } from "./edited-tracks.ts";

async function upload(client: Client, roomId: RoomId, file = newSound()): Promise<TrackId> {
  const uploadId = await sendFile(client, { roomId, fileName: "sound.wav", file });
  return (await client.call("uploads.complete", { uploadId, hue: null, analysis: null })).trackId;
}

/** The rows are finished with, and then the objects. */
async function sweepAll(): Promise<void> {
  await sweep(env, Date.now() + 6 * MINUTE_MS);
  await sweep(env, Date.now() + 70 * MINUTE_MS);
}

async function rowsOf(trackId: TrackId) {
  const count = async (table: string, column: string) =>
    (await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`).bind(trackId).first<{ n: number }>())?.n;
  return {
    tracks: await count("tracks", "id"),
    words: await count("track_words", "track_id"),
    rooms: await count("room_tracks", "track_id"),
  };
}

async function soundOf(trackId: TrackId): Promise<ObjectId> {
  const row = await env.DB.prepare("SELECT audio_object AS id FROM tracks WHERE id = ?")
    .bind(trackId)
    .first<{ id: ObjectId }>();
  if (!row) throw new Error("no track");
  return row.id;
}

const isStored = async (key: string) => (await env.MEDIA.head(key)) !== null;

describe("a track that is removed from the library", () => {
  it("leaves every room at once, one that plays it too, and is found nowhere", async () => {
    const { owner, id } = await newRoom();
    const second = await owner.call("rooms.create", { name: "Second" });
    const [gone, stays] = [await upload(owner, id), await upload(owner, id)];
    await owner.call("playlist.add", { roomId: second.id, trackIds: [gone] });
    const device = await joinRoom(owner, second.id);
    await device.command({ type: "play" });
    expect(device.state().playback.status).toBe("playing");
    await owner.call("tracks.remove", { trackIds: [gone] });
    expect((await entriesOf(id)).map(({ track }) => track.id)).toEqual([stays]);
    expect(await entriesOf(second.id)).toEqual([]);
    await expect.poll(() => device.state().playback.status).toBe("idle");
    const { tracks } = await owner.call("tracks.list", {});
    expect(tracks.map(({ track }) => track.id)).toEqual([stays]);
    expect(await owner.refusal("playlist.add", { roomId: id, trackIds: [gone] })).toBe("not-found");
    const sound = await owner.fetch(`/media/audio/${gone}?${device.snapshot.media.query}`);
    expect(sound.status).toBe(404);
    device.socket.close(1000);
  });

  it("is not brought back by those who undo what they did before", async () => {
    const { owner, id } = await newRoom();
    const trackId = await upload(owner, id);
    const device = await joinRoom(owner, id);
    const [entry] = await entriesOf(id);
    if (!entry) throw new Error("no entry");
    await device.command({ type: "remove", entryIds: [entry.id] });
    await owner.call("tracks.remove", { trackIds: [trackId] });
    expect(await device.command({ type: "restore", what: "removal", entryIds: [entry.id] })).toBe("entry-not-found");
    expect(await entriesOf(id)).toEqual([]);
    device.socket.close(1000);
  });

  it("is gone with all that it had, once the sweep has been there", async () => {
    const { owner, id } = await newRoom();
    const trackId = await upload(owner, id);
    const sound = await soundOf(trackId);
    await owner.call("tracks.remove", { trackIds: [trackId] });
    await sweep(env, Date.now());
    expect((await rowsOf(trackId)).tracks).toBe(1);
    await sweepAll();
    expect(await rowsOf(trackId)).toEqual({ tracks: 0, words: 0, rooms: 0 });
    expect(await isStored(audioKey(sound))).toBe(false);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM audio WHERE id = ?").bind(sound).first("n")).toBe(0);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM orphaned_objects").first("n")).toBe(0);
  });

  it("leaves a room that began to hold it while the others were told", async () => {
    const { owner, id } = await newRoom();
    const trackId = await upload(owner, id);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = ? WHERE id = ?").bind(Date.now(), trackId).run();
    expect(await entriesOf(id)).toHaveLength(1);
    await sweepAll();
    expect(await entriesOf(id)).toEqual([]);
    expect((await rowsOf(trackId)).tracks).toBe(0);
  });

  it("goes although another, in a room that breaks, has to wait for that room, behind all others", async () => {
    const { owner, id } = await newRoom();
    const second = (await owner.call("rooms.create", { name: "Second" })).id;
    const [waits, goes] = [await upload(owner, id), await upload(owner, second)];
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = iif(id = ?, 1, 2) WHERE id IN (?1, ?2)").bind(waits, goes).run();
    const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = envWith("drop", (drop, _, room) =>
      room.equals(env.ROOM.idFromName(id)) ? Promise.reject(new Error("the room is away")) : drop(),
    );
    await sweep(broken, Date.now());
    fault.mockRestore();
    expect([(await rowsOf(waits)).tracks, (await rowsOf(goes)).tracks]).toEqual([1, 0]);
    expect(await listDeletedTracks(createDb(env.DB), Date.now() - MINUTE_MS, 10)).toEqual([]);
    const later = await upload(owner, second);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = 3 WHERE id = ?").bind(later).run();
    expect(await listDeletedTracks(createDb(env.DB), Date.now() + MINUTE_MS, 10)).toEqual([later, waits]);
    await sweepAll();
    expect((await rowsOf(waits)).tracks).toBe(0);
  });

  it("stays with whoever brought the same bytes, before it was removed or after", async () => {
    const { owner, id } = await newRoom();
    const other = await newRoom();
    const file = newSound();
    const before = await upload(other.owner, other.id, file);
    const trackId = await upload(owner, id, file);
    const sound = await soundOf(trackId);
    await owner.call("tracks.remove", { trackIds: [trackId] });
    const after = await upload(owner, id, file);
    expect(await soundOf(after)).toBe(sound);
    await other.owner.call("tracks.remove", { trackIds: [before] });
    await sweepAll();
    expect([(await rowsOf(trackId)).tracks, (await rowsOf(before)).tracks]).toEqual([0, 0]);
    expect(await isStored(audioKey(sound))).toBe(true);
    const device = await joinRoom(owner, id);
    const bytes = await owner.fetch(`/media/audio/${after}?${device.snapshot.media.query}`);
    expect(Buffer.compare(Buffer.from(await bytes.arrayBuffer()), file)).toBe(0);
    device.socket.close(1000);
  });

  it("stays with whoever brought the same bytes, although its own upload was cut off behind it", async () => {
    const { owner, id } = await newRoom();
    const other = await newRoom();
    const file = newSound();
    const trackId = await upload(owner, id, file);
    const sound = await soundOf(trackId);
    const columns = "id, user_id, room_id, file_name, size_bytes, audio_object, multipart_id, created_at_ms";
    const values = "id, uploaded_by, ?, file_name, size_bytes, audio_object, '', 0";
    await env.DB.prepare(`INSERT INTO uploads (${columns}) SELECT ${values} FROM tracks WHERE id = ?`).bind(id, trackId).run();
    await upload(other.owner, other.id, file);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = 1 WHERE id = ?").bind(trackId).run();
    await env.DB.prepare("UPDATE uploads SET created_at_ms = ? WHERE id = ?").bind(Date.now(), trackId).run();
    await sweep(env, Date.now());
    expect((await rowsOf(trackId)).tracks).toBe(0);
    await env.DB.prepare("UPDATE uploads SET created_at_ms = 0 WHERE id = ?").bind(trackId).run();
    await sweep(env, Date.now());
    expect(await isStored(audioKey(sound))).toBe(true);
  });

  it("takes a cover along that no other track has, and leaves one that another has", async () => {
    const { owner, id } = await newRoom();
    const [gone, alone, stays] = [await upload(owner, id), await upload(owner, id), await upload(owner, id)];
    const cover = async (name: string, ...ids: readonly TrackId[]) => {
      await env.MEDIA.put(coverKey(name as ObjectId), "cover");
      for (const track of ids) await env.DB.prepare("UPDATE tracks SET cover_object = ? WHERE id = ?").bind(name, track).run();
    };
    await cover("shared", gone, stays);
    await cover("single", alone);
    await owner.call("tracks.remove", { trackIds: [gone, alone] });
    await sweepAll();
    expect(await isStored(coverKey("shared" as ObjectId))).toBe(true);
    expect(await isStored(coverKey("single" as ObjectId))).toBe(false);
  });

  it("has to be one's own: nothing happens where one of several is not", async () => {
    const { owner, id } = await newRoom();
    const other = await newRoom();
    const [own, another] = [await upload(owner, id), await upload(other.owner, other.id)];
    expect(await owner.refusal("tracks.remove", { trackIds: [own, another] })).toBe("not-found");
    expect(await owner.refusal("tracks.usage", { trackIds: [own, another] })).toBe("not-found");
    expect(await entriesOf(id)).toHaveLength(1);
    expect((await owner.call("tracks.list", {})).tracks).toHaveLength(1);
  });
});

describe("where a track is used", () => {
  it("names the rooms that one may know of, and counts the others", async () => {
    const { owner, id } = await newRoom();
    const trackId = await upload(owner, id);
    const ada = await newRoom();
    const { id: hidden } = await ada.owner.call("rooms.create", { name: "Hidden" });
    await ada.owner.call("rooms.update", { id: hidden, visibility: "hidden" });
    const hold = (roomId: RoomId) =>
      env.DB.prepare("INSERT INTO room_tracks (room_id, track_id, created_at_ms, listed_at_ms) VALUES (?, ?, 0, 0)")
        .bind(roomId, trackId)
        .run();
    await hold(ada.id);
    await hold(hidden);
    const usage = await owner.call("tracks.usage", { trackIds: [trackId] });
    expect(usage.rooms.map((room) => room.id).sort()).toEqual([id, ada.id].sort());
    expect([usage.others, usage.editions]).toEqual([1, 0]);
  });

  it("counts what others keep of it: their editions, and the same bytes that they have brought", async () => {
    const { owner, id } = await newRoom();
    const other = await newRoom();
    const file = newSound();
    const [trackId, unlike] = [await upload(owner, id, file), await upload(owner, id)];
    await upload(owner, id, file);
    await upload(other.owner, other.id, file);
    const editor = await addMember(owner, id, "editor");
    await editor.call("tracks.update", { trackId, roomId: id, changes: { title: "Edition" } });
    const gone = await upload(other.owner, other.id, file);
    await other.owner.call("tracks.remove", { trackIds: [gone] });
    const editionsOf = async (...trackIds: TrackId[]) => (await owner.call("tracks.usage", { trackIds })).editions;
    expect([await editionsOf(trackId), await editionsOf(unlike)]).toEqual([2, 0]);
    expect(await editionsOf(trackId, unlike)).toBe(2);
  });
});
