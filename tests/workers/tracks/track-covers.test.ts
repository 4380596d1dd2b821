import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { expectNoOrphans } from "#tests/workers/media/stored-objects.ts";
import { newClient, newMember } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { audioFile, entriesOf, newRoom } from "#tests/workers/support/upload.ts";
import {
  addMember,
  bringTrack,
  HOUR_MS,
  isCoverStored,
  newCover,
  sendCover,
  sweepLater,
  titlesIn,
  webpOf,
} from "./edited-tracks.ts";

describe("covers of tracks that exist", () => {
  it("are looked at as those of uploads are", async () => {
    const owner = await newMember();
    expect((await sendCover(newClient(), webpOf(512))).status).toBe(401);
    expect((await sendCover(owner, webpOf(513))).status).toBe(413);
    expect((await sendCover(owner, new TextEncoder().encode("<svg/>"))).status).toBe(415);
    expect((await sendCover(owner, webpOf(512))).status).toBe(200);
  });

  it("of two tracks stay until neither has it, and nothing is left behind", async () => {
    const { owner, id } = await newRoom();
    const [one, two] = [await bringTrack(owner, id), await bringTrack(owner, id)];
    const shared = await newCover(owner);
    const put = (trackId: TrackId, cover: ObjectId | null) =>
      owner.call("tracks.update", { trackId, changes: {}, cover: cover && { id: cover, hue: 200 } });
    expect((await put(one, shared)).track).toMatchObject({ cover: shared, hue: 200 });
    await sweepLater(2 * HOUR_MS);
    // not loose any more, and of the library
    await put(two, shared);
    await put(one, await newCover(owner));
    await sweepLater(2 * HOUR_MS);
    expect(await isCoverStored(shared)).toBe(true);
    await put(two, null);
    expect((await entriesOf(id)).at(-1)?.track).toMatchObject({ cover: null, hue: null });
    await expectNoOrphans();
    await sweepLater(2 * HOUR_MS);
    expect(await isCoverStored(shared)).toBe(false);
    await expectNoOrphans();
  });

  it("are shown in the room, and to those only who may see its tracks", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const cover = await newCover(owner);
    const device = await joinRoom(owner, id);
    const look = () => owner.fetch(`/media/cover/${cover}?${device.snapshot.media.query}`);
    expect((await look()).status).toBe(404);
    await owner.call("tracks.update", { trackId, changes: {}, cover: { id: cover, hue: null } });
    expect(new Uint8Array(await (await look()).arrayBuffer())).toEqual(webpOf(512));
    device.socket.close(1000);
  });

  it("are taken only where they were sent a moment ago, or are in the library", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const stranger = await newRoom();
    const theirs = await bringTrack(stranger.owner, stranger.id);
    const kept = await newCover(stranger.owner);
    await stranger.owner.call("tracks.update", { trackId: theirs, changes: {}, cover: { id: kept, hue: null } });
    const stale = await newCover(owner);
    await env.DB.prepare("UPDATE orphaned_objects SET since_ms = since_ms - ? WHERE key = ?")
      .bind(HOUR_MS, `cover/${stale}`)
      .run();
    for (const cover of [kept, stale, "aaaaaaaaaaaaaaaa"]) {
      expect(await owner.refusal("tracks.update", { trackId, changes: { title: "No" }, cover: { id: cover, hue: null } })).toBe(
        "cover-not-found",
      );
    }
    expect(await titlesIn(id)).toEqual(["song"]);
  });
});

describe("what a file says", () => {
  /** id3.org, ID3v2.3 §3.1, marked as ISO-8859-1 where it is windows-1251. */
  function tagged(title: string): Uint8Array {
    const text = Uint8Array.from(title, (char) => (char >= "А" && char <= "я" ? char.charCodeAt(0) - 0x350 : 32));
    const frame = [...Buffer.from("TIT2"), 0, 0, 0, text.length + 1, 0, 0, 0, ...text];
    return new Uint8Array([...Buffer.from("ID3"), 3, 0, 0, 0, 0, 0, frame.length, ...frame, ...audioFile("headerless.mp3")]);
  }

  it("is read again from the stored bytes, in windows-1251 too", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id, tagged("Ночной трамвай"), "x.mp3");
    await owner.call("tracks.update", { trackId, changes: { title: "Wrong", artist: "Wrong" } });
    const read = await owner.call("tracks.readTags", { trackId });
    expect(read).toEqual({
      tags: { title: "Ночной трамвай", artist: "", album: "", genre: "", year: null },
      hasCover: false,
    });
    const none = await owner.fetch(`/media/picture/${trackId}`);
    expect([none.status, (await none.json<{ code: string }>()).code]).toEqual([404, "cover-not-found"]);
  });

  it("has a picture, for whoever may change the track", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id, audioFile("cover.mp3"), "x.mp3");
    const editor = await addMember(owner, id, "editor");
    expect(await editor.call("tracks.readTags", { trackId, roomId: id })).toMatchObject({ hasCover: true });
    const picture = await editor.fetch(`/media/picture/${trackId}?room=${id}`);
    expect(picture.status).toBe(200);
    expect(picture.headers.get("Content-Type")).toBe("image/jpeg");
    expect(picture.headers.get("Cache-Control")).toBe("private, no-store");
    expect(picture.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect([...new Uint8Array(await picture.arrayBuffer()).subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect((await editor.fetch(`/media/picture/${trackId}`)).status).toBe(404);
    expect((await newClient().fetch(`/media/picture/${trackId}?room=${id}`)).status).toBe(401);
  });
});
