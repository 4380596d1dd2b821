import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { TrackId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { createDb } from "#db/client.ts";
import { interceptD1 } from "#db/intercept-d1.ts";
import { saveTrack } from "#db/queries/saved-tracks.ts";
import { type Client, registerUser } from "#tests/workers/support/client.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createNoise, createRoom, readPlaylist } from "#tests/workers/support/upload.ts";
import { addMember, findTrackRow, sweepAfter, uploadTrack } from "#tests/workers/tracks/track-fixtures.ts";
import { mergeTracks } from "#workers/dev/merge-tracks.ts";
import { registerSuperadmin } from "./superadmin-client.ts";

let superadmin: Client;
beforeAll(async () => {
  superadmin = await registerSuperadmin();
});

const listGroups = async (by: "hash" | "name") => (await superadmin.call("dev.listDuplicates", { by })).groups;
const findGroup = async (by: "hash" | "name", id: TrackId) =>
  (await listGroups(by)).find(({ tracks }) => tracks.some((track) => track.id === id));
const listTrackIds = async (id: Parameters<typeof readPlaylist>[0]) => (await readPlaylist(id)).map(({ track }) => track.id);

/** A person's room with two uploads of the same file, and a second room that has the second upload. */
async function createDuplicates() {
  const { owner, id } = await createRoom();
  const file = createNoise();
  const [kept, removed] = [await uploadTrack(owner, id, file), await uploadTrack(owner, id, file)];
  const second = await owner.call("rooms.create", { name: "Second" });
  await owner.call("playlist.add", { roomId: second.id, trackIds: [removed] });
  return { owner, id, secondId: second.id, file, kept, removed };
}

describe("the list of duplicates", () => {
  it("groups tracks with the same bytes, with their owners and rooms", async () => {
    const { kept, removed } = await createDuplicates();
    const tracks = (await findGroup("hash", kept))?.tracks ?? [];
    expect(tracks.map(({ id }) => id)).toEqual([kept, removed]);
    expect(tracks.map(({ rooms }) => rooms.length)).toEqual([1, 2]);
    expect(tracks.every(({ owner }) => owner.name === "Mira")).toBe(true);
  });

  it("groups tracks with the same name whose lengths differ by at most a second", async () => {
    const { owner, id } = await createRoom();
    const names = ["alike.wav", "alike.wav", "alike.wav"];
    const ids: TrackId[] = [];
    for (const name of names) ids.push(await uploadTrack(owner, id, createNoise(), name));
    const [first = "", second = "", third = ""] = ids;
    const setLength = (ms: number, trackId: string) =>
      env.DB.prepare("UPDATE tracks SET duration_ms = ? WHERE id = ?").bind(ms, trackId).run();
    await Promise.all([setLength(10_000, first), setLength(11_000, second), setLength(11_001, third)]);
    const group = await findGroup("name", first as TrackId);
    expect(group?.tracks.map((track) => track.id)).toEqual([first, second]);
    expect(await findGroup("hash", first as TrackId)).toBeUndefined();
  });
});

describe("a merge", () => {
  it("replaces the other track in every room, even while it plays, and removes it", async () => {
    const { owner, id, secondId, kept, removed } = await createDuplicates();
    const device = await joinRoom(owner, secondId);
    // the track lasts a second
    await device.command({ type: "repeat", repeat: "one" });
    await device.command({ type: "play" });
    const before = await readPlaylist(secondId);
    await superadmin.call("dev.mergeTracks", { keptId: kept, removedIds: [removed] });
    expect(await listTrackIds(id)).toEqual([kept, kept]);
    expect((await readPlaylist(secondId)).map((entry) => entry.id)).toEqual(before.map((entry) => entry.id));
    expect(await listTrackIds(secondId)).toEqual([kept]);
    await expect.poll(() => device.state().playlist.map(({ track }) => track.id)).toEqual([kept]);
    expect(device.state().playback.status).toBe("playing");
    const audio = await owner.fetch(`/media/audio/${kept}?${device.snapshot.media.query}`);
    expect(audio.status).toBe(200);
    expect((await owner.call("tracks.list", {})).tracks.map(({ track }) => track.id)).toEqual([kept]);
    device.socket.close(1000);
    await sweepAfter(6 * MINUTE_MS);
    expect(await findTrackRow(removed)).toBeNull();
    expect([await listTrackIds(id), await listTrackIds(secondId)]).toEqual([[kept, kept], [kept]]);
    expect(await findGroup("hash", kept)).toBeUndefined();
  });

  it("SV2 leaves the kept track in the libraries of people who had saved the other one", async () => {
    const { id, kept, removed } = await createDuplicates();
    const [fan, collector] = [await registerUser("Ada"), await registerUser("Kim")];
    await fan.call("tracks.save", { roomId: id, trackId: removed });
    for (const trackId of [kept, removed]) await collector.call("tracks.save", { roomId: id, trackId });
    await superadmin.call("dev.mergeTracks", { keptId: kept, removedIds: [removed] });
    for (const client of [fan, collector]) {
      expect((await client.call("tracks.list", { saved: true })).tracks.map(({ track }) => track.id)).toEqual([kept]);
    }
  });

  it("SV2 leaves the kept track in the library of a person who saves the other one during the merge", async () => {
    const { id, kept, removed } = await createDuplicates();
    const fan = await registerUser("Ada");
    const userId = await readUserId(fan);
    const isRemoval = (statement: string) => /^update "tracks" set "deleted_at_ms"/.test(statement);
    const saves: string[] = [];
    const d1 = interceptD1(env.DB, async (statements, execute) => {
      if (saves.length === 0 && statements.some(isRemoval)) {
        saves.push(removed);
        await saveTrack(createDb(env.DB), { userId, trackId: removed, nowMs: Date.now() });
      }
      return execute();
    });
    const merge = { keptId: kept, removedIds: [removed] };
    expect(await mergeTracks({ env, db: createDb(d1), nowMs: Date.now() }, merge)).toEqual(ok(null));
    expect(saves).toEqual([removed]);
    expect((await fan.call("tracks.list", { saved: true })).tracks.map(({ track }) => track.id)).toEqual([kept]);
    expect(await listTrackIds(id)).toEqual([kept, kept]);
  });

  it("refuses tracks of different people, and changes nothing", async () => {
    const { owner, id, file, kept } = await createDuplicates();
    const other = await addMember(owner, id, "participant");
    const others = await uploadTrack(other, id, file);
    const before = await listTrackIds(id);
    const refusal = await superadmin.refusal("dev.mergeTracks", { keptId: kept, removedIds: [others] });
    expect(refusal).toBe("tracks-not-mergeable");
    expect(await listTrackIds(id)).toEqual(before);
    expect(await findTrackRow(others)).toMatchObject({ deleted_at_ms: null });
  });

  it("refuses tracks that are not alike, the same track, and removed tracks", async () => {
    const { owner, id, kept, removed } = await createDuplicates();
    const different = await uploadTrack(owner, id, createNoise(), "different.wav");
    const merge = (keptId: TrackId, removedIds: readonly TrackId[]) =>
      superadmin.refusal("dev.mergeTracks", { keptId, removedIds });
    expect(await merge(kept, [different])).toBe("tracks-not-mergeable");
    expect(await merge(kept, [kept])).toBe("tracks-not-mergeable");
    await owner.call("tracks.remove", { trackIds: [removed] });
    expect(await merge(kept, [removed])).toBe("tracks-not-mergeable");
    expect(await merge(removed, [kept])).toBe("tracks-not-mergeable");
    expect(await findTrackRow(kept)).toMatchObject({ deleted_at_ms: null });
  });
});
