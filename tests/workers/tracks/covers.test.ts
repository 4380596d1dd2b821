import { describe, expect, it } from "vitest";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { ORIGIN } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { entriesOf, leftovers, newRoom, newSound, sendFile } from "#tests/workers/support/upload.ts";

/** A lossy WebP's header (RFC 9649 §2.5). */
function webpOf(side: number): Uint8Array {
  const bytes = new Uint8Array(30);
  bytes.set(new TextEncoder().encode("RIFF1234WEBPVP8 "));
  new DataView(bytes.buffer).setUint16(26, side, true);
  new DataView(bytes.buffer).setUint16(28, side, true);
  return bytes;
}

describe("covers", () => {
  it("a cover is a picture of bounded size, and the last one counts", async () => {
    const { owner, id } = await newRoom();
    const before = await leftovers();
    const uploadId = await sendFile(owner, { roomId: id, fileName: "a.wav", file: newSound() });
    const put = (body: Uint8Array) =>
      owner.fetch(`/api/uploads/${uploadId}/cover`, { method: "PUT", headers: { Origin: ORIGIN }, body });
    const webp = webpOf(512);
    expect((await put(new Uint8Array(trackLimits.coverUploadBytes + 1))).status).toBe(413);
    expect((await put(webpOf(16_000))).status).toBe(413);
    expect((await put(webp.subarray(0, 20))).status).toBe(415);
    expect((await put(new TextEncoder().encode("<svg/>"))).status).toBe(415);
    expect((await put(webp)).status).toBe(200);
    expect((await put(webp)).status).toBe(200);
    await owner.call("uploads.complete", { uploadId, hue: 200, analysis: null });
    const after = await leftovers();
    expect(
      after.objects.filter((kind) => kind === "cover").length - before.objects.filter((kind) => kind === "cover").length,
    ).toBe(1);
    const [entry] = await entriesOf(id);
    expect(entry?.track.hue).toBe(200);
    const device = await joinRoom(owner, id);
    const cover = await owner.fetch(`/media/cover/${entry?.track.cover}?${device.snapshot.media.query}`);
    expect(cover.headers.get("Content-Type")).toBe("image/webp");
    expect(new Uint8Array(await cover.arrayBuffer())).toEqual(webp);
    device.socket.close(1000);
  });

  it("a cover that comes too late goes, unless a track has it", async () => {
    const { owner, id } = await newRoom();
    const before = await leftovers();
    const put = (uploadId: string, body: Uint8Array) =>
      owner.fetch(`/api/uploads/${uploadId}/cover`, { method: "PUT", headers: { Origin: ORIGIN }, body });
    const picture = webpOf(512);
    const sent = [1, 2].map(() => sendFile(owner, { roomId: id, fileName: "a.wav", file: newSound() }));
    const [kept, given] = await Promise.all(sent);
    if (!kept || !given) throw new Error("no uploads");
    await put(kept, picture);
    await Promise.all([
      put(kept, picture),
      owner.call("uploads.complete", { uploadId: kept, hue: null, analysis: null }),
      put(given, picture),
      owner.refusal("uploads.cancel", { uploadId: given }),
    ]);
    const after = await leftovers();
    expect(after.uploads).toBe(before.uploads);
    expect(after.objects.length - before.objects.length).toBe(2);
    const [entry] = await entriesOf(id);
    const device = await joinRoom(owner, id);
    const cover = await owner.fetch(`/media/cover/${entry?.track.cover}?${device.snapshot.media.query}`);
    expect(cover.status).toBe(200);
    device.socket.close(1000);
  });
});
