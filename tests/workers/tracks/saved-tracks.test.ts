import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { TrackId } from "#app/domain/ids.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { createDb } from "#db/client.ts";
import { insertRoomTracks } from "#db/queries/tracks.ts";
import { tracks } from "#db/schema/tracks.ts";
import { registerUser } from "#tests/workers/support/client.ts";
import { seedUser } from "#tests/workers/support/seed-user.ts";
import { buildTrackRow } from "#tests/workers/support/tracks.ts";
import { createRoom, readPlaylist } from "#tests/workers/support/upload.ts";
import type { FunctionValue } from "#workers/api/registry.ts";
import { addMember, createCover, sweepAfter, uploadTrack } from "./track-fixtures.ts";

type Member = Awaited<ReturnType<typeof registerUser>>;

/** A stranger's room with two tracks, and a person who has no role in it. */
async function createSharedTracks() {
  const { owner: ada, id: roomId } = await createRoom();
  const titles = ["Night Ferry", "Harbour"];
  const trackIds: TrackId[] = [];
  for (const title of titles) {
    const trackId = await uploadTrack(ada, roomId);
    await ada.call("tracks.update", { trackId, changes: { title, artist: "Oda" } });
    trackIds.push(trackId);
  }
  const [ferry, harbour] = trackIds;
  if (!ferry || !harbour) throw new Error("no tracks");
  return { ada, kim: await registerUser("Kim"), roomId, ferry, harbour };
}

async function listTitles(member: Member, args: { query?: string; saved?: boolean } = {}): Promise<readonly string[]> {
  return (await member.call("tracks.list", args)).tracks.map(({ track }) => track.title).sort();
}

const countSaves = (id: TrackId) =>
  env.DB.prepare("SELECT count(*) AS n FROM saved_tracks WHERE track_id = ?").bind(id).first<number>("n");

describe("a saved track", () => {
  it("SV1 is in the library of the person, who can add it to their own rooms", async () => {
    const { kim, roomId, ferry } = await createSharedTracks();
    const own = await kim.call("rooms.create", { name: "Kim's" });
    expect(await kim.refusal("playlist.add", { roomId: own.id, trackIds: [ferry] })).toBe("not-found");
    expect(await listTitles(kim)).toEqual([]);
    await kim.call("tracks.save", { roomId, trackId: ferry });
    // a repeated call changes nothing
    await kim.call("tracks.save", { roomId, trackId: ferry });
    const [saved, ...others] = (await kim.call("tracks.list", { roomId: own.id })).tracks;
    expect(saved).toMatchObject({ isOwn: false, isSaved: true, rooms: 0, isHere: false, uploader: { name: "Mira" } });
    expect(others).toEqual([]);
    await kim.call("playlist.add", { roomId: own.id, trackIds: [ferry] });
    expect((await readPlaylist(own.id)).map(({ track }) => track.id)).toEqual([ferry]);
    expect(await countSaves(ferry)).toBe(1);
  });

  it("SV1 stays in the library when the person may no longer enter the room", async () => {
    const { ada, kim, roomId, ferry, harbour } = await createSharedTracks();
    await kim.call("tracks.save", { roomId, trackId: ferry });
    await ada.call("rooms.update", { id: roomId, password: "sesame" });
    expect(await kim.refusal("tracks.save", { roomId, trackId: harbour })).toBe("room-password-required");
    expect(await listTitles(kim)).toEqual(["Night Ferry"]);
  });

  it("SV1 cannot be a track that the room does not have, or of a room that does not exist", async () => {
    const { ada, kim, roomId, ferry } = await createSharedTracks();
    const elsewhere = await ada.call("rooms.create", { name: "Elsewhere" });
    expect(await kim.refusal("tracks.save", { roomId: elsewhere.id, trackId: ferry })).toBe("track-not-found");
    expect(await kim.refusal("tracks.save", { roomId: "no-such-room", trackId: ferry })).toBe("room-not-found");
    expect(await kim.refusal("tracks.save", { roomId, trackId: "no-id" })).toBe("invalid-arguments");
    await ada.call("tracks.remove", { trackIds: [ferry] });
    expect(await kim.refusal("tracks.save", { roomId, trackId: ferry })).toBe("track-not-found");
    expect(await listTitles(kim)).toEqual([]);
  });

  it("SV1 is not one of the person's own tracks", async () => {
    const { ada, roomId, ferry } = await createSharedTracks();
    await ada.call("tracks.save", { roomId, trackId: ferry });
    expect(await listTitles(ada, { saved: true })).toEqual([]);
    expect(await listTitles(ada)).toEqual(["Harbour", "Night Ferry"]);
  });

  it("SV1 is found by a search, by a playlist file and among duplicates, with its cover", async () => {
    const { ada, kim, roomId, ferry, harbour } = await createSharedTracks();
    const cover = await createCover(ada);
    await ada.call("tracks.update", { trackId: ferry, changes: {}, cover: { id: cover, hue: null } });
    const fetchCover = async () => {
      const response = await kim.fetch(`/media/library-cover/${cover}`);
      // the next account of the browser does not get it from the cache
      if (response.ok) expect(response.headers.get("Vary")).toContain("Cookie");
      await response.arrayBuffer();
      return response.status;
    };
    expect(await fetchCover()).toBe(404);
    for (const trackId of [ferry, harbour]) await kim.call("tracks.save", { roomId, trackId });
    expect(await fetchCover()).toBe(200);
    expect(await listTitles(kim, { query: "ferr" })).toEqual(["Night Ferry"]);
    expect(await listTitles(kim, { query: "ferr", saved: true })).toEqual(["Night Ferry"]);
    expect(await listTitles(kim, { query: "oda" })).toEqual(["Harbour", "Night Ferry"]);
    const [entry] = (await readPlaylist(roomId)).filter(({ track }) => track.id === ferry);
    const described = { title: "Night Ferry", artist: "Oda", durationMs: entry?.track.durationMs ?? null };
    const { trackIds } = await kim.call("playlist.match", { tracks: [{ sha256: null, ...described }] });
    expect(trackIds).toEqual([ferry]);
    const { duplicates } = await kim.call("tracks.findDuplicates", { sha256: "0".repeat(64), ...described });
    expect(duplicates.map(({ track }) => track.id)).toEqual([ferry]);
  });

  it("SV1 is listed once, also as a track of a room of the person; the filter lists no other", async () => {
    const { ada, kim, roomId, ferry } = await createSharedTracks();
    await ada.call("members.add", { id: roomId, username: kim.username, role: "viewer" });
    const own = await kim.call("rooms.create", { name: "Kim's" });
    const ownTrack = await uploadTrack(kim, own.id);
    await kim.call("tracks.update", { trackId: ownTrack, changes: { title: "Mine" } });
    await kim.call("tracks.save", { roomId, trackId: ferry });
    expect(await listTitles(kim)).toEqual(["Harbour", "Mine", "Night Ferry"]);
    expect(await listTitles(kim, { saved: true })).toEqual(["Night Ferry"]);
    expect(await listTitles(kim, { saved: true, query: "harb" })).toEqual([]);
    await kim.call("tracks.unsave", { trackId: ferry });
    const marks = (await kim.call("tracks.list", {})).tracks.map(({ track, isSaved }) => [track.title, isSaved]);
    expect(marks).toContainEqual(["Night Ferry", false]);
  });

  it("SV2 leaves the library when the person removes it; a room keeps it", async () => {
    const { kim, roomId, ferry } = await createSharedTracks();
    const own = await kim.call("rooms.create", { name: "Kim's" });
    await kim.call("tracks.save", { roomId, trackId: ferry });
    await kim.call("tracks.unsave", { trackId: ferry });
    await kim.call("tracks.unsave", { trackId: ferry });
    expect(await listTitles(kim)).toEqual([]);
    expect(await kim.refusal("playlist.add", { roomId: own.id, trackIds: [ferry] })).toBe("not-found");
    expect((await readPlaylist(roomId)).map(({ track }) => track.id)).toContain(ferry);
  });

  it("SV2 disappears at once when its uploader deletes it, and its row with that of the track", async () => {
    const { ada, kim, roomId, ferry, harbour } = await createSharedTracks();
    for (const trackId of [ferry, harbour]) await kim.call("tracks.save", { roomId, trackId });
    await ada.call("tracks.remove", { trackIds: [ferry] });
    expect(await listTitles(kim)).toEqual(["Harbour"]);
    await sweepAfter(6 * MINUTE_MS);
    expect([await countSaves(ferry), await countSaves(harbour)]).toEqual([0, 1]);
  });

  it("SV2 takes none of the person's storage", async () => {
    const { kim, roomId, ferry } = await createSharedTracks();
    await kim.call("tracks.save", { roomId, trackId: ferry });
    expect((await kim.call("uploads.getStorage", {})).usedBytes).toBe(0);
  });

  it("SV1 can be an edition that a member has made in the room", async () => {
    const { ada, kim, roomId, ferry } = await createSharedTracks();
    const editor = await addMember(ada, roomId, "editor");
    const changes = { title: "Day Ferry" };
    const { trackId } = await editor.call("tracks.update", { trackId: ferry, roomId, changes });
    await kim.call("tracks.save", { roomId, trackId });
    expect(await listTitles(kim)).toEqual(["Day Ferry"]);
  });

  it("SV1 is listed page by page, the newest first", async () => {
    const { kim, roomId } = await createSharedTracks();
    const { person } = await seedUser("Uploader");
    const count = trackLimits.libraryPageSize + 20;
    const rows = Array.from({ length: count }, (_, i) => buildTrackRow(person.id, { createdAtMs: 1_700_000_000_000 + i }));
    const db = createDb(env.DB);
    const [first, ...others] = rows.map((row) => db.insert(tracks).values(row));
    if (first) await db.batch([first, ...others]);
    const ids = rows.map(({ id }) => id);
    await insertRoomTracks(db, { roomId, trackIds: ids, nowMs: Date.now() });
    for (const trackId of ids) await kim.call("tracks.save", { roomId, trackId });
    expect(await listSavedPages(kim)).toEqual(ids.toReversed());
  });
});

/** The ids of all pages in their order. */
async function listSavedPages(member: Member): Promise<readonly TrackId[]> {
  const ids: TrackId[] = [];
  let cursor: string | null = null;
  do {
    const page: FunctionValue<"tracks.list"> = await member.call("tracks.list", { saved: true, ...(cursor && { cursor }) });
    ids.push(...page.tracks.map(({ track }) => track.id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}
