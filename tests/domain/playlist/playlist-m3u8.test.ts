import { describe, expect, it } from "vitest";
import { type PlaylistFile, type PlaylistFileTrack, parsePlaylistFile } from "#app/domain/playlist/playlist-file.ts";
import { writeM3u8Playlist } from "#app/domain/playlist/playlist-m3u8.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { buildFileTrack, createRandomFile, parseFile } from "#tests/support/playlist-files.ts";

const write = (file: PlaylistFile) => [...writeM3u8Playlist(file)].join("");
const lines = (...texts: readonly string[]) => texts.join("\n");
const parseOnlyTrack = (text: string) => parseFile(text).tracks[0];
/** The line that names the file. */
const referenceTo = (track: PlaylistFileTrack) =>
  write({ name: "", tracks: [track] })
    .trimEnd()
    .split("\n")
    .at(-1) ?? "";

describe("writing M3U8", () => {
  it("uses the common tags for what they can express, and a comment for the rest", () => {
    const plain = buildFileTrack({ album: "Album", genre: "Jazz", fileName: "a.mp3", format: "mp3" });
    const exact = buildFileTrack({ durationMs: 180_499.5, year: 1971, sha256: "0f".repeat(32), format: "flac" });
    expect(write({ name: "Evening", tracks: [plain, exact] })).toBe(
      lines(
        "#EXTM3U",
        "#PLAYLIST:Evening",
        "#EXTINF:180,Artist - Title",
        "#EXTALB:Album",
        "#EXTGENRE:Jazz",
        "a.mp3",
        "#EXTINF:180,Artist - Title",
        `#TUTTI:{"year":1971,"durationMs":180499.5,"sha256":"${"0f".repeat(32)}","fileName":null}`,
        "Artist - Title.flac",
        "",
      ),
    );
  });

  it("writes one line for every track and tag, whatever the texts contain", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const file = createRandomFile(seededRandom(seed));
      const written = write(file)
        .trimEnd()
        .split(/[\r\n\u0085\u2028\u2029]/);
      const tags = written.filter((line) => line.startsWith("#"));
      expect(tags.filter((line) => line.startsWith("#EXTINF:"))).toHaveLength(file.tracks.length);
      expect(written.length - tags.length, `seed ${seed}`).toBe(file.tracks.length);
      for (const line of tags) expect(line).toMatch(/^#(EXTM3U$|(PLAYLIST|EXTINF|EXTALB|EXTGENRE|TUTTI):)/);
    }
  });

  it("writes file names that are valid on every system", () => {
    for (let seed = 1; seed <= 300; seed++) {
      for (const track of createRandomFile(seededRandom(seed)).tracks) {
        const made = referenceTo({ ...track, link: null, fileName: null });
        expect(made, `seed ${seed}`).toMatch(/^(?:\.\/(?=#)|(?!#))[^<>:"/\\|?*\p{Cc}]*[^. ]$/u);
        expect(Buffer.byteLength(made), `seed ${seed}`).toBeLessThanOrEqual(255);
      }
    }
  });

  it.each([
    [{ artist: "AC/DC", title: "What?", format: "flac" }, "AC_DC - What_.flac"],
    [{ artist: "", title: "Con" }, "_Con.mp3"],
    [{ artist: "", title: "#1 hit" }, "./#1 hit.mp3"],
    [{ artist: "", title: "Я".repeat(200) }, `${"Я".repeat(120)}.mp3`],
    [{ fileName: "07. Song: live.ogg" }, "07. Song_ live.ogg"],
    [{ fileName: "Song.ogg. " }, "Song.ogg"],
    [{ link: "https://example.com/a.mp3", fileName: "b.mp3" }, "https://example.com/a.mp3"],
  ] as const)("names the file of %o %s", (changes, name) => {
    expect(referenceTo(buildFileTrack(changes))).toBe(name);
  });
});

describe("parsing M3U8 of other players", () => {
  it.each([
    ["#EXTINF:123,Artist - Title", { artist: "Artist", title: "Title", durationMs: 123_000 }],
    ["#extinf:123,Artist – Title – live", { artist: "Artist", title: "Title – live" }],
    ["#EXTINF: 12.5 ,Title", { artist: "", title: "Title", durationMs: 12_500 }],
    ["#EXTINF:-1,Title", { title: "Title", durationMs: null }],
    ["#EXTINF:0, - Title", { artist: "", title: "Title", durationMs: null }],
    ["#EXTINF:99999999,Title", { durationMs: null }],
    ['#EXTINF:-1 tvg-id="x" group-title="a, b",Title', { title: "Title", durationMs: null }],
    ['#EXTINF:60 logo=x.png,"Heroes", live', { title: '"Heroes", live', durationMs: 60_000 }],
    ['#EXTINF:60 tvg-name="broken,Title', { title: "Title", durationMs: 60_000 }],
    ["#EXTINF:60", { artist: "From", title: "name", durationMs: 60_000 }],
    ["#EXTINF:60,", { artist: "From", title: "name", durationMs: 60_000 }],
    ["#EXTART:Night Bus\n#EXTINF:60,Title", { artist: "Night Bus", title: "Title" }],
    ["#EXTINF:60,Title\n#EXTALB:Album\n#EXTGENRE:Jazz", { album: "Album", genre: "Jazz" }],
    ["# a comment\n\n#EXTVLCOPT:network-caching=1000\n#EXTGRP:x", { artist: "From", title: "name" }],
  ])("reads %j", (tags, expected) => {
    expect(parseOnlyTrack(lines("#EXTM3U", tags, "From - name.mp3"))).toMatchObject(expected);
    expect(parseOnlyTrack(lines(tags, "", "From - name.mp3"))).toMatchObject(expected);
  });

  it.each([
    ["C:\\Музыка\\Альбом\\01 - Песня.MP3", { fileName: "01 - Песня.MP3", title: "Песня", format: "mp3" }],
    ["\\\\server\\share\\Song.flac", { fileName: "Song.flac", title: "Song", format: "flac" }],
    ["../Music/My song.ogg", { fileName: "My song.ogg", title: "My song" }],
    ["file:///C:/Music/A%20%26%20B%20-%20C%23.mp3", { fileName: "A & B - C#.mp3", artist: "A & B", title: "C#" }],
    ["file:///home/me/Вечер%20-%20Дом.mp3", { artist: "Вечер", title: "Дом", link: null }],
    ["Aimer/%E6%98%A5%20-%20marie/01%20-%20%E6%98%A5.flac", { fileName: "01 - 春.flac", title: "春" }],
    ["My Music/50%25 off.mp3", { fileName: "50%25 off.mp3" }],
    ["100%.mp3", { fileName: "100%.mp3", title: "100%" }],
    ["%CF%F0.mp3", { fileName: "%CF%F0.mp3" }],
    ["Song.wma", { fileName: "Song.wma", format: null }],
    ["https://example.com/a/Some%20song.mp3?t=1#x", { fileName: "Some song.mp3", title: "Some song", format: "mp3" }],
    ["https://example.com/a b/Дом", { link: "https://example.com/a%20b/%D0%94%D0%BE%D0%BC", fileName: null, title: "Дом" }],
    ["HTTP://radio.example:8000/", { link: "HTTP://radio.example:8000/", fileName: null, title: "radio.example:8000" }],
    ["rtsp://example.com/a.mp3", { link: null, fileName: "a.mp3" }],
  ])("reads the reference %s", (reference, expected) => {
    expect(parseOnlyTrack(`#EXTM3U\n${reference}`)).toMatchObject(expected);
  });

  it.each([
    ["01 - Artist - Song.mp3", "Artist", "Song"],
    ["01-Song.mp3", "", "Song"],
    ["03. Song.mp3", "", "Song"],
    ["3.Song.mp3", "", "Song"],
    ["12) Artist – Song.mp3", "Artist", "Song"],
    ["1-07 Song.mp3", "", "Song"],
    ["01_-_Artist_-_Big_song.mp3", "Artist", "Big song"],
    ["07 99 Luftballons.mp3", "", "99 Luftballons"],
    ["101 - Artist - Song.mp3", "Artist", "Song"],
    ["311 - Amber.mp3", "311", "Amber"],
    ["50 Cent - In Da Club.mp3", "50 Cent", "In Da Club"],
    ["99 Luftballons.mp3", "", "99 Luftballons"],
    ["24-7.mp3", "", "24-7"],
    ["90-е.mp3", "", "90-е"],
    ["05-06-2019.mp3", "", "05-06-2019"],
    ["4.33.mp3", "", "4.33"],
    ["01.mp3", "", "01"],
    ["Jay-Z - Song.mp3", "Jay-Z", "Song"],
  ])("reads %s as artist “%s” and title “%s”", (fileName, artist, title) => {
    expect(parseOnlyTrack(`#EXTM3U\n/music/${fileName}`)).toEqual(
      buildFileTrack({ artist, title, fileName, format: "mp3", durationMs: null }),
    );
  });

  it.each(["\n", "\r\n", "\r", "\n\n"])("reads lines that end with %j, after a byte order mark", (end) => {
    const text = `\ufeff${["#EXTM3U", "#PLAYLIST:Evening", "#EXTINF:1,A - B", "a.mp3", "b.mp3"].join(end)}${end}`;
    const { name, tracks } = parseFile(text);
    expect(name).toBe("Evening");
    expect(tracks.map(({ title, durationMs }) => [title, durationMs])).toEqual([
      ["B", 1000],
      ["b", null],
    ]);
  });

  it("applies the tags of an album to its tracks, and skips its cover", () => {
    const album = ["#EXTM3U", "#EXTART:AC/DC", "#EXTALB:Black Ice", "#EXTIMG:front", "folder.jpg"];
    const guest = ["#EXTALB:Other", "#EXTINF:214,Guest - Two", "2.mp3"];
    const { tracks } = parseFile(lines(...album, "#EXTINF:261,One", "1.mp3", ...guest, "#EXTINF:9,Three", "3.mp3"));
    expect(tracks.map(({ artist, album, title }) => [artist, album, title])).toEqual([
      ["AC/DC", "Black Ice", "One"],
      ["Guest", "Other", "Two"],
      ["AC/DC", "Black Ice", "Three"],
    ]);
  });

  it("reads any text with an #EXTINF line as a playlist", () => {
    expect(parseOnlyTrack("#EXTINF:1,Title\n/music/a song")).toMatchObject({ title: "Title", fileName: "a song" });
  });

  it.each([
    ["nothing", ""],
    ["only comments", "# one\n# two"],
    ["a letter", "Dear Anna,\nplease find the song in\nsong.mp3\nYours, B."],
    ["an HTML page", "<!doctype html>\n<html>\n<a href='a.mp3'>\n</html>"],
    ["a PLS", "[playlist]\nFile1=a.mp3\nFile2=b.mp3\nFile3=c.mp3\nVersion=2"],
    ["a stream's segments", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttps://example.com/1.ts"],
    ["a stream's variants", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://example.com/low.m3u8"],
    ["audio", "ID3\u0004\u0000\u0000\u0000\ufffd\ufffd\nTIT2\u0000"],
  ])("refuses %s as a playlist", (_name, text) => {
    expect(parsePlaylistFile(text)).toEqual({ ok: false, error: "not-a-playlist" });
  });

  it.each([
    '#TUTTI:{"sha256":1,"year":"x","link":"javascript:x","title":["x"],"__proto__":{"album":"x"},"durationMs":-5}',
    "#TUTTI:[1",
    "#TUTTI:null",
    "#TUTTI:",
  ])("ignores invalid fields in its own comment: %s", (comment) => {
    const track = parseOnlyTrack(lines("#EXTM3U", comment, "name.mp3"));
    expect(track).toEqual(buildFileTrack({ artist: "", title: "name", fileName: "name.mp3", format: "mp3", durationMs: null }));
  });
});
