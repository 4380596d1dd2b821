import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import type { TrackCursor } from "#db/queries/tracks.ts";
import { expectNoOrphans } from "#tests/workers/media/expect-no-orphans.ts";
import { type Client, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { audioFixture, createNoise, createRoom, readPlaylist } from "#tests/workers/support/upload.ts";
import { createCover, uploadWithoutAnalysis } from "./track-fixtures.ts";

const NO_ANALYSIS = { loudnessLufs: null, truePeakDb: null, waveform: null };

/** A file with the same audio and unique bytes, so that it gets an audio object of its own. */
function newMp3(): Uint8Array {
  const tag = [...Buffer.from("TAG"), ...Array.from({ length: 124 }, () => 1 + Math.floor(Math.random() * 100)), 0];
  return new Uint8Array([...audioFixture("vbr.mp3"), ...tag]);
}

type TrackFacts = { duration_ms: number; audio_object: ObjectId };
async function findFacts(id: TrackId): Promise<TrackFacts> {
  const facts = await env.DB.prepare("SELECT duration_ms, audio_object FROM tracks WHERE id = ?").bind(id).first<TrackFacts>();
  if (!facts) throw new Error("no track");
  return facts;
}

const setDuration = (table: "tracks" | "audio", id: string, durationMs: number) =>
  env.DB.prepare(`UPDATE ${table} SET duration_ms = ? WHERE id = ?`).bind(durationMs, id).run();

/** Repeats the call until the last track. Returns the counts of all calls. */
async function fixAll(client: Client) {
  const results: { checked: number; wrong: number; fixed: number }[] = [];
  let cursor: TrackCursor | null = null;
  do {
    const { nextCursor, ...counts }: { nextCursor: TrackCursor | null; checked: number; wrong: number; fixed: number } =
      await client.call("tracks.fixDurations", { cursor });
    results.push(counts);
    cursor = nextCursor;
  } while (cursor);
  return results;
}

describe("durations of tracks", () => {
  it("are corrected from the stored bytes if they are zero or wrong, in the rooms too", async () => {
    const { owner, id } = await createRoom();
    const files = [newMp3(), createNoise(), createNoise(), createNoise()];
    const ids: TrackId[] = [];
    for (const [i, file] of files.entries())
      ids.push(await uploadWithoutAnalysis(owner, id, file, i === 0 ? "a.mp3" : "a.wav"));
    const [zero, wrong, wrongAudio, right] = ids;
    if (!zero || !wrong || !wrongAudio || !right) throw new Error("no tracks");
    const before = await Promise.all(ids.map(findFacts));
    const mp3 = before[0]?.audio_object;
    expect(before[0]?.duration_ms).toBeGreaterThan(0);
    const map = await (await env.MEDIA.get(`map/${mp3}`))?.text();
    expect(map).toBeTruthy();
    await env.MEDIA.delete(`map/${mp3}`);
    await setDuration("tracks", zero, 0);
    await setDuration("audio", mp3 ?? "", 0);
    await setDuration("tracks", wrong, 61_000.5);
    await setDuration("audio", before[2]?.audio_object ?? "", 0);
    await setDuration("tracks", right, (before[3]?.duration_ms ?? 0) + 0.9);
    // the room receives the wrong duration
    await owner.call("tracks.update", { trackId: zero, changes: { album: "Changed" } });
    expect((await readPlaylist(id))[0]?.track.durationMs).toBe(0);
    expect(await fixAll(owner)).toEqual([{ checked: 4, wrong: 3, fixed: 3 }]);
    const after = await Promise.all(ids.map(findFacts));
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    const audioRows = await env.DB.prepare("SELECT duration_ms FROM audio WHERE id IN (?, ?)")
      .bind(mp3, before[2]?.audio_object)
      .all();
    expect(audioRows.results.map(({ duration_ms }) => duration_ms).sort()).toEqual(
      [before[0]?.duration_ms, before[2]?.duration_ms].sort(),
    );
    expect((await readPlaylist(id))[0]?.track).toMatchObject({ durationMs: before[0]?.duration_ms, album: "Changed" });
    expect(await (await env.MEDIA.get(`map/${mp3}`))?.text()).toBe(map);
    expect(await fixAll(owner)).toEqual([{ checked: 4, wrong: 0, fixed: 0 }]);
    await expectNoOrphans();
  });

  it("are corrected in all tracks with the same bytes, but only the caller's tracks are checked", async () => {
    const { owner, id } = await createRoom();
    const other = await createRoom();
    const file = createNoise();
    const [own, theirs] = [
      await uploadWithoutAnalysis(owner, id, file),
      await uploadWithoutAnalysis(other.owner, other.id, file),
    ];
    const unchecked = await uploadWithoutAnalysis(other.owner, other.id);
    const { duration_ms } = await findFacts(own);
    for (const trackId of [own, theirs, unchecked]) await setDuration("tracks", trackId, 5);
    expect(await fixAll(owner)).toEqual([{ checked: 1, wrong: 1, fixed: 1 }]);
    expect([(await findFacts(theirs)).duration_ms, (await findFacts(unchecked)).duration_ms]).toEqual([duration_ms, 5]);
    expect((await readPlaylist(other.id))[0]?.track.durationMs).toBe(duration_ms);
  });

  it("are not corrected if the bytes are missing or damaged; the other tracks are", async () => {
    const { owner, id } = await createRoom();
    const [missing, damaged, wrong] = [
      await uploadWithoutAnalysis(owner, id),
      await uploadWithoutAnalysis(owner, id),
      await uploadWithoutAnalysis(owner, id),
    ];
    await env.MEDIA.delete(`audio/${(await findFacts(missing)).audio_object}`);
    await env.MEDIA.put(`audio/${(await findFacts(damaged)).audio_object}`, "no music");
    await setDuration("tracks", wrong, 0);
    const before = await Promise.all([missing, damaged].map(findFacts));
    expect(await fixAll(owner)).toEqual([{ checked: 3, wrong: 3, fixed: 1 }]);
    expect(await Promise.all([missing, damaged].map(findFacts))).toEqual(before);
  });

  it("are checked five tracks at a time, each track once", async () => {
    const { owner, id } = await createRoom();
    for (let i = 0; i < 6; i++) await uploadWithoutAnalysis(owner, id);
    await env.DB.prepare("UPDATE tracks SET duration_ms = 0, created_at_ms = 1").run();
    expect(await fixAll(owner)).toEqual([
      { checked: 5, wrong: 5, fixed: 5 },
      { checked: 1, wrong: 1, fixed: 1 },
    ]);
    expect(await fixAll(await registerUser())).toEqual([{ checked: 0, wrong: 0, fixed: 0 }]);
  });
});

describe("an analysis made after the upload", () => {
  const createWaveform = (point: number) => Buffer.alloc(1000, point).toString("base64");

  it("is stored where values are missing, and sent to the rooms", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadWithoutAnalysis(owner, id);
    const coverId = await createCover(owner);
    const first = { loudnessLufs: -12.34, truePeakDb: null, waveform: createWaveform(7) };
    const { track } = await owner.call("tracks.setAnalysis", { trackId, analysis: first, coverId, hue: 200 });
    expect(track).toMatchObject({ loudnessLufs: -12.3, truePeakDb: null, cover: coverId, hue: 200 });
    expect((await readPlaylist(id))[0]?.track).toEqual(track);
    const second = { loudnessLufs: -1, truePeakDb: -0.26, waveform: createWaveform(9) };
    const repeated = { trackId, analysis: second, coverId: await createCover(owner), hue: 3 };
    expect((await owner.call("tracks.setAnalysis", repeated)).track).toEqual({ ...track, truePeakDb: -0.3 });
    expect((await owner.call("tracks.setAnalysis", { trackId, analysis: second, hue: 5 })).track.hue).toBe(200);
    const device = await joinRoom(owner, id);
    const wave = await owner.fetch(`/media/wave/${trackId}?${device.snapshot.media.query}`);
    expect(new Uint8Array(await wave.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));
    device.socket.close(1000);
    await expectNoOrphans();
  });

  it("is accepted only from the uploader, and only if it is plausible", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadWithoutAnalysis(owner, id);
    const stranger = await registerUser();
    const analysis = { ...NO_ANALYSIS, loudnessLufs: -5 };
    expect(await stranger.refusal("tracks.setAnalysis", { trackId, analysis })).toBe("track-not-found");
    expect(await owner.refusal("tracks.setAnalysis", { trackId, analysis: { ...analysis, waveform: "AAAA" } })).toBe(
      "invalid-arguments",
    );
    expect(await owner.refusal("tracks.setAnalysis", { trackId, analysis, coverId: "aaaaaaaaaaaaaaaa" })).toBe(
      "cover-not-found",
    );
    expect((await readPlaylist(id))[0]?.track.loudnessLufs).toBeNull();
  });
});
