import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { type Client, newMember } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { newRoom, newSound, sendFile } from "#tests/workers/support/upload.ts";
import { addMember, bringTrack } from "./edited-tracks.ts";

const HEARD = { loudnessLufs: -9, truePeakDb: -1, waveform: Buffer.alloc(1000, 7).toString("base64") };

/** As a link brings it: nobody has listened to it. */
async function importWithoutAnalysis(client: Client, roomId: RoomId): Promise<TrackId> {
  const uploadId = await sendFile(client, { roomId, fileName: "song.wav", file: newSound() });
  return (await client.call("uploads.complete", { uploadId, hue: null, analysis: null })).trackId;
}

const withoutAnalysisIn = async (client: Client, roomId: RoomId) =>
  (await client.call("tracks.listTracksWithoutAnalysis", { roomId })).tracks.map(({ id }) => id);

describe("what nobody has listened to", () => {
  it("is told to who brought it, of the room that they are in, the newest first", async () => {
    const { owner, id } = await newRoom();
    const guest = await addMember(owner, id, "participant");
    const second = (await owner.call("rooms.create", { name: "Second" })).id;
    const [older, newer] = [await importWithoutAnalysis(owner, id), await importWithoutAnalysis(owner, id)];
    await env.DB.prepare("UPDATE tracks SET created_at_ms = 1 WHERE id = ?").bind(older).run();
    await bringTrack(owner, id);
    const theirs = await importWithoutAnalysis(guest, id);
    const elsewhere = await importWithoutAnalysis(owner, second);
    expect(await withoutAnalysisIn(owner, id)).toEqual([newer, older]);
    expect(await withoutAnalysisIn(owner, second)).toEqual([elsewhere]);
    expect(await withoutAnalysisIn(guest, id)).toEqual([theirs]);
    expect(await withoutAnalysisIn(await newMember(), id)).toEqual([]);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = 1 WHERE id = ?").bind(newer).run();
    await env.DB.prepare("UPDATE tracks SET size_bytes = 200 * 1024 * 1024 + 1 WHERE id = ?").bind(older).run();
    expect(await withoutAnalysisIn(owner, id)).toEqual([]);
  });

  it("is asked for once, where it cannot be listened to as well", async () => {
    const { owner, id } = await newRoom();
    const [silent, broken] = [await importWithoutAnalysis(owner, id), await importWithoutAnalysis(owner, id)];
    const silence = { ...HEARD, loudnessLufs: null, truePeakDb: null };
    await owner.call("tracks.setAnalysis", { trackId: silent, analysis: silence });
    const { track } = await owner.call("tracks.setAnalysis", { trackId: broken, analysis: null });
    expect(track.loudnessLufs).toBeNull();
    expect(await withoutAnalysisIn(owner, id)).toEqual([]);
    const device = await joinRoom(owner, id);
    const look = (trackId: TrackId) => owner.fetch(`/media/wave/${trackId}?${device.snapshot.media.query}`);
    expect([(await look(silent)).status, (await look(broken)).status]).toEqual([200, 404]);
    // another browser can
    await owner.call("tracks.setAnalysis", { trackId: broken, analysis: HEARD });
    await owner.call("tracks.setAnalysis", { trackId: broken, analysis: null });
    const wave = await look(broken);
    expect(new Uint8Array(await wave.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));
    device.socket.close(1000);
  });
});
