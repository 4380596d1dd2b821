import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { encodeWav } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import {
  announceUpload,
  audioFixture,
  beginUpload,
  createNoise,
  createRoom,
  hashFile,
  putPart,
  readPlaylist,
  readStoredData,
  uploadFile,
} from "#tests/workers/support/upload.ts";

describe("an uploaded file", () => {
  it("can be resumed: a client that starts the upload again gets the stored parts", async () => {
    const { owner, id } = await createRoom();
    const plane = clickSamples(60, 44_100, 7);
    const file = encodeWav([plane, plane], 44_100);
    const { partBytes } = uploadLimits;
    const uploadId = await beginUpload(owner, { roomId: id, fileName: "half.wav", file });
    const notStarted = await announceUpload(owner, { roomId: id, fileName: "later.wav", sizeBytes: 10 });
    await putPart(owner, uploadId, 2, file.slice(partBytes));
    const { uploads: open } = await owner.call("uploads.list", { roomId: id });
    expect(open).toMatchObject([
      { uploadId, fileName: "half.wav", sizeBytes: file.length, sha256: hashFile(file), parts: 1 },
      { uploadId: notStarted, fileName: "later.wav", sha256: null, parts: 0 },
    ]);
    expect(await owner.call("uploads.begin", { uploadId, sha256: hashFile(file) })).toEqual({ parts: [2] });
    expect(await owner.refusal("uploads.begin", { uploadId, sha256: hashFile(new Uint8Array(1)) })).toBe(
      "upload-file-mismatch",
    );
    await putPart(owner, uploadId, 1, file.slice(0, partBytes));
    await owner.call("uploads.complete", { uploadId, hue: null, analysis: null });
    expect((await owner.call("uploads.list", { roomId: id })).uploads).toHaveLength(1);
  });

  it("is stored once if two people upload the same bytes", async () => {
    const { owner, id } = await createRoom();
    const other = await createRoom();
    const file = createNoise();
    const send = async (client: typeof owner, roomId: RoomId) => {
      const uploadId = await uploadFile(client, { roomId, fileName: "same.wav", file });
      return client.call("uploads.complete", { uploadId, hue: null, analysis: null });
    };
    const before = await readStoredData();
    const first = await send(owner, id);
    const second = await send(other.owner, other.id);
    const after = await readStoredData();
    expect(after.tracks - before.tracks).toBe(2);
    expect(after.objects.length - before.objects.length).toBe(1);
    expect(second.trackId).not.toBe(first.trackId);
    const device = await joinRoom(other.owner, other.id);
    const bytes = await other.owner.fetch(`/media/audio/${second.trackId}?${device.snapshot.media.query}`);
    expect(Buffer.compare(Buffer.from(await bytes.arrayBuffer()), file)).toBe(0);
    device.socket.close(1000);
  });

  it("is refused and discarded if the stored bytes do not match the announced hash", async () => {
    const { owner, id } = await createRoom();
    const [announced, sent] = [createNoise(), createNoise()];
    const before = await readStoredData();
    const uploadId = await beginUpload(owner, { roomId: id, fileName: "a.wav", file: announced });
    await putPart(owner, uploadId, 1, sent);
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("audio-upload-failed");
    expect(await readStoredData()).toEqual(before);
    expect(await owner.refusal("uploads.begin", { uploadId, sha256: hashFile(announced) })).toBe("upload-not-found");
  });

  it("gets its tags from the stored bytes, and its analysis from the browser if that is plausible", async () => {
    const { owner, id } = await createRoom();
    const uploadId = await uploadFile(owner, { roomId: id, fileName: "x.mp3", file: audioFixture("cbr.mp3") });
    const analysis = {
      loudnessLufs: -12.34,
      truePeakDb: -0.26,
      waveform: Buffer.alloc(1000, 7).toString("base64"),
    };
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: { ...analysis, waveform: "AAAA" } })).toBe(
      "invalid-arguments",
    );
    const { trackId } = await owner.call("uploads.complete", { uploadId, hue: null, analysis });
    const [entry] = await readPlaylist(id);
    expect(entry?.track).toMatchObject({ title: "Ночной трамвай", artist: "Вера Ланская", album: "Депо", year: 2025 });
    expect(entry?.track).toMatchObject({ loudnessLufs: -12.3, truePeakDb: -0.3 });
    const device = await joinRoom(owner, id);
    const wave = await owner.fetch(`/media/wave/${trackId}?${device.snapshot.media.query}`);
    expect(new Uint8Array(await wave.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));
    device.socket.close(1000);
  });
});
