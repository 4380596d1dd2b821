import { env, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EntryId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { createDb } from "#db/client.ts";
import { findRoom } from "#db/queries/rooms.ts";
import { findTrack, insertRoomTracks, toTrack } from "#db/queries/tracks.ts";
import { newClient, newMember } from "#tests/workers/support/client.ts";
import { seedTracks } from "#tests/workers/support/tracks.ts";
import { newRoom, newSound, sendFile } from "#tests/workers/support/upload.ts";
import {
  addMember,
  bringTrack,
  cookieOf,
  envWith,
  MINUTE_MS,
  sweepLater,
  titlesIn,
} from "#tests/workers/tracks/edited-tracks.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { toRoomMetadata } from "#workers/rooms/room-access.ts";

const SWEEP_AFTER_MS = 2 * MINUTE_MS;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What D1 says that the room holds. */
async function heldIn(id: RoomId): Promise<readonly string[]> {
  const query = "SELECT track_id FROM room_tracks WHERE room_id = ? ORDER BY track_id";
  const { results } = await env.DB.prepare(query).bind(id).all<{ track_id: string }>();
  return results.map(({ track_id }) => track_id);
}

async function aMinuteLater(id: RoomId): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + playlistLimits.undoMs + 10_000 });
  expect(await runDurableObjectAlarm(roomObject(env, id))).toBe(true);
  vi.useRealTimers();
}

/** With one track of the owner's in as many entries as there may be. */
async function newFullRoom() {
  const { owner, id } = await newRoom();
  const effectiveRole = await bringTrack(owner, id);
  const [found, row] = [await findRoom(createDb(env.DB), id), await findTrack(createDb(env.DB), effectiveRole)];
  if (!found || !row) throw new Error("no room");
  const entry = { addedBy: found.owner.id, addedAtMs: Date.now(), track: toTrack(row) };
  const entries = Array.from({ length: playlistLimits.playlistEntries - 1 }, (): Omit<Entry, "rank"> => {
    return { id: newId<EntryId>(), ...entry };
  });
  expect((await roomObject(env, id).add(toRoomMetadata(found), entries, found.owner)).ok).toBe(true);
  return { owner, id, effectiveRole };
}

/** Tracks that are in no room. */
async function seedOrphan(username: string, roomId: RoomId, count: number): Promise<TrackId[]> {
  const ids = await seedTracks(username, roomId, { count });
  for (const id of ids) await env.DB.prepare("DELETE FROM room_tracks WHERE track_id = ?").bind(id).run();
  return ids;
}

describe("an addition that is refused", () => {
  it("of a room that is full leaves nobody's track in its owner's library", async () => {
    const { owner, id, effectiveRole } = await newFullRoom();
    const guest = await addMember(owner, id, "participant");
    const [own = "" as TrackId] = await seedOrphan(guest.username, id, 1);
    expect(await guest.refusal("playlist.add", { roomId: id, trackIds: [own, effectiveRole] })).toBe("playlist-full");
    const uploadId = await sendFile(guest, { roomId: id, fileName: "late.wav", file: newSound() });
    expect(await guest.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("playlist-full");
    expect(await heldIn(id)).toHaveLength(3);
    await aMinuteLater(id);
    expect(await heldIn(id)).toEqual([effectiveRole]);
  });

  it("stays where it was made again meanwhile, and taken", async () => {
    const { owner, id } = await newRoom();
    const [own = "" as TrackId] = await seedTracks(owner.username, id, { count: 1 });
    const news = toRoomMetadata((await findRoom(createDb(env.DB), id)) ?? never());
    const row = (await findTrack(createDb(env.DB), own)) ?? never();
    // told of in vain: the addition was on its way
    await roomObject(env, id).replaceTrack(news, { trackId: own, track: toTrack(row) }, { kind: "server" });
    await owner.call("playlist.add", { roomId: id, trackIds: [own] });
    await aMinuteLater(id);
    expect(await heldIn(id)).toEqual([own]);
  });

  it("says of no track that a room holds it where one of them is being removed, nor of a room that is", async () => {
    const { owner, id } = await newRoom();
    const [stays, gone] = await seedOrphan(owner.username, id, 2);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = 1 WHERE id = ?").bind(gone).run();
    const say = (...trackIds: (TrackId | undefined)[]) =>
      insertRoomTracks(createDb(env.DB), { roomId: id, trackIds: trackIds.flatMap((one) => one ?? []), nowMs: Date.now() });
    expect(await say(stays, gone)).toBe(false);
    expect(await heldIn(id)).toEqual([]);
    await env.DB.prepare("UPDATE rooms SET deleted_at_ms = 1 WHERE id = ?").bind(id).run();
    expect(await say(stays)).toBe(false);
    expect(await heldIn(id)).toEqual([]);
    await env.DB.prepare("UPDATE rooms SET deleted_at_ms = NULL WHERE id = ?").bind(id).run();
    expect(await say(stays, stays)).toBe(true);
    expect(await heldIn(id)).toEqual([stays]);
  });
});

describe("a room that breaks in the middle of", () => {
  const broken = (method: "add" | "replaceTrack") => envWith(method, () => Promise.reject(new Error("the room is away")));

  it("an addition is asked by the sweep, and lets go of what it does not hold", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { owner, id } = await newRoom();
    const guest = await newMember();
    await owner.call("members.add", { id, username: guest.username, role: "participant" });
    const [own = "" as TrackId] = await seedOrphan(guest.username, id, 1);
    const cutOff = newClient(undefined, { Cookie: await cookieOf(guest) }, broken("add"));
    expect(await cutOff.refusal("playlist.add", { roomId: id, trackIds: [own] })).toBe("560");
    expect(await heldIn(id)).toEqual([own]);
    await sweepLater(SWEEP_AFTER_MS);
    await aMinuteLater(id);
    expect(await heldIn(id)).toEqual([]);
  });

  it("an edition is asked by the sweep, and lets go of the edition where it plays the original", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const editor = await addMember(owner, id, "editor");
    const cutOff = newClient(undefined, { Cookie: await cookieOf(editor) }, broken("replaceTrack"));
    const changes = { title: "Edition" };
    expect(await cutOff.refusal("tracks.update", { trackId, roomId: id, changes })).toBe("track-update-failed");
    expect(await heldIn(id)).toHaveLength(2);
    await sweepLater(SWEEP_AFTER_MS);
    await aMinuteLater(id);
    expect(await heldIn(id)).toEqual([trackId]);
    expect(await titlesIn(id)).toEqual(["song"]);
  });
});

function never(): never {
  throw new Error("not planted");
}
