import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { newMember, type Visitor } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { newRoom, newSound, sendFile } from "#tests/workers/support/upload.ts";
import { addMember, bringTrack } from "./edited-tracks.ts";

const HEARD = { loudnessLufs: -9, truePeakDb: -1, tempoBpm: 100, waveform: Buffer.alloc(1000, 7).toString("base64") };

/** As a link brings it: nobody has listened to it. */
async function bringUnheard(visitor: Visitor, roomId: RoomId): Promise<TrackId> {
  const uploadId = await sendFile(visitor, { roomId, fileName: "song.wav", file: newSound() });
  return (await visitor.call("uploads.complete", { uploadId, hue: null, heard: null })).trackId;
}

const unheardIn = async (visitor: Visitor, roomId: RoomId) =>
  (await visitor.call("tracks.listUnheard", { roomId })).tracks.map(({ id }) => id);

describe("what nobody has listened to", () => {
  it("is told to who brought it, of the room that they are in, the newest first", async () => {
    const { owner, id } = await newRoom();
    const guest = await addMember(owner, id, "participant");
    const second = (await owner.call("rooms.create", { name: "Second" })).id;
    const [older, newer] = [await bringUnheard(owner, id), await bringUnheard(owner, id)];
    await env.DB.prepare("UPDATE tracks SET created_at_ms = 1 WHERE id = ?").bind(older).run();
    await bringTrack(owner, id);
    const theirs = await bringUnheard(guest, id);
    const elsewhere = await bringUnheard(owner, second);
    expect(await unheardIn(owner, id)).toEqual([newer, older]);
    expect(await unheardIn(owner, second)).toEqual([elsewhere]);
    expect(await unheardIn(guest, id)).toEqual([theirs]);
    expect(await unheardIn(await newMember(), id)).toEqual([]);
    await env.DB.prepare("UPDATE tracks SET deleted_at_ms = 1 WHERE id = ?").bind(newer).run();
    await env.DB.prepare("UPDATE tracks SET size_bytes = 200 * 1024 * 1024 + 1 WHERE id = ?").bind(older).run();
    expect(await unheardIn(owner, id)).toEqual([]);
  });

  it("is asked for once, where it cannot be listened to as well", async () => {
    const { owner, id } = await newRoom();
    const [silent, broken] = [await bringUnheard(owner, id), await bringUnheard(owner, id)];
    const silence = { ...HEARD, loudnessLufs: null, truePeakDb: null, tempoBpm: null };
    await owner.call("tracks.tellHeard", { trackId: silent, heard: silence });
    const { track } = await owner.call("tracks.tellHeard", { trackId: broken, heard: null });
    expect(track.loudnessLufs).toBeNull();
    expect(await unheardIn(owner, id)).toEqual([]);
    const device = await joinRoom(owner, id);
    const look = (trackId: TrackId) => owner.fetch(`/media/wave/${trackId}?${device.welcome.media.query}`);
    expect([(await look(silent)).status, (await look(broken)).status]).toEqual([200, 404]);
    // another browser can
    await owner.call("tracks.tellHeard", { trackId: broken, heard: HEARD });
    await owner.call("tracks.tellHeard", { trackId: broken, heard: null });
    const wave = await look(broken);
    expect(new Uint8Array(await wave.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));
    device.socket.close(1000);
  });
});
