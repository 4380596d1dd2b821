import { guessAudioFormat } from "#app/domain/audio-files/audio-format.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { percentDecode } from "#app/domain/text/percent-decode.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { trimEndOf } from "#app/domain/text/trim-end.ts";
import { normalizeTag, titleFromFileName } from "#app/domain/tracks/track.ts";
import type { PlaylistFile, PlaylistFileError, PlaylistFileTrack } from "./playlist-file.ts";
import { type Fields, parseFields, toPlaylistFileTrack } from "./playlist-json.ts";
import { playlistLimits } from "./playlist-limits.ts";

/** The texts of the `#TAG:text` lines above an entry, by tag. The format has no standard: https://en.wikipedia.org/wiki/M3U */
type Tags = ReadonlyMap<string, string>;

/** This product's own tag, which other players ignore: JSON of the fields that the other lines cannot express. */
const OWN_TAG = "TUTTI";

/** Maximum length of a file name without its extension, bytes. ext4 has the lowest limit, 255 bytes with extension. */
const FILE_STEM_BYTES = 240;

/** Writes UTF-8, in a piece for each track. The texts are normalized first, so that none of them can break or add a line. */
export function* writeM3u8Playlist({ name, tracks }: PlaylistFile): Generator<string> {
  yield toText(["#EXTM3U", ...toTagLines([["PLAYLIST", normalizeTag(name)]])]);
  for (const track of tracks) yield toText(toEntryLines(toPlaylistFileTrack(track)));
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function toEntryLines(track: PlaylistFileTrack): readonly string[] {
  const seconds = track.durationMs === null ? -1 : Math.round(track.durationMs / 1000);
  const tags = [
    ["EXTINF", `${seconds},${toDisplayName(track)}`],
    ["EXTALB", track.album],
    ["EXTGENRE", track.genre],
  ] as const;
  const reference = track.link ?? toPortableFileName(track).replace(/^#/, "./#");
  const readable = new Map<string, unknown>(Object.entries(toTrack(new Map(tags), reference)));
  const missing = Object.entries(track).filter(([field, value]) => readable.get(field) !== value);
  const own = missing.length === 0 ? "" : JSON.stringify(Object.fromEntries(missing));
  return [...toTagLines([...tags, [OWN_TAG, own]]), reference];
}

function toTagLines(tags: readonly (readonly [tag: string, text: string])[]): readonly string[] {
  return tags.filter(([, text]) => text !== "").map(([tag, text]) => `#${tag}:${text}`);
}

function toDisplayName({ artist, title }: PlaylistFileTrack): string {
  return artist === "" ? title : `${artist} - ${title}`;
}

/**
 * A file name under which a player may find the track: the original one, or `Artist - Title` with the track's extension
 * (MP3 is the most likely). Characters and names that Windows refuses are replaced; other systems refuse fewer:
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
function toPortableFileName(track: PlaylistFileTrack): string {
  const name = track.fileName ?? `${cutToBytes(toDisplayName(track), FILE_STEM_BYTES)}.${track.format ?? "mp3"}`;
  return trimEndOf(name.replace(/[<>:"/\\|?*]/g, "_"), ". ").replace(/^(?=(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))/i, "_");
}

function cutToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  const characters = Array.from(text).filter((character) => {
    bytes += encodeURIComponent(character).replace(/%../g, "-").length;
    return bytes <= maxBytes;
  });
  return characters.join("").trimEnd();
}

/** Parses M3U and M3U8 files of any player, with or without a header, tags, folders and URLs. `text` is trimmed. */
export function parseM3u8Playlist(text: string): Result<PlaylistFile, PlaylistFileError> {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  if (!isPlaylist(lines)) return fail("not-a-playlist");
  const tracks: PlaylistFileTrack[] = [];
  let name = "";
  let tags = new Map<string, string>();
  let albumTags: Tags | null = null;
  for (const line of lines) {
    const [, rawTag = "", value = ""] = /^#([\w-]+):(.*)$/.exec(line) ?? [];
    const tag = rawTag.toUpperCase();
    // tags above the first entry apply to every entry, as in an album
    if (tag === "EXTINF") albumTags ??= new Map(tags);
    if (tag === "PLAYLIST") name = normalizeTag(value);
    else if (tag !== "") tags.set(tag, value);
    else if (isReference(line) && !(tags.has("EXTIMG") && isPicture(line))) {
      if (tracks.length === playlistLimits.playlistEntries) return fail("playlist-too-long");
      tracks.push(toTrack(tags, line));
      tags = new Map(albumTags);
    }
  }
  return ok({ name, tracks });
}

/** HTTP Live Streaming uses the same format for lists of segments, but requires one of two tags (RFC 8216 §4.3). */
function isPlaylist(lines: readonly string[]): boolean {
  if (lines.some((line) => /^#EXT-X-(?:TARGETDURATION|STREAM-INF):/.test(line))) return false;
  if (lines.some((line) => /^#EXT(?:M3U|INF:)/i.test(line))) return true;
  const references = lines.filter(isReference);
  // without a header, at least half of the lines must look like URLs or file names; in prose and other formats few do
  const plausible = references.filter((line) => /^[a-z][a-z\d+.-]+:\/\/|\.(?=\d?[a-z])[a-z\d]{2,5}$/i.test(line));
  return plausible.length > 0 && plausible.length * 2 >= references.length && !/^\[playlist\]$/i.test(lines[0] ?? "");
}

function isReference(line: string): boolean {
  return line !== "" && !line.startsWith("#");
}

/** A picture named by `#EXTIMG` has its own line, like an entry. */
function isPicture(line: string): boolean {
  return /\.(?:jpe?g|png|gif|webp)$/i.test(line);
}

function toTrack(tags: Tags, reference: string): PlaylistFileTrack {
  const { seconds, display } = parseExtinf(tags.get("EXTINF") ?? "");
  const name = toFileName(reference);
  const format = guessAudioFormat(name);
  const { artist, title } = splitDisplayName(display || removeTrackNumber(titleFromFileName(name)));
  const fromOtherLines = toPlaylistFileTrack({
    title,
    artist: artist || tags.get("EXTART"),
    album: tags.get("EXTALB"),
    genre: tags.get("EXTGENRE"),
    durationMs: seconds * 1000,
    format,
    link: reference,
    // the last segment of a URL need not be a file name
    fileName: isLink(reference) && format === null ? null : name,
  });
  const own: Fields = parseFields(tags.get(OWN_TAG) ?? "");
  return toPlaylistFileTrack({ ...fromOtherLines, ...own });
}

/** Parses `180,Artist - Title` or `-1 tvg-id="a, b",Title`: the title follows the first comma outside quotes. */
function parseExtinf(info: string): { readonly seconds: number; readonly display: string } {
  const [, head = info, display = ""] = /^([^",]*(?:"[^"]*"[^",]*)*),(.*)$/.exec(info) ?? /^([^,]*),(.*)$/.exec(info) ?? [];
  return { seconds: Number(/^\s*\d+(?:\.\d+)?/.exec(head)?.[0] ?? 0), display: toSingleLine(display) };
}

function splitDisplayName(display: string): { readonly artist: string; readonly title: string } {
  const [, artist = "", title = display] = /^(.*?)(?:^|\s)[-–—]\s(.+)$/u.exec(display) ?? [];
  return { artist, title };
}

/** Removes `7 - `, `03. `, `1-03 ` and `01_`, but not the start of `99 Luftballons`, `50 Cent - `, `24-7` and `311 - `. */
function removeTrackNumber(name: string): string {
  return name.replace(
    /^(?:\d-)?(?:0\d{1,2}(?:\s|[.)-](?!\d))|\d{1,2}(?:[.)](?!\d)|\s(?=[-–—]\s))|\d{3}\s(?=-\s.+\s-\s))[\s–—-]*(?=\S)/u,
    "",
  );
}

/** The last segment of a path or URL, decoded. */
function toFileName(reference: string): string {
  const [path = ""] = isLink(reference) ? reference.split(/[?#]/, 1) : [reference];
  const name = path.split(/[\\/]/).findLast((segment) => segment !== "") ?? "";
  // VLC also encodes plain paths (https://github.com/jellyfin/jellyfin/issues/4439). An encoded path has only printable
  // ASCII without spaces; in any other path a percent sign is literal
  return /^(?:https?|file):/i.test(reference) || /^[!-[\]-~]+$/.test(path) ? (percentDecode(name) ?? name) : name;
}

function isLink(reference: string): boolean {
  return /^https?:\/\//i.test(reference);
}
