import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { type Client, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoom } from "#tests/workers/support/upload.ts";
import { ANALYSIS, addMember, uploadTrack, uploadWithoutAnalysis } from "./track-fixtures.ts";

const listWithoutAnalysis = async (client: Client, roomId: RoomId) =>
  (await client.call("tracks.listTracksWithoutAnalysis", { roomId })).tracks.map(({ id }) => id);

describe("a track without an analysis", () => {
  it("is listed for its uploader in the requested room, the newest first", async () => {
    const { owner, id } = await createRoom();
    const guest = await addMember(owner, id, "participant");
    const second = (await owner.call("rooms.create", { name: "Second" })).id;
    const [older, newer] = [await uploadWithoutAnalysis(owner, id), await uploadWithoutAnalysis(owner, id)];
    await env.DB.prepare("UPDATE tracks SET created_at_ms = 1 WHERE id = ?").bind(older).run();
    await uploadTrack(owner, id);
    const theirs = await uploadWithoutAnalysis(guest, id);
    const elsewhere = await uploadWithoutAnalysis(owner, second);
    expect(await listWithoutAnalysis(owner, id)).toEqual([newer, older]);
    expect(await listWithoutAnalysis(owner, second)).toEqual([elsewhere]);
    expect(await listWithoutAnalysis(guest, id)).toEqual([theirs]);
    expect(await listWithoutAnalysis(await registerUser(), id)).toEqual([]);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = 1 WHERE id = ?").bind(newer).run();
    await env.DB.prepare("UPDATE tracks SET size_bytes = 200 * 1024 * 1024 + 1 WHERE id = ?").bind(older).run();
    expect(await listWithoutAnalysis(owner, id)).toEqual([]);
  });

  it("is listed and measured by a listener who may add tracks to the room, until it has an analysis", async () => {
    const { owner, id: roomId } = await createRoom();
    const member = await addMember(owner, roomId, "participant");
    const trackId = await uploadWithoutAnalysis(owner, roomId);
    const list = async () => (await member.call("tracks.listTracksWithoutAnalysis", { roomId, trackId })).tracks.length;
    expect(await list()).toBe(1);
    const measure = (changes: object) => ({ roomId, trackId, analysis: ANALYSIS, ...changes });
    expect(await member.refusal("tracks.setAnalysis", measure({ analysis: null }))).toBe("forbidden");
    expect(await member.refusal("tracks.setAnalysis", measure({ hue: 5 }))).toBe("forbidden");
    const elsewhere = (await member.call("rooms.create", { name: "Without the track" })).id;
    expect(await member.refusal("tracks.setAnalysis", measure({ roomId: elsewhere }))).toBe("track-not-found");
    const viewer = await addMember(owner, roomId, "viewer");
    expect(await viewer.refusal("tracks.setAnalysis", measure({}))).toBe("forbidden");
    await member.call("tracks.setAnalysis", measure({}));
    expect(await list()).toBe(0);
    await member.call("tracks.setAnalysis", measure({ analysis: { ...ANALYSIS, loudnessLufs: -40 } }));
    const { state } = await owner.call("rooms.getState", { id: roomId });
    expect(state.playlist[0]?.track.loudnessLufs).toBe(ANALYSIS.loudnessLufs);
  });

  it("is not listed after the first attempt, even if it could not be decoded", async () => {
    const { owner, id } = await createRoom();
    const [silent, broken] = [await uploadWithoutAnalysis(owner, id), await uploadWithoutAnalysis(owner, id)];
    const silence = { ...ANALYSIS, loudnessLufs: null, truePeakDb: null };
    await owner.call("tracks.setAnalysis", { trackId: silent, analysis: silence });
    const { track } = await owner.call("tracks.setAnalysis", { trackId: broken, analysis: null });
    expect(track.loudnessLufs).toBeNull();
    expect(await listWithoutAnalysis(owner, id)).toEqual([]);
    const device = await joinRoom(owner, id);
    const fetchWaveform = (trackId: TrackId) => owner.fetch(`/media/wave/${trackId}?${device.snapshot.media.query}`);
    expect([(await fetchWaveform(silent)).status, (await fetchWaveform(broken)).status]).toEqual([200, 404]);
    // another browser can decode it
    await owner.call("tracks.setAnalysis", { trackId: broken, analysis: ANALYSIS });
    await owner.call("tracks.setAnalysis", { trackId: broken, analysis: null });
    const wave = await fetchWaveform(broken);
    expect(new Uint8Array(await wave.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));
    device.socket.close(1000);
  });
});
