import { describe, expect, it } from "vitest";
import { type PlaylistFile, readPlaylistFile } from "#app/domain/playlist/playlist-file.ts";
import { writeJson } from "#app/domain/playlist/playlist-json.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { writeM3u8 } from "#app/domain/playlist/playlist-m3u8.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { cleanTag } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { buildListed, randomFile, readList } from "#tests/support/listed-tracks.ts";

const WRITERS = [
  ["M3U8", writeM3u8],
  ["JSON", writeJson],
] as const;

const only = (text: string) => readList(text).tracks[0];
const json = (fields: object) => JSON.stringify({ format: "tutti-playlist", version: 1, name: "", tracks: [], ...fields });

// biome-ignore format: a list of what has broken such formats reads best as a block
/** What must come back: the same, on one line each. */
function cleaned({ name, tracks }: PlaylistFile): PlaylistFile {
  return {
    name: cleanTag(name),
    tracks: tracks.map((track) => ({
      ...track,
      title: cleanTag(track.title),
      artist: cleanTag(track.artist),
      album: cleanTag(track.album),
      genre: cleanTag(track.genre),
      fileName: track.fileName && Array.from(toSingleLine(track.fileName)).slice(-255).join("").trimStart(),
    })),
  };
}

describe.each(WRITERS)("a playlist as %s", (_format, write) => {
  it("comes back as it was, whatever its texts hold", () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const file = randomFile(seededRandom(seed));
      expect(readList(write(file)), `seed ${seed}`).toEqual(cleaned(file));
    }
  });

  it.each([
    ["an artist with a dash", { artist: "A - B", title: "C" }],
    ["a title with a dash and no artist", { artist: "", title: "A - B" }],
    ["a title that is a dash", { artist: "", title: "- A" }],
    ["an album without an artist", { artist: "", album: "Album" }],
    ["a title that begins like a comment", { artist: "", title: "#1" }],
    ["less than half a second", { durationMs: 0.25 }],
    ["no duration", { durationMs: null }],
    ["a name without an extension", { fileName: "Vol.2 live" }],
    ["a name that seems encoded", { fileName: "100%25.mp3" }],
    ["the name of a picture", { fileName: "cover.jpg", format: "mp3" }],
    ["the address of a picture", { link: "https://example.com/cover.jpg" }],
    ["another format than its name promises", { fileName: "a.mp3", format: "flac" }],
  ] as const)("keeps a track with %s", (_name, changes) => {
    const file = { name: "", tracks: [buildListed(changes), buildListed()] };
    expect(readList(write(file))).toEqual(file);
  });

  it("may be empty, or as long as a room's, and no longer", () => {
    expect(readList(write({ name: "Nothing", tracks: [] }))).toEqual({ name: "Nothing", tracks: [] });
    const full = Array.from({ length: playlistLimits.playlistEntries }, (_, i) => buildListed({ title: `Title ${i}` }));
    expect(readList(write({ name: "", tracks: full })).tracks).toEqual(full);
    const tooLong = write({ name: "", tracks: [...full, buildListed()] });
    expect(readPlaylistFile(tooLong)).toEqual({ ok: false, error: "playlist-too-long" });
  });

  it("is written clean from what is not", () => {
    const dirty = buildListed({
      title: " \n ",
      year: 12,
      durationMs: Number.POSITIVE_INFINITY,
      sha256: "abc",
      sizeBytes: -1,
      link: "javascript:alert(1)",
      fileName: "../../etc/My song.mp3",
    });
    const clean = buildListed({ title: "My song", durationMs: null, fileName: "My song.mp3" });
    expect(readList(write({ name: "", tracks: [dirty] })).tracks).toEqual([clean]);
  });
});

describe("JSON", () => {
  it("is readable, and the same for the same list", () => {
    const file = { name: "Вечер", tracks: [buildListed({ title: "Дом" })] };
    const text = writeJson(file);
    expect(text).toContain(
      '{\n  "format": "tutti-playlist",\n  "version": 1,\n  "name": "Вечер",\n  "tracks": [\n    {\n      "title": "Дом"',
    );
    const disordered = Object.fromEntries(Object.entries(buildListed()).reverse());
    expect(writeJson({ name: " Вечер", tracks: [{ ...disordered, ...buildListed({ title: "Дом\n" }) }] })).toBe(text);
  });

  it("of a later version is told from what is no playlist", () => {
    expect(readPlaylistFile(json({ version: 2, tracks: "elsewhere" }))).toEqual({ ok: false, error: "playlist-file-too-new" });
  });

  it.each([
    ["cut off", json({}).slice(0, -1)],
    ["of another format", json({ format: "other" })],
    ["without a version", json({ version: "1" })],
    ["of version 0", json({ version: 0 })],
    ["of a version in between", json({ version: 1.5 })],
    ["without tracks", json({ tracks: { length: 1 } })],
    ["of nothing", "{}"],
    ["of an array", "[1]"],
  ])("%s is no playlist", (_name, text) => {
    expect(readPlaylistFile(text)).toEqual({ ok: false, error: "not-a-playlist" });
  });

  it("fields of wrong types are as if they were missing, and unknown ones are passed over", () => {
    const wrong = { title: 1, artist: null, album: ["x"], genre: {}, year: "1999", durationMs: "1", sha256: 5, sizeBytes: 1.5 };
    const tracks = [{ ...wrong, format: "exe", link: 7, fileName: 8, extra: 9 }, null, "a.mp3", [], 5];
    expect(readList(`\ufeff${json({ name: 5, tracks, extra: 1 })}`)).toEqual({
      name: "",
      tracks: [buildListed({ title: "—", artist: "", durationMs: null })],
    });
  });

  it.each([
    [{ title: "a\nb\u202e" }, { title: "a b" }],
    [{ title: "x".repeat(5000) }, { title: "x".repeat(trackLimits.tagChars) }],
    [{ title: "", fileName: "My_song.mp3" }, { title: "My song" }],
    [{ sha256: "AB".repeat(32) }, { sha256: "ab".repeat(32) }],
    [{ sha256: `${"ab".repeat(32)}\n` }, { sha256: null }],
    [{ durationMs: 0 }, { durationMs: null }],
    [{ durationMs: trackLimits.trackDurationMsMax + 1 }, { durationMs: null }],
    [{ sizeBytes: uploadLimits.audioBytes + 1 }, { sizeBytes: null }],
    [{ year: 19999 }, { year: null }],
    [{ format: "__proto__" }, { format: null }],
    [{ link: "ftp://example.com/a" }, { link: null }],
    [{ link: "https:///a" }, { link: null }],
    [{ link: "/a.mp3" }, { link: null }],
    [{ link: " http://example.com/\n<a>\ud800" }, { link: "http://example.com/%0A<a>" }],
    [{ link: `https://example.com/${"x".repeat(9000)}` }, { link: null }],
    [{ fileName: "..\\..\\a.mp3" }, { fileName: "a.mp3" }],
    [{ fileName: ".." }, { fileName: null }],
    [{ fileName: ". ." }, { fileName: null }],
    [{ fileName: "music/" }, { fileName: null }],
    [{ fileName: `${"x".repeat(300)}.mp3` }, { fileName: `${"x".repeat(251)}.mp3` }],
  ])("%j is read within bounds", (fields, expected) => {
    expect(only(json({ tracks: [fields] }))).toMatchObject(expected);
  });
});
