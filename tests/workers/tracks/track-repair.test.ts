import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { CoverAnswer } from "#app/protocol/http.ts";
import type { TrackCursor } from "#db/queries/track-repair.ts";
import { expectNoOrphans } from "#tests/workers/media/stored-objects.ts";
import { type Client, newMember, ORIGIN } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { audioFile, entriesOf, newRoom, newSound, sendFile } from "#tests/workers/support/upload.ts";

const NO_ANALYSIS = { loudnessLufs: null, truePeakDb: null, waveform: null };

async function bring(client: Client, roomId: RoomId, file = newSound(), fileName = "song.wav"): Promise<TrackId> {
  const uploadId = await sendFile(client, { roomId, fileName, file });
  return (await client.call("uploads.complete", { uploadId, hue: null, analysis: null })).trackId;
}

/** Different bytes of the same sound: what is stored already keeps its name in the storage. */
function newMp3(): Uint8Array {
  const tag = [...Buffer.from("TAG"), ...Array.from({ length: 124 }, () => 1 + Math.floor(Math.random() * 100)), 0];
  return new Uint8Array([...audioFile("vbr.mp3"), ...tag]);
}

type TrackFacts = { duration_ms: number; audio_object: ObjectId };
async function factsOf(id: TrackId): Promise<TrackFacts> {
  const facts = await env.DB.prepare("SELECT duration_ms, audio_object FROM tracks WHERE id = ?").bind(id).first<TrackFacts>();
  if (!facts) throw new Error("no track");
  return facts;
}

const set = (table: "tracks" | "audio", id: string, durationMs: number) =>
  env.DB.prepare(`UPDATE ${table} SET duration_ms = ? WHERE id = ?`).bind(durationMs, id).run();

/** Until there are no more; the answers of all calls. */
async function fixAll(client: Client) {
  const answers: { checked: number; wrong: number; fixed: number }[] = [];
  let cursor: TrackCursor | null = null;
  do {
    const { nextCursor, ...counts }: { nextCursor: TrackCursor | null; checked: number; wrong: number; fixed: number } =
      await client.call("tracks.fixDurations", { cursor });
    answers.push(counts);
    cursor = nextCursor;
  } while (cursor);
  return answers;
}

describe("lengths of tracks", () => {
  it("that are zero or wrong are put right from the stored bytes, in the rooms too", async () => {
    const { owner, id } = await newRoom();
    const files = [newMp3(), newSound(), newSound(), newSound()];
    const ids: TrackId[] = [];
    for (const [i, file] of files.entries()) ids.push(await bring(owner, id, file, i === 0 ? "a.mp3" : "a.wav"));
    const [zero, wrong, ofSound, right] = ids;
    if (!zero || !wrong || !ofSound || !right) throw new Error("no tracks");
    const before = await Promise.all(ids.map(factsOf));
    const mp3 = before[0]?.audio_object;
    expect(before[0]?.duration_ms).toBeGreaterThan(0);
    const map = await (await env.MEDIA.get(`map/${mp3}`))?.text();
    expect(map).toBeTruthy();
    await env.MEDIA.delete(`map/${mp3}`);
    await set("tracks", zero, 0);
    await set("audio", mp3 ?? "", 0);
    await set("tracks", wrong, 61_000.5);
    await set("audio", before[2]?.audio_object ?? "", 0);
    await set("tracks", right, (before[3]?.duration_ms ?? 0) + 0.9);
    // the room was told the wrong one
    await owner.call("tracks.update", { trackId: zero, changes: { album: "Told" } });
    expect((await entriesOf(id))[0]?.track.durationMs).toBe(0);
    expect(await fixAll(owner)).toEqual([{ checked: 4, wrong: 3, fixed: 3 }]);
    const after = await Promise.all(ids.map(factsOf));
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    const kept = await env.DB.prepare("SELECT duration_ms FROM audio WHERE id IN (?, ?)")
      .bind(mp3, before[2]?.audio_object)
      .all();
    expect(kept.results.map(({ duration_ms }) => duration_ms).sort()).toEqual(
      [before[0]?.duration_ms, before[2]?.duration_ms].sort(),
    );
    expect((await entriesOf(id))[0]?.track).toMatchObject({ durationMs: before[0]?.duration_ms, album: "Told" });
    expect(await (await env.MEDIA.get(`map/${mp3}`))?.text()).toBe(map);
    expect(await fixAll(owner)).toEqual([{ checked: 4, wrong: 0, fixed: 0 }]);
    await expectNoOrphans();
  });

  it("are put right for everybody who has the same bytes, and only the caller's are looked at", async () => {
    const { owner, id } = await newRoom();
    const other = await newRoom();
    const file = newSound();
    const [own, theirs] = [await bring(owner, id, file), await bring(other.owner, other.id, file)];
    const notLooked = await bring(other.owner, other.id);
    const { duration_ms } = await factsOf(own);
    for (const trackId of [own, theirs, notLooked]) await set("tracks", trackId, 5);
    expect(await fixAll(owner)).toEqual([{ checked: 1, wrong: 1, fixed: 1 }]);
    expect([(await factsOf(theirs)).duration_ms, (await factsOf(notLooked)).duration_ms]).toEqual([duration_ms, 5]);
    expect((await entriesOf(other.id))[0]?.track.durationMs).toBe(duration_ms);
  });

  it("cannot be put right where the bytes are gone or are no music, which stops nothing", async () => {
    const { owner, id } = await newRoom();
    const [gone, broken, wrong] = [await bring(owner, id), await bring(owner, id), await bring(owner, id)];
    await env.MEDIA.delete(`audio/${(await factsOf(gone)).audio_object}`);
    await env.MEDIA.put(`audio/${(await factsOf(broken)).audio_object}`, "no music");
    await set("tracks", wrong, 0);
    const before = await Promise.all([gone, broken].map(factsOf));
    expect(await fixAll(owner)).toEqual([{ checked: 3, wrong: 3, fixed: 1 }]);
    expect(await Promise.all([gone, broken].map(factsOf))).toEqual(before);
  });

  it("are looked at five at a time, each once", async () => {
    const { owner, id } = await newRoom();
    for (let i = 0; i < 6; i++) await bring(owner, id);
    await env.DB.prepare("UPDATE tracks SET duration_ms = 0, created_at_ms = 1").run();
    expect(await fixAll(owner)).toEqual([
      { checked: 5, wrong: 5, fixed: 5 },
      { checked: 1, wrong: 1, fixed: 1 },
    ]);
    expect(await fixAll(await newMember())).toEqual([{ checked: 0, wrong: 0, fixed: 0 }]);
  });
});

describe("what a browser has measured afterwards", () => {
  const waveformOf = (point: number) => Buffer.alloc(1000, point).toString("base64");
  const sendCover = async (client: Client) => {
    const body = new Uint8Array(30);
    body.set(new TextEncoder().encode("RIFF1234WEBPVP8 "));
    const answer = await client.fetch("/api/covers", { method: "POST", headers: { Origin: ORIGIN }, body });
    return (await answer.json<CoverAnswer>()).coverId;
  };

  it("is taken where nobody has measured, and told to the rooms", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bring(owner, id);
    const coverId = await sendCover(owner);
    const first = { loudnessLufs: -12.34, truePeakDb: null, waveform: waveformOf(7) };
    const { track } = await owner.call("tracks.setAnalysis", { trackId, analysis: first, coverId, hue: 200 });
    expect(track).toMatchObject({ loudnessLufs: -12.3, truePeakDb: null, cover: coverId, hue: 200 });
    expect((await entriesOf(id))[0]?.track).toEqual(track);
    const second = { loudnessLufs: -1, truePeakDb: -0.26, waveform: waveformOf(9) };
    const late = { trackId, analysis: second, coverId: await sendCover(owner), hue: 3 };
    expect((await owner.call("tracks.setAnalysis", late)).track).toEqual({ ...track, truePeakDb: -0.3 });
    expect((await owner.call("tracks.setAnalysis", { trackId, analysis: second, hue: 5 })).track.hue).toBe(200);
    const device = await joinRoom(owner, id);
    const wave = await owner.fetch(`/media/wave/${trackId}?${device.snapshot.media.query}`);
    expect(new Uint8Array(await wave.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));
    device.socket.close(1000);
    await expectNoOrphans();
  });

  it("is nobody's to tell but the uploader's, and as plausible as that of an upload", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bring(owner, id);
    const stranger = await newMember();
    const analysis = { ...NO_ANALYSIS, loudnessLufs: -5 };
    expect(await stranger.refusal("tracks.setAnalysis", { trackId, analysis })).toBe("track-not-found");
    expect(await owner.refusal("tracks.setAnalysis", { trackId, analysis: { ...analysis, waveform: "AAAA" } })).toBe(
      "invalid-arguments",
    );
    expect(await owner.refusal("tracks.setAnalysis", { trackId, analysis, coverId: "aaaaaaaaaaaaaaaa" })).toBe(
      "cover-not-found",
    );
    expect((await entriesOf(id))[0]?.track.loudnessLufs).toBeNull();
  });
});
