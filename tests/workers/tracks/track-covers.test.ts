import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import { expectNoOrphans } from "#tests/workers/media/expect-no-orphans.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { audioFixture, createRoom, readPlaylist } from "#tests/workers/support/upload.ts";
import {
  addMember,
  createCover,
  createWebp,
  isCoverStored,
  listTitles,
  postCover,
  sweepAfter,
  uploadTrack,
} from "./track-fixtures.ts";

describe("covers of existing tracks", () => {
  it("are validated like those of uploads", async () => {
    const owner = await registerUser();
    expect((await postCover(createClient(), createWebp(512))).status).toBe(401);
    expect((await postCover(owner, createWebp(513))).status).toBe(415);
    expect((await postCover(owner, new TextEncoder().encode("<svg/>"))).status).toBe(415);
    expect((await postCover(owner, createWebp(512))).status).toBe(200);
  });

  it("shared by two tracks are deleted after both have lost them", async () => {
    const { owner, id } = await createRoom();
    const [one, two] = [await uploadTrack(owner, id), await uploadTrack(owner, id)];
    const shared = await createCover(owner);
    const put = (trackId: TrackId, cover: ObjectId | null) =>
      owner.call("tracks.update", { trackId, changes: {}, cover: cover && { id: cover, hue: 200 } });
    expect((await put(one, shared)).track).toMatchObject({ cover: shared, hue: 200 });
    await sweepAfter(2 * HOUR_MS);
    // no longer an orphan, and in the library
    await put(two, shared);
    await put(one, await createCover(owner));
    await sweepAfter(2 * HOUR_MS);
    expect(await isCoverStored(shared)).toBe(true);
    await put(two, null);
    expect((await readPlaylist(id)).at(-1)?.track).toMatchObject({ cover: null, hue: null });
    await expectNoOrphans();
    await sweepAfter(2 * HOUR_MS);
    expect(await isCoverStored(shared)).toBe(false);
    await expectNoOrphans();
  });

  it("are sent only with a grant of a room that has the track", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const cover = await createCover(owner);
    const device = await joinRoom(owner, id);
    const fetchCover = () => owner.fetch(`/media/cover/${cover}?${device.snapshot.media.query}`);
    expect((await fetchCover()).status).toBe(404);
    await owner.call("tracks.update", { trackId, changes: {}, cover: { id: cover, hue: null } });
    expect(new Uint8Array(await (await fetchCover()).arrayBuffer())).toEqual(createWebp(512));
    device.socket.close(1000);
  });

  it("can be used only by who uploaded or removed them recently, or has them in the library", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const stranger = await createRoom();
    const theirs = await uploadTrack(stranger.owner, stranger.id);
    const theirCover = await createCover(stranger.owner);
    await stranger.owner.call("tracks.update", { trackId: theirs, changes: {}, cover: { id: theirCover, hue: null } });
    const unused = await createCover(stranger.owner);
    const stale = await createCover(owner);
    await env.DB.prepare("UPDATE orphaned_objects SET since_ms = since_ms - ? WHERE key = ?")
      .bind(HOUR_MS, `cover/${stale}`)
      .run();
    for (const cover of [theirCover, unused, stale, "aaaaaaaaaaaaaaaa"]) {
      expect(await owner.refusal("tracks.update", { trackId, changes: { title: "No" }, cover: { id: cover, hue: null } })).toBe(
        "cover-not-found",
      );
    }
    expect(await listTitles(id)).toEqual(["song"]);
  });

  it("can be given back to a track by the person who removed them, and by no other", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const cover = { id: await createCover(owner), hue: null };
    await owner.call("tracks.update", { trackId, changes: {}, cover });
    await owner.call("tracks.update", { trackId, changes: {}, cover: null });
    const stranger = await createRoom();
    const theirs = await uploadTrack(stranger.owner, stranger.id);
    expect(await stranger.owner.refusal("tracks.update", { trackId: theirs, changes: {}, cover })).toBe("cover-not-found");
    await owner.call("tracks.update", { trackId, changes: {}, cover });
    expect((await readPlaylist(id))[0]?.track.cover).toBe(cover.id);
    await expectNoOrphans();
  });
});

describe("the tags in a track's file", () => {
  /** A file with an ID3v2.3 tag (id3.org, §3.1) in windows-1251 that is marked as ISO-8859-1. */
  function createTaggedFile(title: string): Uint8Array {
    const text = Uint8Array.from(title, (char) => (char >= "А" && char <= "я" ? char.charCodeAt(0) - 0x350 : 32));
    const frame = [...Buffer.from("TIT2"), 0, 0, 0, text.length + 1, 0, 0, 0, ...text];
    return new Uint8Array([...Buffer.from("ID3"), 3, 0, 0, 0, 0, 0, frame.length, ...frame, ...audioFixture("headerless.mp3")]);
  }

  it("are read again from the stored bytes, also in windows-1251", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id, createTaggedFile("Ночной трамвай"), "x.mp3");
    await owner.call("tracks.update", { trackId, changes: { title: "Wrong", artist: "Wrong" } });
    const result = await owner.call("tracks.readTags", { trackId });
    expect(result).toEqual({
      tags: { title: "Ночной трамвай", artist: "", album: "", genre: "", year: null },
      hasCover: false,
      lyrics: null,
    });
    const missing = await owner.fetch(`/media/picture/${trackId}`);
    expect([missing.status, (await missing.json<{ code: string }>()).code]).toEqual([404, "cover-not-found"]);
  });

  it("include a picture, for people who may edit the track", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id, audioFixture("cover.mp3"), "x.mp3");
    const editor = await addMember(owner, id, "editor");
    expect(await editor.call("tracks.readTags", { trackId, roomId: id })).toMatchObject({ hasCover: true });
    const picture = await editor.fetch(`/media/picture/${trackId}?room=${id}`);
    expect(picture.status).toBe(200);
    expect(picture.headers.get("Content-Type")).toBe("image/jpeg");
    expect(picture.headers.get("Cache-Control")).toBe("private, no-store");
    expect(picture.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect([...new Uint8Array(await picture.arrayBuffer()).subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect((await editor.fetch(`/media/picture/${trackId}`)).status).toBe(404);
    expect((await createClient().fetch(`/media/picture/${trackId}?room=${id}`)).status).toBe(401);
  });
});
