import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { wavFile } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import {
  announceFile,
  audioFile,
  beginFile,
  entriesOf,
  hashOf,
  leftovers,
  newRoom,
  newSound,
  putPart,
  sendFile,
} from "#tests/workers/support/upload.ts";

describe("a file", () => {
  it("goes on where it was: who chooses the file again is told which parts are there", async () => {
    const { owner, id } = await newRoom();
    const plane = clickSamples(60, 44_100, 7);
    const file = wavFile([plane, plane], 44_100);
    const { partBytes } = uploadLimits;
    const uploadId = await beginFile(owner, { roomId: id, fileName: "half.wav", file });
    const waiting = await announceFile(owner, { roomId: id, fileName: "later.wav", sizeBytes: 10 });
    await putPart(owner, uploadId, 2, file.slice(partBytes));
    const { uploads: open } = await owner.call("uploads.list", { roomId: id });
    expect(open).toMatchObject([
      { uploadId, fileName: "half.wav", sizeBytes: file.length, sha256: hashOf(file), parts: 1 },
      { uploadId: waiting, fileName: "later.wav", sha256: null, parts: 0 },
    ]);
    expect(await owner.call("uploads.begin", { uploadId, sha256: hashOf(file) })).toEqual({ parts: [2] });
    expect(await owner.refusal("uploads.begin", { uploadId, sha256: hashOf(new Uint8Array(1)) })).toBe("upload-other-file");
    await putPart(owner, uploadId, 1, file.slice(0, partBytes));
    await owner.call("uploads.complete", { uploadId, hue: null, analysis: null });
    expect((await owner.call("uploads.list", { roomId: id })).uploads).toHaveLength(1);
  });

  it("is stored once, whoever brings the same bytes, and leaves nothing of the second time", async () => {
    const { owner, id } = await newRoom();
    const other = await newRoom();
    const file = newSound();
    const send = async (client: typeof owner, roomId: RoomId) => {
      const uploadId = await sendFile(client, { roomId, fileName: "same.wav", file });
      return client.call("uploads.complete", { uploadId, hue: null, analysis: null });
    };
    const before = await leftovers();
    const first = await send(owner, id);
    const second = await send(other.owner, other.id);
    const after = await leftovers();
    expect(after.tracks - before.tracks).toBe(2);
    expect(after.objects.length - before.objects.length).toBe(1);
    expect(second.trackId).not.toBe(first.trackId);
    const device = await joinRoom(other.owner, other.id);
    const bytes = await other.owner.fetch(`/media/audio/${second.trackId}?${device.snapshot.media.query}`);
    expect(Buffer.compare(Buffer.from(await bytes.arrayBuffer()), file)).toBe(0);
    device.socket.close(1000);
  });

  it("is refused where what is stored is not what was meant to be sent, and can be begun anew", async () => {
    const { owner, id } = await newRoom();
    const [meant, sent] = [newSound(), newSound()];
    const before = await leftovers();
    const uploadId = await beginFile(owner, { roomId: id, fileName: "a.wav", file: meant });
    await putPart(owner, uploadId, 1, sent);
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("upload-failed");
    expect(await leftovers()).toEqual(before);
    expect(await owner.refusal("uploads.begin", { uploadId, sha256: hashOf(meant) })).toBe("upload-not-found");
  });

  it("has its tags from the stored bytes, and what was heard in it as far as that is plausible", async () => {
    const { owner, id } = await newRoom();
    const uploadId = await sendFile(owner, { roomId: id, fileName: "x.mp3", file: audioFile("cbr.mp3") });
    const analysis = {
      loudnessLufs: -12.34,
      truePeakDb: -0.26,
      waveform: Buffer.alloc(1000, 7).toString("base64"),
    };
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: { ...analysis, waveform: "AAAA" } })).toBe(
      "invalid-arguments",
    );
    const { trackId } = await owner.call("uploads.complete", { uploadId, hue: null, analysis });
    const [entry] = await entriesOf(id);
    expect(entry?.track).toMatchObject({ title: "Ночной трамвай", artist: "Вера Ланская", album: "Депо", year: 2025 });
    expect(entry?.track).toMatchObject({ loudnessLufs: -12.3, truePeakDb: -0.3 });
    const device = await joinRoom(owner, id);
    const wave = await owner.fetch(`/media/wave/${trackId}?${device.snapshot.media.query}`);
    expect(new Uint8Array(await wave.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));
    device.socket.close(1000);
  });
});
