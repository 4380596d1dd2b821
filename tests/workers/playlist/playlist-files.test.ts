import { describe, expect, it } from "vitest";
import { type ListedTrack, readPlaylistFile } from "#app/domain/playlist/playlist-file.ts";
import { type Client, newMember } from "#tests/workers/support/client.ts";
import { entriesOf, hashOf, newRoom, newSound, sendFile } from "#tests/workers/support/upload.ts";

async function bring(client: Client, roomId: string, fileName: string): Promise<Uint8Array> {
  const file = newSound();
  const uploadId = await sendFile(client, { roomId, fileName, file });
  await client.call("uploads.complete", { uploadId, hue: null, analysis: null });
  return file;
}

const soughtOf = ({ sha256, title, artist, durationMs }: ListedTrack) => ({ sha256, title, artist, durationMs });

describe("playlists as files", () => {
  it.each(["m3u8", "json"] as const)("what was saved as %s is found again in the library, in its order", async (format) => {
    const { owner, id } = await newRoom();
    const files = [await bring(owner, id, "First.wav"), await bring(owner, id, "Second.wav")];
    const { text, fileName } = await owner.call("playlist.export", { roomId: id, format });
    expect(fileName).toMatch(new RegExp(`^uploads.*\\.${format}$`));
    const read = readPlaylistFile(text);
    if (!read.ok) throw new Error(read.error);
    expect(read.value.name).toBe("Uploads");
    expect(read.value.tracks.map(({ title, sha256, durationMs }) => [title, sha256, durationMs])).toEqual(
      files.map((file, i) => [["First", "Second"][i], hashOf(file), 1000]),
    );
    const entries = await entriesOf(id);
    const { trackIds } = await owner.call("playlist.match", { tracks: read.value.tracks.map(soughtOf).reverse() });
    expect(trackIds).toEqual(entries.map(({ track }) => track.id).reverse());
    // somebody else's library has nothing of it
    const stranger = await newMember();
    expect(await stranger.call("playlist.match", { tracks: read.value.tracks.map(soughtOf) })).toEqual({
      trackIds: [null, null],
    });
  });

  it("what another player saved is found by name and length", async () => {
    const { owner, id } = await newRoom();
    await bring(owner, id, "Вера Ланская - Ночной трамвай.wav");
    const [entry] = await entriesOf(id);
    const sought = { sha256: null, title: "НОЧНОЙ трамвай", artist: "вера ланская" };
    const match = async (durationMs: number | null) =>
      (await owner.call("playlist.match", { tracks: [{ ...sought, durationMs }] })).trackIds[0];
    expect(await match(2000)).toBe(entry?.track.id);
    expect(await match(null)).toBe(entry?.track.id);
    expect(await match(9000)).toBeNull();
  });
});
