import { env, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EntryId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { createDb } from "#db/client.ts";
import { findRoom } from "#db/queries/rooms.ts";
import { findTrack, insertRoomTracks, toTrack } from "#db/queries/tracks.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { interceptRoomCalls } from "#tests/workers/support/intercept-room-calls.ts";
import { seedTracks } from "#tests/workers/support/tracks.ts";
import { createNoise, createRoom, uploadFile } from "#tests/workers/support/upload.ts";
import { addMember, createSessionCookie, listTitles, sweepAfter, uploadTrack } from "#tests/workers/tracks/track-fixtures.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";

const SWEEP_AFTER_MS = 2 * MINUTE_MS;

afterEach(() => {
  vi.restoreAllMocks();
});

/** The ids in the index of the room's tracks. */
async function listIndexedTracks(id: RoomId): Promise<readonly string[]> {
  const query = "SELECT track_id FROM room_tracks WHERE room_id = ? ORDER BY track_id";
  const { results } = await env.DB.prepare(query).bind(id).all<{ track_id: string }>();
  return results.map(({ track_id }) => track_id);
}

/** Runs the room's alarm after the time for undo. */
async function runAlarmAfterUndo(id: RoomId): Promise<void> {
  vi.setSystemTime(Date.now() + 70_000);
  expect(await runDurableObjectAlarm(roomObject(env, id))).toBe(true);
  vi.useRealTimers();
}

/** A room whose playlist has the maximum of entries, all of one track of the owner. */
async function newFullRoom() {
  const { owner, id } = await createRoom();
  const trackId = await uploadTrack(owner, id);
  const [found, row] = [await findRoom(createDb(env.DB), id), await findTrack(createDb(env.DB), trackId)];
  if (!found || !row) throw new Error("no room");
  const entry = { addedBy: found.owner.id, addedAtMs: Date.now(), track: toTrack(row) };
  const entries = Array.from({ length: playlistLimits.playlistEntries - 1 }, (): Omit<Entry, "rank"> => {
    return { id: newId<EntryId>(), ...entry };
  });
  expect((await roomObject(env, id).addEntries(toRoomMetadata(found), { entries, person: found.owner })).ok).toBe(true);
  return { owner, id, trackId };
}

/** Inserts tracks that are in no room. */
async function seedUnusedTracks(username: string, roomId: RoomId, count: number): Promise<TrackId[]> {
  const ids = await seedTracks(username, roomId, { count });
  for (const id of ids) await env.DB.prepare("DELETE FROM room_tracks WHERE track_id = ?").bind(id).run();
  return ids;
}

describe("an addition that is refused", () => {
  it("by a full room adds no track to the library of the room's owner", async () => {
    const { owner, id, trackId } = await newFullRoom();
    const guest = await addMember(owner, id, "participant");
    const [own = "" as TrackId] = await seedUnusedTracks(guest.username, id, 1);
    expect(await guest.refusal("playlist.add", { roomId: id, trackIds: [own, trackId] })).toBe("playlist-full");
    const uploadId = await uploadFile(guest, { roomId: id, fileName: "late.wav", file: createNoise() });
    expect(await guest.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("playlist-full");
    expect(await listIndexedTracks(id)).toHaveLength(3);
    await runAlarmAfterUndo(id);
    expect(await listIndexedTracks(id)).toEqual([trackId]);
  });

  it("keeps the track in the index if another addition of it was accepted meanwhile", async () => {
    const { owner, id } = await createRoom();
    const [own = "" as TrackId] = await seedTracks(owner.username, id, { count: 1 });
    const metadata = toRoomMetadata((await findRoom(createDb(env.DB), id)) ?? never());
    const row = (await findTrack(createDb(env.DB), own)) ?? never();
    // a notification that arrives before the addition
    await roomObject(env, id).replaceTrack(metadata, { trackId: own, track: toTrack(row) }, { kind: "server" });
    await owner.call("playlist.add", { roomId: id, trackIds: [own] });
    await runAlarmAfterUndo(id);
    expect(await listIndexedTracks(id)).toEqual([own]);
  });

  it("adds no track to the index if one of them, or the room, is being removed", async () => {
    const { owner, id } = await createRoom();
    const [remaining, removed] = await seedUnusedTracks(owner.username, id, 2);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = 1 WHERE id = ?").bind(removed).run();
    const addToIndex = (...trackIds: (TrackId | undefined)[]) =>
      insertRoomTracks(createDb(env.DB), { roomId: id, trackIds: trackIds.flatMap((one) => one ?? []), nowMs: Date.now() });
    expect(await addToIndex(remaining, removed)).toBe(false);
    expect(await listIndexedTracks(id)).toEqual([]);
    await env.DB.prepare("UPDATE rooms SET deleted_at_ms = 1 WHERE id = ?").bind(id).run();
    expect(await addToIndex(remaining)).toBe(false);
    expect(await listIndexedTracks(id)).toEqual([]);
    await env.DB.prepare("UPDATE rooms SET deleted_at_ms = NULL WHERE id = ?").bind(id).run();
    expect(await addToIndex(remaining, remaining)).toBe(true);
    expect(await listIndexedTracks(id)).toEqual([remaining]);
  });
});

describe("if a room fails during", () => {
  const broken = (method: "addEntries" | "replaceTrack") =>
    interceptRoomCalls(method, () => Promise.reject(new Error("the room is down")));

  it("an addition, the sweep notifies it, and it removes tracks from the index that it does not have", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { owner, id } = await createRoom();
    const guest = await registerUser();
    await owner.call("members.add", { id, username: guest.username, role: "participant" });
    const [own = "" as TrackId] = await seedUnusedTracks(guest.username, id, 1);
    const client = createClient({ headers: { Cookie: await createSessionCookie(guest) }, bindings: broken("addEntries") });
    expect(await client.refusal("playlist.add", { roomId: id, trackIds: [own] })).toBe("560");
    expect(await listIndexedTracks(id)).toEqual([own]);
    await sweepAfter(SWEEP_AFTER_MS);
    await runAlarmAfterUndo(id);
    expect(await listIndexedTracks(id)).toEqual([]);
  });

  it("an edit, the sweep notifies it, and it removes the edition from the index", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const editor = await addMember(owner, id, "editor");
    const client = createClient({ headers: { Cookie: await createSessionCookie(editor) }, bindings: broken("replaceTrack") });
    const changes = { title: "Edition" };
    expect(await client.refusal("tracks.update", { trackId, roomId: id, changes })).toBe("track-update-failed");
    expect(await listIndexedTracks(id)).toHaveLength(2);
    await sweepAfter(SWEEP_AFTER_MS);
    await runAlarmAfterUndo(id);
    expect(await listIndexedTracks(id)).toEqual([trackId]);
    expect(await listTitles(id)).toEqual(["song"]);
  });
});

function never(): never {
  throw new Error("not found");
}
