import { describe, expect, it } from "vitest";
import { type PlaylistFile, parsePlaylistFile } from "#app/domain/playlist/playlist-file.ts";
import { writeJsonPlaylist } from "#app/domain/playlist/playlist-json.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { writeM3u8Playlist } from "#app/domain/playlist/playlist-m3u8.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { normalizeTag } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { buildFileTrack, createRandomFile, parseFile } from "#tests/support/playlist-files.ts";

const writeJson = (file: PlaylistFile) => [...writeJsonPlaylist(file)].join("");
const WRITERS = [
  ["M3U8", (file: PlaylistFile) => [...writeM3u8Playlist(file)].join("")],
  ["JSON", writeJson],
] as const;

const parseOnlyTrack = (text: string) => parseFile(text).tracks[0];
const json = (fields: object) => JSON.stringify({ format: "tutti-playlist", version: 1, name: "", tracks: [], ...fields });

/** The playlist that a parser must return: the same, with normalized texts. */
function normalized({ name, tracks }: PlaylistFile): PlaylistFile {
  return {
    name: normalizeTag(name),
    tracks: tracks.map((track) => ({
      ...track,
      title: normalizeTag(track.title),
      artist: normalizeTag(track.artist),
      album: normalizeTag(track.album),
      genre: normalizeTag(track.genre),
      fileName: track.fileName && Array.from(toSingleLine(track.fileName)).slice(-255).join("").trimStart(),
    })),
  };
}

describe.each(WRITERS)("playlist files in %s", (_format, write) => {
  it("restore every playlist, whatever its texts contain", () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const file = createRandomFile(seededRandom(seed));
      expect(parseFile(write(file)), `seed ${seed}`).toEqual(normalized(file));
    }
  });

  it.each([
    ["an artist with a dash", { artist: "A - B", title: "C" }],
    ["a title with a dash and no artist", { artist: "", title: "A - B" }],
    ["a title that starts with a dash", { artist: "", title: "- A" }],
    ["an album without an artist", { artist: "", album: "Album" }],
    ["a title that starts like a comment", { artist: "", title: "#1" }],
    ["a duration of less than half a second", { durationMs: 0.25 }],
    ["no duration", { durationMs: null }],
    ["a file name without an extension", { fileName: "Vol.2 live" }],
    ["a file name that looks percent-encoded", { fileName: "100%25.mp3" }],
    ["a picture's file name", { fileName: "cover.jpg", format: "mp3" }],
    ["a picture's URL", { link: "https://example.com/cover.jpg" }],
    ["another format than its extension", { fileName: "a.mp3", format: "flac" }],
  ] as const)("restore a track with %s", (_name, changes) => {
    const file = { name: "", tracks: [buildFileTrack(changes), buildFileTrack()] };
    expect(parseFile(write(file))).toEqual(file);
  });

  it("have from zero tracks to the playlist limit", () => {
    expect(parseFile(write({ name: "Nothing", tracks: [] }))).toEqual({ name: "Nothing", tracks: [] });
    const full = Array.from({ length: playlistLimits.playlistEntries }, (_, i) => buildFileTrack({ title: `Title ${i}` }));
    expect(parseFile(write({ name: "", tracks: full })).tracks).toEqual(full);
    const tooLong = write({ name: "", tracks: [...full, buildFileTrack()] });
    expect(parsePlaylistFile(tooLong)).toEqual({ ok: false, error: "playlist-too-long" });
  });

  it("are written with normalized values only", () => {
    const dirty = buildFileTrack({
      title: " \n ",
      year: 12,
      durationMs: Number.POSITIVE_INFINITY,
      sha256: "abc",
      sizeBytes: -1,
      link: "javascript:alert(1)",
      fileName: "../../etc/My song.mp3",
    });
    const clean = buildFileTrack({ title: "My song", durationMs: null, fileName: "My song.mp3" });
    expect(parseFile(write({ name: "", tracks: [dirty] })).tracks).toEqual([clean]);
  });
});

describe("JSON playlist files", () => {
  it("are readable, and equal for equal playlists", () => {
    const file = { name: "Вечер", tracks: [buildFileTrack({ title: "Дом" })] };
    const text = writeJson(file);
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    expect(text).toContain(
      '{\n  "format": "tutti-playlist",\n  "version": 1,\n  "name": "Вечер",\n  "tracks": [\n    {\n      "title": "Дом"',
    );
    const reordered = Object.fromEntries(Object.entries(buildFileTrack()).reverse());
    expect(writeJson({ name: " Вечер", tracks: [{ ...reordered, ...buildFileTrack({ title: "Дом\n" }) }] })).toBe(text);
  });

  it("of a later version are reported as such", () => {
    expect(parsePlaylistFile(json({ version: 2, tracks: "elsewhere" }))).toEqual({ ok: false, error: "playlist-file-too-new" });
  });

  it.each([
    ["that are truncated", json({}).slice(0, -1)],
    ["of another format", json({ format: "other" })],
    ["without a version", json({ version: "1" })],
    ["of version 0", json({ version: 0 })],
    ["of a fractional version", json({ version: 1.5 })],
    ["without tracks", json({ tracks: { length: 1 } })],
    ["with an empty object", "{}"],
    ["with an array", "[1]"],
  ])("%s are not playlists", (_name, text) => {
    expect(parsePlaylistFile(text)).toEqual({ ok: false, error: "not-a-playlist" });
  });

  it("treat fields of the wrong type as missing, and ignore unknown fields", () => {
    const wrong = { title: 1, artist: null, album: ["x"], genre: {}, year: "1999", durationMs: "1", sha256: 5, sizeBytes: 1.5 };
    const tracks = [{ ...wrong, format: "exe", link: 7, fileName: 8, extra: 9 }, null, "a.mp3", [], 5];
    expect(parseFile(`\ufeff${json({ name: 5, tracks, extra: 1 })}`)).toEqual({
      name: "",
      tracks: [buildFileTrack({ title: "—", artist: "", durationMs: null })],
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
  ])("limit and normalize %j", (fields, expected) => {
    expect(parseOnlyTrack(json({ tracks: [fields] }))).toMatchObject(expected);
  });
});
