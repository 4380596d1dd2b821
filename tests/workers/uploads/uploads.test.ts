import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { ObjectId } from "#app/domain/ids.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { createDb } from "#db/client.ts";
import { insertUploadedTrack } from "#db/queries/new-track.ts";
import { recordOrphan } from "#db/queries/orphaned-objects.ts";
import { findTrack } from "#db/queries/tracks.ts";
import { uploads } from "#db/schema/tracks.ts";
import { encodeWav } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { buildTrackRow } from "#tests/workers/support/tracks.ts";
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
import { createSessionCookie } from "#tests/workers/tracks/track-fixtures.ts";
import worker from "#workers/app.ts";
import { newId } from "#workers/crypto/random.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { toTrackId } from "#workers/uploads/upload-ids.ts";
import { holdMultipartUploads } from "./hold-multipart-uploads.ts";
import { interceptStorageCalls } from "./intercept-storage-calls.ts";

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
  ])("%s becomes a track with its exact duration", async (name, format, durationMs) => {
    const { owner, id } = await createRoom();
    const uploadId = await uploadFile(owner, { roomId: id, fileName: `лето/${name}`, file: audioFixture(name) });
    const analysis = { loudnessLufs: -20.5, truePeakDb: -1.5, waveform: null };
    await owner.call("uploads.complete", { uploadId, hue: 12, analysis });
    const [entry] = await readPlaylist(id);
    const sizeBytes = audioFixture(name).byteLength;
    expect(entry?.track).toMatchObject({ format, sizeBytes, hue: 12, loudnessLufs: -20.5, truePeakDb: -1.5 });
    expect(entry?.track.durationMs).toBeCloseTo(durationMs, 1);
  });

  it.each([
    ["picture.mp3", "not-audio"],
    ["film.mp4", "not-audio"],
    ["lossless.m4a", "codec-unsupported"],
    ["broken.m4a", "not-audio"],
  ])("%s is refused with %s and leaves no data", async (name, code) => {
    // the errors of the parser are logged
    vi.spyOn(console, "error").mockReturnValue();
    const { owner, id } = await createRoom();
    const before = await readStoredData();
    const uploadId = await uploadFile(owner, { roomId: id, fileName: `${name}.mp3`, file: audioFixture(name) });
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe(code);
    expect(await readStoredData()).toEqual(before);
    expect(await readPlaylist(id)).toEqual([]);
  });

  it("an empty, a too large and a nameless file are refused before any byte is sent", async () => {
    const { owner, id } = await createRoom();
    const announce = (sizeBytes: number, fileName = "a.mp3") =>
      owner.refusal("uploads.announce", { roomId: id, files: [{ fileName, sizeBytes }] });
    expect(await announce(0)).toBe("file-empty");
    expect(await announce(uploadLimits.audioBytes + 1)).toBe("file-too-large");
    expect(await announce(-1)).toBe("invalid-arguments");
    expect(await announce(10, "")).toBe("invalid-arguments");
  });

  it("only a member who may add tracks can start an upload, and only they can continue it", async () => {
    const { owner, id } = await createRoom();
    const stranger = await registerUser();
    const args = { roomId: id, files: [{ fileName: "a.mp3", sizeBytes: 10 }] };
    expect(await createClient().refusal("uploads.announce", args)).toBe("login-required");
    expect(await stranger.refusal("uploads.announce", args)).toBe("forbidden");
    expect(await owner.refusal("uploads.announce", { ...args, roomId: "nowhere" })).toBe("room-not-found");
    const uploadId = await announceUpload(owner, { roomId: id, fileName: "a.mp3", sizeBytes: 10 });
    const start = { uploadId, sha256: hashFile(new Uint8Array(10)) };
    expect(await stranger.refusal("uploads.begin", start)).toBe("upload-not-found");
    expect((await putPart(owner, uploadId, 1, new Uint8Array(10))).status).toBe(404);
    await owner.call("uploads.begin", start);
    expect((await putPart(stranger, uploadId, 1, new Uint8Array(10))).status).toBe(404);
    expect((await putPart(createClient(), uploadId, 1, new Uint8Array(10))).status).toBe(401);
    expect(await stranger.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("upload-not-found");
    expect(await stranger.refusal("uploads.cancel", { uploadId })).toBe("upload-not-found");
    expect(await owner.call("uploads.cancel", { uploadId })).toBeNull();
  });

  it("parts with a wrong size or number are refused, and so is an incomplete upload", async () => {
    const { owner, id } = await createRoom();
    const { partBytes } = uploadLimits;
    const uploadId = await beginUpload(owner, { roomId: id, fileName: "a.mp3", file: new Uint8Array(partBytes + 5) });
    expect((await putPart(owner, uploadId, 2, new Uint8Array(6))).status).toBe(411);
    for (const number of [0, 3, -1, "x"]) expect((await putPart(owner, uploadId, number, new Uint8Array(5))).status).toBe(411);
    expect((await putPart(owner, uploadId, 2, new Uint8Array(5))).status).toBe(200);
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("upload-incomplete");
    expect((await putPart(owner, uploadId, 1, new Uint8Array(partBytes))).status).toBe(200);
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("not-audio");
  });

  it("a file of several parts is complete although they are sent out of order and one twice", async () => {
    const { owner, id } = await createRoom();
    const plane = clickSamples(80, 44_100);
    const file = encodeWav([plane, plane], 44_100);
    const { partBytes } = uploadLimits;
    const uploadId = await beginUpload(owner, { roomId: id, fileName: "long.wav", file });
    const [first, second] = [file.slice(0, partBytes), file.slice(partBytes)];
    for (const [number, part] of [
      [2, second],
      [1, first],
      [2, second],
    ] as const) {
      expect((await putPart(owner, uploadId, number, part)).status).toBe(200);
    }
    await owner.call("uploads.complete", { uploadId, hue: null, analysis: null });
    const [entry] = await readPlaylist(id);
    expect(entry?.track.title).toBe("long");
    expect(entry?.track.durationMs).toBe(80_000);
    const device = await joinRoom(owner, id);
    const bytes = await owner.fetch(`/media/audio/${entry?.track.id}?${device.snapshot.media.query}`);
    // Buffer.compare, because a matcher would compare 14 million numbers one by one
    expect(Buffer.compare(Buffer.from(await bytes.arrayBuffer()), file)).toBe(0);
    device.socket.close(1000);
  });

  it("completing an upload twice adds the track once", async () => {
    const { owner, id } = await createRoom();
    const uploadId = await uploadFile(owner, { roomId: id, fileName: "a.ogg", file: audioFixture("vorbis.ogg") });
    const completion = { uploadId, hue: null, analysis: null };
    const first = await owner.call("uploads.complete", completion);
    expect(await owner.call("uploads.complete", completion)).toEqual(first);
    expect(await readPlaylist(id)).toHaveLength(1);
    expect(await (await registerUser()).refusal("uploads.complete", completion)).toBe("upload-not-found");
  });

  it("two pages that begin an upload at the same time leave one multipart upload in R2", async () => {
    const { owner, id } = await createRoom();
    const file = createNoise();
    const uploadId = await announceUpload(owner, { roomId: id, fileName: "a.wav", sizeBytes: file.byteLength });
    const { bindings, countOpen } = holdMultipartUploads(2);
    const client = createClient({ headers: { Cookie: await createSessionCookie(owner) }, bindings });
    const begin = () => client.call("uploads.begin", { uploadId, sha256: hashFile(file) });
    expect(await Promise.all([begin(), begin()])).toEqual([{ parts: [] }, { parts: [] }]);
    expect(await countOpen()).toBe(1);
    expect((await putPart(owner, uploadId, 1, file)).status).toBe(200);
    await owner.call("uploads.complete", { uploadId, hue: null, analysis: null });
    expect(await readPlaylist(id)).toHaveLength(1);
  });

  it("canceling deletes the stored bytes", async () => {
    const { owner, id } = await createRoom();
    const before = await readStoredData();
    const uploadId = await uploadFile(owner, { roomId: id, fileName: "a.ogg", file: audioFixture("vorbis.ogg") });
    await owner.call("uploads.cancel", { uploadId });
    expect(await readStoredData()).toEqual(before);
    expect((await putPart(owner, uploadId, 1, audioFixture("vorbis.ogg"))).status).toBe(404);
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("upload-not-found");
  });

  it("an upload that is canceled at any step of its completion leaves a whole track or no data", async () => {
    // the interrupted completions are logged
    vi.spyOn(console, "error").mockReturnValue();
    const { owner, id } = await createRoom();
    const headers = { Cookie: await createSessionCookie(owner) };
    for (let step = 1, isReached = true; isReached; step++) {
      const before = await readStoredData();
      const uploadId = await uploadFile(owner, { roomId: id, fileName: "a.wav", file: createNoise() });
      const cancel = () => owner.call("uploads.cancel", { uploadId }).catch(() => undefined);
      let calls = 0;
      const bindings = interceptStorageCalls(async () => {
        calls += 1;
        if (calls === step) await cancel();
      });
      const client = createClient({ headers, bindings });
      await client.call("uploads.complete", { uploadId, hue: null, analysis: null }).catch(() => undefined);
      isReached = calls >= step;
      // a client repeats an interrupted cancellation
      await cancel();
      const after = await readStoredData();
      const hasTrack = after.tracks > before.tracks;
      expect(after.objects).toEqual(hasTrack ? [...before.objects, "audio"].sort() : before.objects);
      expect(after.uploads).toBe(before.uploads);
      expect(after.tracks).toBe(before.tracks + (hasTrack ? 1 : 0));
      // the last completion ends before its step, and so is not interrupted
      if (!isReached) expect([hasTrack, step > 5]).toEqual([true, true]);
    }
  });

  it("no track is made from an upload that is being discarded", async () => {
    const { owner, id } = await createRoom();
    const uploadId = await uploadFile(owner, { roomId: id, fileName: "a.flac", file: audioFixture("plain.flac") });
    const db = createDb(env.DB);
    const upload = await db
      .update(uploads)
      .set({ discardedAtMs: Date.now() })
      .where(eq(uploads.id, uploadId))
      .returning()
      .get();
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("upload-not-found");
    // a completion that was under way already
    const track = buildTrackRow(upload.userId, { id: toTrackId(uploadId) });
    const { audioObject } = upload;
    const source = {
      uploadId,
      audioObject,
      roomId: id,
      sha256: hashFile(audioFixture("plain.flac")),
      waveform: null,
      lyrics: null,
      keys: [],
    };
    await insertUploadedTrack(db, track, source);
    expect(await findTrack(db, track.id)).toBeNull();
  });

  it("a member who loses the permission during the upload cannot complete it", async () => {
    const { owner, id } = await createRoom();
    const uploadId = await uploadFile(owner, { roomId: id, fileName: "a.ogg", file: audioFixture("vorbis.ogg") });
    await env.DB.prepare("UPDATE members SET role = 'viewer' WHERE room_id = ?").bind(id).run();
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("forbidden");
    expect(await readPlaylist(id)).toEqual([]);
  });

  it("a chain of tags and a truncated stream are refused", async () => {
    const { owner, id } = await createRoom();
    const tags = new Uint8Array(50_000);
    for (let at = 0; at < tags.length; at += 10) tags.set([0x49, 0x44, 0x33, 4], at);
    const cut = new Uint8Array([...audioFixture("headerless.mp3"), ...new Uint8Array(40_000_000)]);
    for (const file of [tags, cut]) {
      const uploadId = await uploadFile(owner, { roomId: id, fileName: "a.mp3", file });
      expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("not-audio");
    }
  });

  it("an abandoned upload is swept with its bytes", async () => {
    const { owner, id } = await createRoom();
    const before = await readStoredData();
    await uploadFile(owner, { roomId: id, fileName: "a.ogg", file: audioFixture("vorbis.ogg") });
    const runScheduledJob = async () => {
      const context = createExecutionContext();
      worker.scheduled({ cron: "", scheduledTime: 0, noRetry: () => undefined, type: "scheduled" } as never, env, context);
      await waitOnExecutionContext(context);
    };
    await runScheduledJob();
    expect((await readStoredData()).uploads).toBe(before.uploads + 1);
    await env.DB.prepare("UPDATE uploads SET created_at_ms = ?")
      .bind(Date.now() - uploadLimits.uploadAbandonedAfterMs - 1)
      .run();
    await runScheduledJob();
    const after = await readStoredData();
    expect(after.uploads).toBe(0);
    expect(after.objects).toEqual(before.objects);
  });

  it("an orphaned object is swept after an hour", async () => {
    const key = `audio/${newId<ObjectId>()}`;
    await env.MEDIA.put(key, "left behind");
    const sinceMs = Date.now();
    await recordOrphan(createDb(env.DB), { key, sinceMs, usableBy: null });
    await sweep(env, sinceMs);
    expect(await env.MEDIA.head(key)).not.toBeNull();
    await sweep(env, sinceMs + HOUR_MS - 1);
    expect(await env.MEDIA.head(key)).not.toBeNull();
    await sweep(env, sinceMs + HOUR_MS + 1);
    expect(await env.MEDIA.head(key)).toBeNull();
  });
});
