import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { ObjectId } from "#app/domain/ids.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { createDb } from "#db/client.ts";
import { insertTrackOfUpload } from "#db/queries/new-track.ts";
import { recordOrphans } from "#db/queries/orphaned-objects.ts";
import { findTrack } from "#db/queries/tracks.ts";
import { uploads } from "#db/schema/tracks.ts";
import { wavFile } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { newClient, newMember } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { trackRow } from "#tests/workers/support/tracks.ts";
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
import worker from "#workers/app.ts";
import { newId } from "#workers/crypto/random.ts";
import { sweep as sweepJob } from "#workers/jobs/sweep.ts";
import { trackIdOf } from "#workers/uploads/upload-ids.ts";

describe("uploads", () => {
  it.each([
    ["cbr.mp3", "mp3", 6000],
    ["vbr.mp3", "mp3", 6000],
    ["headerless.mp3", "mp3", 6034.286],
    ["cover.mp3", "mp3", 6000],
    ["adts.aac", "aac", 6037.188],
    ["fast.m4a", "m4a", 6000],
    ["slow.m4a", "m4a", 6000],
    ["plain.flac", "flac", 6000],
    ["vorbis.ogg", "ogg", 6000],
    ["opus.ogg", "ogg", 6000],
    ["plain.wav", "wav", 2000],
  ])("%s becomes a track of its exact length", async (name, format, durationMs) => {
    const { owner, id } = await newRoom();
    const uploadId = await sendFile(owner, { roomId: id, fileName: `лето/${name}`, file: audioFile(name) });
    const analysis = { loudnessLufs: -20.5, truePeakDb: -1.5, waveform: null };
    await owner.call("uploads.complete", { uploadId, hue: 12, analysis });
    const [entry] = await entriesOf(id);
    const sizeBytes = audioFile(name).byteLength;
    expect(entry?.track).toMatchObject({ format, sizeBytes, hue: 12, loudnessLufs: -20.5, truePeakDb: -1.5 });
    expect(entry?.track.durationMs).toBeCloseTo(durationMs, 1);
  });

  it.each([
    ["picture.mp3", "not-audio"],
    ["film.mp4", "not-audio"],
    ["lossless.m4a", "codec-unsupported"],
    ["broken.m4a", "not-audio"],
  ])("%s is refused with %s and leaves nothing", async (name, code) => {
    // what a library throws on a broken file is logged
    vi.spyOn(console, "error").mockReturnValue();
    const { owner, id } = await newRoom();
    const before = await leftovers();
    const uploadId = await sendFile(owner, { roomId: id, fileName: `${name}.mp3`, file: audioFile(name) });
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe(code);
    expect(await leftovers()).toEqual(before);
    expect(await entriesOf(id)).toEqual([]);
  });

  it("an empty, a too large and a nameless file are refused before a byte is sent", async () => {
    const { owner, id } = await newRoom();
    const announce = (sizeBytes: number, fileName = "a.mp3") =>
      owner.refusal("uploads.announce", { roomId: id, files: [{ fileName, sizeBytes }] });
    expect(await announce(0)).toBe("file-empty");
    expect(await announce(uploadLimits.audioBytes + 1)).toBe("file-too-large");
    expect(await announce(-1)).toBe("invalid-arguments");
    expect(await announce(10, "")).toBe("invalid-arguments");
  });

  it("only who may add to the room may begin, and only they may go on", async () => {
    const { owner, id } = await newRoom();
    const stranger = await newMember();
    const args = { roomId: id, files: [{ fileName: "a.mp3", sizeBytes: 10 }] };
    expect(await newClient().refusal("uploads.announce", args)).toBe("login-required");
    expect(await stranger.refusal("uploads.announce", args)).toBe("forbidden");
    expect(await owner.refusal("uploads.announce", { ...args, roomId: "nowhere" })).toBe("room-not-found");
    const uploadId = await announceFile(owner, { roomId: id, fileName: "a.mp3", sizeBytes: 10 });
    const begun = { uploadId, sha256: hashOf(new Uint8Array(10)) };
    expect(await stranger.refusal("uploads.begin", begun)).toBe("upload-not-found");
    expect((await putPart(owner, uploadId, 1, new Uint8Array(10))).status).toBe(404);
    await owner.call("uploads.begin", begun);
    expect((await putPart(stranger, uploadId, 1, new Uint8Array(10))).status).toBe(404);
    expect((await putPart(newClient(), uploadId, 1, new Uint8Array(10))).status).toBe(401);
    expect(await stranger.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("upload-not-found");
    expect(await stranger.refusal("uploads.cancel", { uploadId })).toBe("upload-not-found");
    expect(await owner.call("uploads.cancel", { uploadId })).toBeNull();
  });

  it("parts of a wrong size or number are refused; a missing one is told", async () => {
    const { owner, id } = await newRoom();
    const { partBytes } = uploadLimits;
    const uploadId = await beginFile(owner, { roomId: id, fileName: "a.mp3", file: new Uint8Array(partBytes + 5) });
    expect((await putPart(owner, uploadId, 2, new Uint8Array(6))).status).toBe(411);
    for (const number of [0, 3, -1, "x"]) expect((await putPart(owner, uploadId, number, new Uint8Array(5))).status).toBe(411);
    expect((await putPart(owner, uploadId, 2, new Uint8Array(5))).status).toBe(200);
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("upload-incomplete");
    expect((await putPart(owner, uploadId, 1, new Uint8Array(partBytes))).status).toBe(200);
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("not-audio");
  });

  it("a file of several parts, sent out of order and one of them twice, comes out whole", async () => {
    const { owner, id } = await newRoom();
    const plane = clickSamples(80, 44_100);
    const file = wavFile([plane, plane], 44_100);
    const { partBytes } = uploadLimits;
    const uploadId = await beginFile(owner, { roomId: id, fileName: "long.wav", file });
    const [first, second] = [file.slice(0, partBytes), file.slice(partBytes)];
    for (const [number, part] of [
      [2, second],
      [1, first],
      [2, second],
    ] as const) {
      expect((await putPart(owner, uploadId, number, part)).status).toBe(200);
    }
    await owner.call("uploads.complete", { uploadId, hue: null, analysis: null });
    const [entry] = await entriesOf(id);
    expect(entry?.track.title).toBe("long");
    expect(entry?.track.durationMs).toBe(80_000);
    const device = await joinRoom(owner, id);
    const bytes = await owner.fetch(`/media/audio/${entry?.track.id}?${device.snapshot.media.query}`);
    // compared as bytes: a matcher would make objects of fourteen million numbers
    expect(Buffer.compare(Buffer.from(await bytes.arrayBuffer()), file)).toBe(0);
    device.socket.close(1000);
  });

  it("completing twice adds once, whoever did not hear the answer", async () => {
    const { owner, id } = await newRoom();
    const uploadId = await sendFile(owner, { roomId: id, fileName: "a.ogg", file: audioFile("vorbis.ogg") });
    const completion = { uploadId, hue: null, analysis: null };
    const first = await owner.call("uploads.complete", completion);
    expect(await owner.call("uploads.complete", completion)).toEqual(first);
    expect(await entriesOf(id)).toHaveLength(1);
    expect(await (await newMember()).refusal("uploads.complete", completion)).toBe("upload-not-found");
  });

  it("cancelling removes what was sent", async () => {
    const { owner, id } = await newRoom();
    const before = await leftovers();
    const uploadId = await sendFile(owner, { roomId: id, fileName: "a.ogg", file: audioFile("vorbis.ogg") });
    await owner.call("uploads.cancel", { uploadId });
    expect(await leftovers()).toEqual(before);
    expect((await putPart(owner, uploadId, 1, audioFile("vorbis.ogg"))).status).toBe(404);
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("upload-not-found");
  });

  it("a file that is given up while it is being completed is there as a whole or not at all", async () => {
    const { owner, id } = await newRoom();
    for (let delayMs = 0; delayMs < 60; delayMs += 5) {
      const before = await leftovers();
      const uploadId = await sendFile(owner, { roomId: id, fileName: "a.wav", file: newSound() });
      const cancel = async () => {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        return owner.refusal("uploads.cancel", { uploadId }).catch(() => "cancelled");
      };
      await Promise.allSettled([owner.call("uploads.complete", { uploadId, hue: null, analysis: null }), cancel()]);
      // whoever gives up in the middle, asks again until it is answered
      await owner.call("uploads.cancel", { uploadId }).catch(() => undefined);
      const after = await leftovers();
      const isMade = after.tracks > before.tracks;
      expect(after.objects).toEqual(isMade ? [...before.objects, "audio"].sort() : before.objects);
      expect(after.uploads).toBe(before.uploads);
      expect(after.tracks).toBe(before.tracks + (isMade ? 1 : 0));
    }
  });

  it("no track is made of what is being removed", async () => {
    const { owner, id } = await newRoom();
    const uploadId = await sendFile(owner, { roomId: id, fileName: "a.flac", file: audioFile("plain.flac") });
    const db = createDb(env.DB);
    const upload = await db
      .update(uploads)
      .set({ discardedAtMs: Date.now() })
      .where(eq(uploads.id, uploadId))
      .returning()
      .get();
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("upload-not-found");
    // one that was under way already
    const track = trackRow(upload.userId, { id: trackIdOf(uploadId) });
    const { audioObject } = upload;
    const source = { uploadId, audioObject, roomId: id, sha256: hashOf(audioFile("plain.flac")), waveform: null, keys: [] };
    await insertTrackOfUpload(db, track, source);
    expect(await findTrack(db, track.id)).toBeNull();
  });

  it("who may no longer add when the last part is there adds nothing", async () => {
    const { owner, id } = await newRoom();
    const uploadId = await sendFile(owner, { roomId: id, fileName: "a.ogg", file: audioFile("vorbis.ogg") });
    await env.DB.prepare("UPDATE members SET role = 'viewer' WHERE room_id = ?").bind(id).run();
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("forbidden");
    expect(await entriesOf(id)).toEqual([]);
  });

  it("a chain of tags and a stream that turns into junk are refused", async () => {
    const { owner, id } = await newRoom();
    const tags = new Uint8Array(50_000);
    for (let at = 0; at < tags.length; at += 10) tags.set([0x49, 0x44, 0x33, 4], at);
    const cut = new Uint8Array([...audioFile("headerless.mp3"), ...new Uint8Array(40_000_000)]);
    for (const file of [tags, cut]) {
      const uploadId = await sendFile(owner, { roomId: id, fileName: "a.mp3", file });
      expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("not-audio");
    }
  }, 20_000);

  it("what nobody came back for is swept with its bytes", async () => {
    const { owner, id } = await newRoom();
    const before = await leftovers();
    await sendFile(owner, { roomId: id, fileName: "a.ogg", file: audioFile("vorbis.ogg") });
    const sweep = async () => {
      const context = createExecutionContext();
      worker.scheduled({ cron: "", scheduledTime: 0, noRetry: () => undefined, type: "scheduled" } as never, env, context);
      await waitOnExecutionContext(context);
    };
    await sweep();
    expect((await leftovers()).uploads).toBe(before.uploads + 1);
    await env.DB.prepare("UPDATE uploads SET created_at_ms = ?")
      .bind(Date.now() - uploadLimits.uploadAbandonedAfterMs - 1)
      .run();
    await sweep();
    const after = await leftovers();
    expect(after.uploads).toBe(0);
    expect(after.objects).toEqual(before.objects);
  });

  it("an object that nothing holds is swept after an hour", async () => {
    const key = `audio/${newId<ObjectId>()}`;
    await env.MEDIA.put(key, "left behind");
    await recordOrphans(createDb(env.DB), key, Date.now());
    await sweepJob(env, Date.now());
    expect(await env.MEDIA.head(key)).not.toBeNull();
    await sweepJob(env, Date.now() + 3_600_001);
    expect(await env.MEDIA.head(key)).toBeNull();
  });
});
