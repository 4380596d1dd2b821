import { env } from "cloudflare:test";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { type Client, createClient } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { audioFixture, createRoom, readPlaylist, uploadFile } from "#tests/workers/support/upload.ts";
import { addMember, sweepAfter, uploadTrack } from "#tests/workers/tracks/track-fixtures.ts";

const LRC = "[00:01.00]One\n[00:02.50]Two";

const hasRow = async (trackId: TrackId) =>
  (await env.DB.prepare("SELECT 1 FROM lyrics WHERE track_id = ?").bind(trackId).first()) !== null;
const readTrack = async (id: RoomId) => (await readPlaylist(id))[0]?.track;

/** An ID3v2.3 tag (id3.org, §3.1) with unsynchronized lyrics in UTF-16. */
function tagWithLyrics(text: string): Uint8Array {
  const body = Buffer.concat([
    Uint8Array.from([1]),
    Buffer.from("eng"),
    Uint8Array.from([0xff, 0xfe, 0, 0, 0xff, 0xfe]),
    Buffer.from(text, "utf16le"),
  ]);
  const frame = Buffer.concat([Buffer.from("USLT"), new Uint8Array(6), body]);
  frame.writeUInt32BE(body.length, 4);
  const size = [21, 14, 7, 0].map((shift) => (frame.length >> shift) & 0x7f);
  return new Uint8Array(Buffer.concat([Buffer.from("ID3"), Uint8Array.from([3, 0, 0, ...size]), frame]));
}

const taggedFile = (text: string) =>
  new Uint8Array(Buffer.concat([tagWithLyrics(text), audioFixture("headerless.mp3"), Uint8Array.of(Math.random() * 256)]));

async function upload(
  client: Client,
  roomId: RoomId,
  { file, lyrics }: { file: Uint8Array; lyrics?: string },
): Promise<TrackId> {
  const uploadId = await uploadFile(client, { roomId, fileName: "song.mp3", file });
  return (await client.call("uploads.complete", { uploadId, hue: null, analysis: null, lyrics })).trackId;
}

describe("the lyrics of a track", () => {
  it("LY11 are changed by the uploader for everyone in its rooms, who learn it at once", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    expect(await owner.call("lyrics.get", { trackId })).toEqual({ text: null, updatedAtMs: null });
    const device = await joinRoom(createClient(), id);
    const saved = await owner.call("lyrics.set", { trackId, text: " [0:1]One \r\n[00:02.5]Two", expectedUpdatedAtMs: null });
    expect(saved).toEqual({ trackId, updatedAtMs: expect.any(Number), formerText: null });
    const guest = createClient();
    expect(await guest.call("lyrics.get", { trackId, roomId: id })).toEqual({ text: LRC, updatedAtMs: saved.updatedAtMs });
    expect(device.state().playlist[0]?.track.lyricsAtMs).toBe(saved.updatedAtMs);
    expect((await readTrack(id))?.lyricsAtMs).toBe(saved.updatedAtMs);
    device.socket.close(1000);
  });

  it("LY11 a change of lyrics that have changed since is refused, and nothing is lost", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const first = await owner.call("lyrics.set", { trackId, text: "First", expectedUpdatedAtMs: null });
    const { updatedAtMs: expectedUpdatedAtMs } = first;
    const second = await owner.call("lyrics.set", { trackId, text: "Second", expectedUpdatedAtMs });
    expect(second.formerText).toBe("First");
    expect(second.updatedAtMs).toBeGreaterThan(first.updatedAtMs ?? 0);
    const text = "Late";
    expect(await owner.refusal("lyrics.set", { trackId, text, expectedUpdatedAtMs })).toBe("changed-since");
    expect(await owner.refusal("lyrics.set", { trackId, text, expectedUpdatedAtMs: null })).toBe("changed-since");
    expect((await owner.call("lyrics.get", { trackId })).text).toBe("Second");
    await owner.call("lyrics.set", { trackId, text });
    expect((await owner.call("lyrics.get", { trackId })).text).toBe("Late");
  });

  it("LY11 of several changes at once, one is stored and the others are refused", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const texts = ["A", "B", "C", "D"];
    const results = await Promise.all(
      texts.map((text) =>
        owner.call("lyrics.set", { trackId, text, expectedUpdatedAtMs: null }).then(
          () => text,
          () => null,
        ),
      ),
    );
    const stored = results.filter((text) => text !== null);
    expect(stored).toHaveLength(1);
    expect((await owner.call("lyrics.get", { trackId })).text).toBe(stored[0]);
  });

  it("LY10 another editor's change makes an edition, which keeps its lyrics when it is edited", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    await owner.call("lyrics.set", { trackId, text: "Original" });
    const editor = await addMember(owner, id, "editor");
    const renamed = await editor.call("tracks.update", { trackId, roomId: id, changes: { title: "Renamed" } });
    const edition = renamed.trackId;
    expect(edition).not.toBe(trackId);
    expect((await editor.call("lyrics.get", { trackId: edition, roomId: id })).text).toBe("Original");
    await editor.call("lyrics.set", { trackId: edition, text: "Edited" });
    expect((await owner.call("lyrics.get", { trackId: edition, roomId: id })).text).toBe("Edited");
    expect((await owner.call("lyrics.get", { trackId })).text).toBe("Original");
  });

  it("LY10 a change of lyrics can make the edition", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    await owner.call("lyrics.set", { trackId, text: "Original" });
    const editor = await addMember(owner, id, "editor");
    const saved = await editor.call("lyrics.set", { trackId, roomId: id, text: LRC });
    expect(saved.formerText).toBe("Original");
    expect((await readTrack(id))?.id).toBe(saved.trackId);
    expect((await editor.call("lyrics.get", { trackId: saved.trackId, roomId: id })).text).toBe(LRC);
    expect(await editor.refusal("lyrics.set", { trackId, roomId: id, text: "Late" })).toBe("entry-not-found");
  });

  it("LY2 over the limits are refused, and a text without words removes them", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    await owner.call("lyrics.set", { trackId, text: LRC });
    const refusal = (text: string) => owner.refusal("lyrics.set", { trackId, text });
    expect(await refusal("x".repeat(lyricsLimits.textChars + 1))).toBe("lyrics-too-long");
    expect(await refusal("x\n".repeat(lyricsLimits.linesMax + 1))).toBe("lyrics-too-many-lines");
    expect(await refusal("x".repeat(lyricsLimits.rawChars + 1))).toBe("invalid-arguments");
    const removed = await owner.call("lyrics.set", { trackId, text: " \n[00:01.00]\n" });
    expect(removed).toEqual({ trackId, updatedAtMs: null, formerText: LRC });
    expect(await owner.call("lyrics.get", { trackId })).toEqual({ text: null, updatedAtMs: null });
    expect((await readTrack(id))?.lyricsAtMs).toBeNull();
    expect(await hasRow(trackId)).toBe(false);
  });

  it("UD1 UD2 a change is undone once with the text before it, and not after another change", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const save = (text: string) => owner.call("lyrics.set", { trackId, text });
    const undo = ({ formerText, updatedAtMs }: Awaited<ReturnType<typeof save>>) => ({
      ...{ trackId, text: formerText ?? "", expectedUpdatedAtMs: updatedAtMs },
    });
    const first = await save("First");
    const second = await save("Second");
    expect(await owner.refusal("lyrics.set", undo(first))).toBe("changed-since");
    await owner.call("lyrics.set", undo(second));
    await owner.call("lyrics.set", undo(second));
    expect((await owner.call("lyrics.get", { trackId })).text).toBe("First");
  });

  it("saving the same lyrics again changes nothing", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const { updatedAtMs } = await owner.call("lyrics.set", { trackId, text: LRC, expectedUpdatedAtMs: null });
    const again = await owner.call("lyrics.set", { trackId, text: LRC, expectedUpdatedAtMs: null });
    expect(again).toEqual({ trackId, updatedAtMs, formerText: LRC });
  });

  it("LY10 are deleted with their track", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    await owner.call("lyrics.set", { trackId, text: LRC });
    await owner.call("tracks.remove", { trackIds: [trackId] });
    expect(await owner.refusal("lyrics.get", { trackId, roomId: id })).toBe("track-not-found");
    await sweepAfter(30 * MINUTE_MS);
    expect(await hasRow(trackId)).toBe(false);
  });

  it("are a part of the account's export", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    await owner.call("lyrics.set", { trackId, text: LRC });
    const answer = await owner.fetch("/api/account/export");
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const exported = JSON.parse(strFromU8(files["lyrics.json"] ?? new Uint8Array(0)));
    expect(exported).toEqual([{ trackId, title: "song", artist: "", changedAt: expect.any(String), text: LRC }]);
  });
});

describe("an uploaded file", () => {
  it("LY9 has the lyrics of its tags", async () => {
    const { owner, id } = await createRoom();
    const trackId = await upload(owner, id, { file: taggedFile("Снег\nидёт") });
    const track = await readTrack(id);
    expect(track?.lyricsAtMs).toBe(track?.uploadedAtMs);
    expect(await owner.call("lyrics.get", { trackId })).toEqual({ text: "Снег\nидёт", updatedAtMs: track?.lyricsAtMs });
    expect((await owner.call("tracks.readTags", { trackId })).lyrics).toBe("Снег\nидёт");
  });

  it("LY8 has the lyrics of the file that was chosen with it", async () => {
    const { owner, id } = await createRoom();
    const trackId = await upload(owner, id, { file: taggedFile("Tagged"), lyrics: `[ar:x]\n${LRC}` });
    expect((await owner.call("lyrics.get", { trackId })).text).toBe(LRC);
  });

  it("LY9 keeps its tags' lyrics if the chosen ones are unusable, and is never refused for them", async () => {
    const { owner, id } = await createRoom();
    const unusable = await upload(owner, id, { file: taggedFile("Tagged"), lyrics: "x\n".repeat(lyricsLimits.linesMax + 1) });
    expect((await owner.call("lyrics.get", { trackId: unusable })).text).toBe("Tagged");
    const hostile = await upload(owner, id, { file: taggedFile(`${"[00:01.00]".repeat(2500)}x`) });
    expect((await owner.call("lyrics.get", { trackId: hostile })).text).toBeNull();
  });
});
