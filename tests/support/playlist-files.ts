import { AUDIO_FORMATS } from "#app/domain/audio-files/audio-format.ts";
import { type PlaylistFile, type PlaylistFileTrack, parsePlaylistFile } from "#app/domain/playlist/playlist-file.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";

/** A track of a playlist file. */
export function buildFileTrack(changes: Partial<PlaylistFileTrack> = {}): PlaylistFileTrack {
  return {
    title: "Title",
    artist: "Artist",
    album: "",
    genre: "",
    year: null,
    durationMs: 180_000,
    sha256: null,
    sizeBytes: null,
    format: null,
    link: null,
    fileName: null,
    ...changes,
  };
}

/** Parses a playlist file; throws if it is not a playlist. */
export function parseFile(text: string): PlaylistFile {
  const file = parsePlaylistFile(text);
  if (!file.ok) throw new Error(file.error);
  return file.value;
}

const PIECES = [
  "Вечер",
  "ёЁй",
  "東京",
  "a",
  "Z",
  "7",
  "01 - ",
  " - ",
  " – ",
  "-",
  ",",
  ";",
  ":",
  '"',
  "'",
  "`",
  "#",
  "##",
  "\\",
  "/",
  "..",
  ".",
  ".mp3",
  "%20",
  "%",
  "&",
  "?",
  "*",
  "<b>",
  "|",
  "{",
  "}",
  "[",
  "=",
  " ",
  "   ",
  "\n",
  "\r\n",
  "\r",
  "\t",
  "\0",
  "\u0085",
  "\u2028",
  "\u200b",
  "\u202e",
  "\ufeff",
  "🎧",
  "👩‍🎤",
  "❤️",
  "\ud800",
  "\n#EXTINF:1,x\nevil.mp3\n",
  '\n#TUTTI:{"year":1999}',
  "#EXTM3U",
  "#EXT-X-STREAM-INF:",
  'tvg-id="a, b",',
  "https://x.y/",
  "file:///",
  "con",
  "null",
  "\\u000a",
  "é",
  "[playlist]",
  "long ".repeat(60),
];

/** A playlist with random texts, of characters that break text formats. */
export function createRandomFile(random: () => number): PlaylistFile {
  const upTo = (most: number) => Math.floor(random() * most);
  const pick = <T>(items: readonly T[], otherwise: T): T => items[upTo(items.length)] ?? otherwise;
  const text = () => Array.from({ length: upTo(7) }, () => pick(PIECES, "")).join("");
  const maybe = <T>(make: () => T): T | null => (random() < 0.4 ? null : make());
  const track = (): PlaylistFileTrack => ({
    title: `t${text()}`,
    artist: text(),
    album: text(),
    genre: text(),
    year: maybe(() => 1000 + upTo(9000)),
    durationMs: maybe(() => random() * 10 ** (2 + upTo(6))),
    sha256: maybe(() => Array.from({ length: 64 }, () => upTo(16).toString(16)).join("")),
    sizeBytes: maybe(() => 1 + upTo(uploadLimits.audioBytes)),
    format: maybe(() => pick(AUDIO_FORMATS, "mp3")),
    link: maybe(
      () => `https://example.com/${encodeURIComponent(toSingleLine(text()))}${pick(["", ".mp3", "/#a", "?b=.jpg"], "")}`,
    ),
    fileName: maybe(
      () => `${pick(["", "#", "01. ", "nul."], "")}f${text().replace(/[\\/]/g, "")}${pick(["", ".ogg", ".jpg"], "")}`,
    ),
  });
  return { name: text(), tracks: Array.from({ length: upTo(5) }, track) };
}
