import { describe, expect, it } from "vitest";
import { type PlaylistFileTrack, parsePlaylistFile } from "#app/domain/playlist/playlist-file.ts";
import { type Client, registerUser } from "#tests/workers/support/client.ts";
import { createNoise, createRoom, hashFile, readPlaylist, uploadFile } from "#tests/workers/support/upload.ts";

async function uploadNoise(client: Client, roomId: string, fileName: string): Promise<Uint8Array> {
  const file = createNoise();
  const uploadId = await uploadFile(client, { roomId, fileName, file });
  await client.call("uploads.complete", { uploadId, hue: null, analysis: null });
  return file;
}

const toQuery = ({ sha256, title, artist, durationMs }: PlaylistFileTrack) => ({ sha256, title, artist, durationMs });

describe("playlists as files", () => {
  it.each(["m3u8", "json"] as const)(
    "an exported %s file matches the same tracks of the library in the same order",
    async (format) => {
      const { owner, id } = await createRoom();
      const files = [await uploadNoise(owner, id, "First.wav"), await uploadNoise(owner, id, "Second.wav")];
      const { text, fileName } = await owner.call("playlist.export", { roomId: id, format });
      expect(fileName).toMatch(new RegExp(`^uploads.*\\.${format}$`));
      const read = parsePlaylistFile(text);
      if (!read.ok) throw new Error(read.error);
      expect(read.value.name).toBe("Uploads");
      expect(read.value.tracks.map(({ title, sha256, durationMs }) => [title, sha256, durationMs])).toEqual(
        files.map((file, i) => [["First", "Second"][i], hashFile(file), 1000]),
      );
      const entries = await readPlaylist(id);
      const { trackIds } = await owner.call("playlist.match", { tracks: read.value.tracks.map(toQuery).reverse() });
      expect(trackIds).toEqual(entries.map(({ track }) => track.id).reverse());
      // another person's library has none of the tracks
      const stranger = await registerUser();
      expect(await stranger.call("playlist.match", { tracks: read.value.tracks.map(toQuery) })).toEqual({
        trackIds: [null, null],
      });
    },
  );

  it("a file of another player is matched by name and duration", async () => {
    const { owner, id } = await createRoom();
    await uploadNoise(owner, id, "Вера Ланская - Ночной трамвай.wav");
    const [entry] = await readPlaylist(id);
    const query = { sha256: null, title: "НОЧНОЙ трамвай", artist: "вера ланская" };
    const match = async (durationMs: number | null) =>
      (await owner.call("playlist.match", { tracks: [{ ...query, durationMs }] })).trackIds[0];
    expect(await match(2000)).toBe(entry?.track.id);
    expect(await match(null)).toBe(entry?.track.id);
    expect(await match(9000)).toBeNull();
  });

  it("as many long names as a call may have are compared", async () => {
    const { owner, id } = await createRoom();
    const title = "Ночной трамвай ".repeat(30).trim();
    await uploadNoise(owner, id, `Вера Ланская - ${title}.wav`);
    const [entry] = await readPlaylist(id);
    const long = { sha256: null, title: "ﷺ".repeat(400), artist: "ﷺ".repeat(200), durationMs: null };
    expect(entry?.track.title.length).toBeGreaterThan(150);
    const query = { sha256: null, title: entry?.track.title ?? "", artist: entry?.track.artist ?? "", durationMs: null };
    const tracks = [...Array.from({ length: 499 }, () => long), query];
    const { trackIds } = await owner.call("playlist.match", { tracks });
    expect(trackIds).toEqual([...Array.from({ length: 499 }, () => null), entry?.track.id]);
  });
});
