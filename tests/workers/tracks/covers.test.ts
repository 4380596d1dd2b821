import { describe, expect, it } from "vitest";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createNoise, createRoom, readPlaylist, readStoredData, uploadFile } from "#tests/workers/support/upload.ts";
import { createWebp } from "./track-fixtures.ts";

/** The header of a PNG picture (W3C PNG §11.2.1). */
function createPng(side: number): Uint8Array {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  new DataView(bytes.buffer).setUint32(16, side);
  new DataView(bytes.buffer).setUint32(20, side);
  return bytes;
}

describe("the cover of an upload", () => {
  it("is a WebP of 512 × 512 px, and a new one replaces it", async () => {
    const { owner, id } = await createRoom();
    const before = await readStoredData();
    const uploadId = await uploadFile(owner, { roomId: id, fileName: "a.wav", file: createNoise() });
    const put = (body: Uint8Array) =>
      owner.fetch(`/api/uploads/${uploadId}/cover`, { method: "PUT", headers: { Origin: ORIGIN }, body });
    const webp = createWebp(512);
    expect((await put(new Uint8Array(trackLimits.coverUploadBytes + 1))).status).toBe(413);
    for (const side of [511, 513, 16_000]) {
      expect(await (await put(createWebp(side))).json()).toMatchObject({ code: "cover-format", statusCode: 415 });
    }
    expect((await put(createPng(512))).status).toBe(415);
    expect((await put(webp.subarray(0, 20))).status).toBe(415);
    expect((await put(new TextEncoder().encode("<svg/>"))).status).toBe(415);
    expect((await put(webp)).status).toBe(200);
    expect((await put(webp)).status).toBe(200);
    await owner.call("uploads.complete", { uploadId, hue: 200, analysis: null });
    const after = await readStoredData();
    expect(
      after.objects.filter((kind) => kind === "cover").length - before.objects.filter((kind) => kind === "cover").length,
    ).toBe(1);
    const [entry] = await readPlaylist(id);
    expect(entry?.track.hue).toBe(200);
    const device = await joinRoom(owner, id);
    const cover = await owner.fetch(`/media/cover/${entry?.track.cover}?${device.snapshot.media.query}`);
    expect(cover.headers.get("Content-Type")).toBe("image/webp");
    expect(new Uint8Array(await cover.arrayBuffer())).toEqual(webp);
    device.socket.close(1000);
  });

  it("is deleted if it arrives after the upload has ended, unless the track has it", async () => {
    const { owner, id } = await createRoom();
    const before = await readStoredData();
    const put = (uploadId: string, body: Uint8Array) =>
      owner.fetch(`/api/uploads/${uploadId}/cover`, { method: "PUT", headers: { Origin: ORIGIN }, body });
    const picture = createWebp(512);
    const sent = [1, 2].map(() => uploadFile(owner, { roomId: id, fileName: "a.wav", file: createNoise() }));
    const [completed, canceled] = await Promise.all(sent);
    if (!completed || !canceled) throw new Error("no uploads");
    await put(completed, picture);
    await Promise.all([
      put(completed, picture),
      owner.call("uploads.complete", { uploadId: completed, hue: null, analysis: null }),
      put(canceled, picture),
      owner.refusal("uploads.cancel", { uploadId: canceled }),
    ]);
    const after = await readStoredData();
    expect(after.uploads).toBe(before.uploads);
    expect(after.objects.length - before.objects.length).toBe(2);
    const [entry] = await readPlaylist(id);
    const device = await joinRoom(owner, id);
    const cover = await owner.fetch(`/media/cover/${entry?.track.cover}?${device.snapshot.media.query}`);
    expect(cover.status).toBe(200);
    device.socket.close(1000);
  });
});
