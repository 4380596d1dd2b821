import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { EditId, ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import { expectAll, undoTrackEdit } from "#app/domain/tracks/track-undo.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { createRoom, readPlaylist } from "#tests/workers/support/upload.ts";
import { newId } from "#workers/crypto/random.ts";
import { addMember, createCover, findTrackRow, listTitles, sweepAfter, uploadTrack } from "./track-fixtures.ts";

type Edited = {
  readonly trackId: TrackId;
  readonly roomId?: RoomId;
  readonly changes: object;
  readonly cover?: ObjectId | null;
};

async function edit(client: Client, { cover, ...args }: Edited) {
  const newCover = cover === undefined ? {} : { cover: cover && { id: cover, hue: 100 } };
  const { former, track } = await client.call("tracks.update", { ...args, ...newCover });
  return { former, track, undo: { trackId: track.id, ...undoTrackEdit(former, track) } };
}

describe("the undo of an edited track", () => {
  it("UD3 returns its tags in all rooms, and keeps what was edited afterwards", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const { undo } = await edit(owner, { trackId, changes: { title: "Wrong", year: 1998 } });
    await owner.call("tracks.update", { trackId, changes: { artist: "Vera" } });
    await owner.call("tracks.update", undo);
    expect((await readPlaylist(id))[0]?.track).toMatchObject({ title: "song", year: null, artist: "Vera" });
    expect(await findTrackRow(trackId)).toMatchObject({ title: "song", search_key: "song\nvera\n" });
  });

  it("UD1 is refused if the same field has changed, and then changes no field", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const { undo } = await edit(owner, { trackId, changes: { title: "First", genre: "Jazz" } });
    await owner.call("tracks.update", { trackId, changes: { genre: "Blues" } });
    expect(await owner.refusal("tracks.update", undo)).toBe("changed-since");
    expect((await readPlaylist(id))[0]?.track).toMatchObject({ title: "First", genre: "Blues" });
  });

  it("UD1 of two that arrive together only one takes effect", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    await owner.call("tracks.update", { trackId, changes: { genre: "Jazz" } });
    const genres = ["Blues", "Folk"];
    const undos = genres.map((genre) => ({ trackId, changes: { genre }, expected: { genre: "Jazz" } }));
    const refusals = await Promise.all(undos.map((undo) => owner.refusal("tracks.update", undo)));
    expect(refusals.toSorted()).toEqual(["changed-since", undefined]);
    expect(await findTrackRow(trackId)).toMatchObject({ genre: genres[refusals.indexOf(undefined)] });
  });

  it("UD2 can be sent again after its reply was lost", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const { undo } = await edit(owner, { trackId, changes: { title: "Wrong" } });
    await owner.call("tracks.update", undo);
    await owner.call("tracks.update", undo);
    expect(await listTitles(id)).toEqual(["song"]);
  });

  it("UD3 returns the former cover, which is kept for that", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const cover = await createCover(owner);
    const added = await edit(owner, { trackId, changes: {}, cover });
    const removed = await edit(owner, { trackId, changes: {}, cover: null });
    await owner.call("tracks.update", removed.undo);
    expect((await readPlaylist(id))[0]?.track).toMatchObject({ cover, hue: 100 });
    await sweepAfter(2 * HOUR_MS);
    await owner.call("tracks.update", added.undo);
    expect((await readPlaylist(id))[0]?.track).toMatchObject({ cover: null, hue: null });
  });
});

describe("the undo of an edition", () => {
  async function makeEdition(changes: object = { title: "Mine" }) {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const editor = await addMember(owner, id, "editor");
    const { former, track } = await edit(editor, { trackId, roomId: id, changes });
    const undo = { trackId: track.id, originalId: former.id, roomId: id, expected: expectAll(track) };
    return { owner, editor, id, trackId, track, undo };
  }

  it("UD4 returns its entries to the original, and deletes the edition", async () => {
    const { editor, id, trackId, track, undo } = await makeEdition();
    expect(await listTitles(id)).toEqual(["Mine"]);
    expect((await editor.call("tracks.undoEdition", undo)).track).toMatchObject({ id: trackId, title: "song" });
    expect((await readPlaylist(id))[0]?.track).toMatchObject({ id: trackId, title: "song" });
    expect(await findTrackRow(track.id)).toMatchObject({ deleted_at_ms: expect.any(Number) });
    await sweepAfter(HOUR_MS);
    expect(await findTrackRow(track.id)).toBeNull();
    expect(await listTitles(id)).toEqual(["song"]);
    const listed = await env.DB.prepare("SELECT track_id FROM room_tracks WHERE room_id = ?").bind(id).all();
    expect(listed.results).toEqual([{ track_id: trackId }]);
  });

  it("UD4 returns the original as it is now", async () => {
    const { owner, editor, id, trackId, undo } = await makeEdition();
    await owner.call("tracks.update", { trackId, changes: { title: "Corrected" } });
    await editor.call("tracks.undoEdition", undo);
    expect(await listTitles(id)).toEqual(["Corrected"]);
  });

  it("UD4 returns an entry that was removed with the original too", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    await owner.call("playlist.add", { roomId: id, trackIds: [trackId] });
    const editor = await addMember(owner, id, "editor");
    const { former, track } = await edit(editor, { trackId, roomId: id, changes: { title: "Mine" } });
    const [entry] = await readPlaylist(id);
    if (!entry) throw new Error("no entry");
    const editId = newId<EditId>();
    await editor.call("rooms.command", { id, command: { type: "remove", entryIds: [entry.id] }, editId });
    const undo = { trackId: track.id, originalId: former.id, roomId: id, expected: expectAll(track) };
    await editor.call("tracks.undoEdition", undo);
    await editor.call("rooms.command", { id, command: { type: "undo", editId } });
    await sweepAfter(HOUR_MS);
    expect(await listTitles(id)).toEqual(["song", "song"]);
  });

  it("UD4 is refused if the lyrics of the edition have changed since", async () => {
    const { editor, id, track, undo } = await makeEdition();
    await editor.call("lyrics.set", { trackId: track.id, text: "A line" });
    expect(await editor.refusal("tracks.undoEdition", undo)).toBe("changed-since");
    expect(await listTitles(id)).toEqual(["Mine"]);
  });

  it("UD4 returns the former lyrics if setting them has made the edition", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    await owner.call("lyrics.set", { trackId, text: "Former" });
    const editor = await addMember(owner, id, "editor");
    const { trackId: editionId, updatedAtMs: lyricsAtMs } = await editor.call("lyrics.set", {
      trackId,
      roomId: id,
      text: "Wrong",
    });
    const undo = { trackId: editionId, originalId: trackId, roomId: id, expected: { lyricsAtMs } };
    await editor.call("tracks.undoEdition", undo);
    expect((await readPlaylist(id))[0]?.track.id).toBe(trackId);
    expect(await editor.call("lyrics.get", { trackId, roomId: id })).toMatchObject({ text: "Former" });
  });

  it("UD4 keeps the edition if another room has it", async () => {
    const { editor, id, track, undo } = await makeEdition();
    const other = (await editor.call("rooms.create", { name: "Other" })).id;
    await editor.call("playlist.add", { roomId: other, trackIds: [track.id] });
    await editor.call("tracks.undoEdition", undo);
    await sweepAfter(HOUR_MS);
    expect([await listTitles(id), await listTitles(other)]).toEqual([["song"], ["Mine"]]);
  });

  it("UD1 is refused if the edition has changed, or another person has made theirs", async () => {
    const { owner, editor, id, track, undo } = await makeEdition();
    await editor.call("tracks.update", { trackId: track.id, changes: { album: "Later" } });
    expect(await editor.refusal("tracks.undoEdition", undo)).toBe("changed-since");
    const expected = { ...undo.expected, album: "Later" };
    await owner.call("tracks.update", { trackId: track.id, roomId: id, changes: { title: "Owner's" } });
    expect(await editor.refusal("tracks.undoEdition", { ...undo, expected })).toBe("changed-since");
    expect(await listTitles(id)).toEqual(["Owner's"]);
  });

  it("UD4 is refused for a track that is not the original, or was deleted", async () => {
    const { owner, editor, id, trackId, undo } = await makeEdition();
    const unrelated = await uploadTrack(owner, id);
    expect(await editor.refusal("tracks.undoEdition", { ...undo, originalId: unrelated })).toBe("undo-expired");
    expect(await editor.refusal("tracks.undoEdition", { ...undo, originalId: undo.trackId })).toBe("undo-expired");
    await owner.call("tracks.remove", { trackIds: [trackId] });
    expect(await editor.refusal("tracks.undoEdition", undo)).toBe("undo-expired");
    expect(await listTitles(id)).toEqual(["Mine", "song"]);
  });

  it("UD3 returns the cover that the edition has from the original", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const cover = await createCover(owner);
    await edit(owner, { trackId, changes: {}, cover });
    const editor = await addMember(owner, id, "editor");
    const { track } = await edit(editor, { trackId, roomId: id, changes: { title: "Mine" } });
    const { undo } = await edit(editor, { trackId: track.id, changes: {}, cover: null });
    await editor.call("tracks.update", undo);
    expect((await readPlaylist(id))[0]?.track).toMatchObject({ title: "Mine", cover });
  });
});
