import { formatFromFileName } from "#app/domain/audio-files/audio-format.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { cleanTag, titleFromFileName } from "#app/domain/tracks/track.ts";
import type { ListedTrack, PlaylistFile, PlaylistFileError } from "./playlist-file.ts";
import { type Fields, fieldsOf, listedTrackFrom } from "./playlist-json.ts";
import { playlistLimits } from "./playlist-limits.ts";

/** What the lines `#TAG:text` above an entry say, by tag. The format has no standard: https://en.wikipedia.org/wiki/M3U */
type Tags = ReadonlyMap<string, string>;

/** Ours, and a comment to all others: a track's JSON, as far as it cannot be read from the other lines. */
const OWN_TAG = "TUTTI";

/** Room for an extension within the 255 bytes of ext4, the tightest of the usual file systems. */
const FILE_STEM_BYTES = 240;

/** UTF-8. No text can break a line or add one, since each is clean first. */
export function writeM3u8({ name, tracks }: PlaylistFile): string {
  const title = cleanTag(name);
  const lines = ["#EXTM3U", ...linesOf([["PLAYLIST", title]]), ...tracks.flatMap((track) => entryOf(listedTrackFrom(track)))];
  return `${lines.join("\n")}\n`;
}

function entryOf(track: ListedTrack): readonly string[] {
  const seconds = track.durationMs === null ? -1 : Math.round(track.durationMs / 1000);
  const tags = [
    ["EXTINF", `${seconds},${displayOf(track)}`],
    ["EXTALB", track.album],
    ["EXTGENRE", track.genre],
  ] as const;
  const reference = track.link ?? playableFileName(track).replace(/^#/, "./#");
  const said = new Map<string, unknown>(Object.entries(trackFrom(new Map(tags), reference)));
  const unsaid = Object.entries(track).filter(([field, value]) => said.get(field) !== value);
  const own = unsaid.length === 0 ? "" : JSON.stringify(Object.fromEntries(unsaid));
  return [...linesOf([...tags, [OWN_TAG, own]]), reference];
}

function linesOf(tags: readonly (readonly [tag: string, text: string])[]): readonly string[] {
  return tags.filter(([, text]) => text !== "").map(([tag, text]) => `#${tag}:${text}`);
}

function displayOf({ artist, title }: ListedTrack): string {
  return artist === "" ? title : `${artist} - ${title}`;
}

/**
 * A name under which a player may find the file: the one it had, else `Artist - Title.mp3`, without what Windows refuses
 * (https://learn.microsoft.com/windows/win32/fileio/naming-a-file); others refuse less. MP3 is the likeliest guess.
 */
function playableFileName(track: ListedTrack): string {
  const name = track.fileName ?? `${cutToBytes(displayOf(track), FILE_STEM_BYTES)}.${track.format ?? "mp3"}`;
  return name
    .replace(/[<>:"/\\|?*]/g, "_")
    .replace(/[. ]+$/, "")
    .replace(/^(?=(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))/i, "_");
}

function cutToBytes(text: string, most: number): string {
  let bytes = 0;
  const kept = Array.from(text).filter((char) => {
    bytes += encodeURIComponent(char).replace(/%../g, "-").length;
    return bytes <= most;
  });
  return kept.join("").trimEnd();
}

/** Takes what other players write: with and without a header, tags, folders, addresses. `text` comes trimmed. */
export function readM3u8(text: string): Result<PlaylistFile, PlaylistFileError> {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  if (!isPlaylist(lines)) return fail("not-a-playlist");
  const tracks: ListedTrack[] = [];
  let name = "";
  let tags = new Map<string, string>();
  let albumTags: Tags | null = null;
  for (const line of lines) {
    const [, rawTag = "", value = ""] = /^#([\w-]+):(.*)$/.exec(line) ?? [];
    const tag = rawTag.toUpperCase();
    // what stands above the first entry is said of them all, as albums do it
    if (tag === "EXTINF") albumTags ??= new Map(tags);
    if (tag === "PLAYLIST") name = cleanTag(value);
    else if (tag !== "") tags.set(tag, value);
    else if (isReference(line) && !(tags.has("EXTIMG") && isPicture(line))) {
      if (tracks.length === playlistLimits.playlistEntries) return fail("playlist-too-long");
      tracks.push(trackFrom(tags, line));
      tags = new Map(albumTags);
    }
  }
  return ok({ name, tracks });
}

/** The lists of segments of HTTP Live Streaming look alike but for tags that one of them must have (RFC 8216 §4.3). */
function isPlaylist(lines: readonly string[]): boolean {
  if (lines.some((line) => /^#EXT-X-(?:TARGETDURATION|STREAM-INF):/.test(line))) return false;
  if (lines.some((line) => /^#EXT(?:M3U|INF:)/i.test(line))) return true;
  const references = lines.filter(isReference);
  // without a header, prose and other formats have few lines that end like a file's name
  const plausible = references.filter((line) => /^[a-z][a-z\d+.-]+:\/\/|\.(?=\d?[a-z])[a-z\d]{2,5}$/i.test(line));
  return plausible.length > 0 && plausible.length * 2 >= references.length && !/^\[playlist\]$/i.test(lines[0] ?? "");
}

function isReference(line: string): boolean {
  return line !== "" && !line.startsWith("#");
}

/** `#EXTIMG` puts its picture on a line of its own, like an entry. */
function isPicture(line: string): boolean {
  return /\.(?:jpe?g|png|gif|webp)$/i.test(line);
}

function trackFrom(tags: Tags, reference: string): ListedTrack {
  const { seconds, display } = infoFrom(tags.get("EXTINF") ?? "");
  const name = nameIn(reference);
  const format = formatFromFileName(name);
  const { artist, title } = namesIn(display || withoutTrackNumber(titleFromFileName(name)));
  const plain = listedTrackFrom({
    title,
    artist: artist || tags.get("EXTART"),
    album: tags.get("EXTALB"),
    genre: tags.get("EXTGENRE"),
    durationMs: seconds * 1000,
    format,
    link: reference,
    // the end of an address may be anything
    fileName: isLink(reference) && format === null ? null : name,
  });
  const own: Fields = fieldsOf(tags.get(OWN_TAG) ?? "");
  return listedTrackFrom({ ...plain, ...own });
}

/** `180,Artist - Title`, `-1 tvg-id="a, b",Title`: the text begins behind the first comma that is in no quotes. */
function infoFrom(info: string): { readonly seconds: number; readonly display: string } {
  const [, head = info, display = ""] = /^([^",]*(?:"[^"]*"[^",]*)*),(.*)$/.exec(info) ?? /^([^,]*),(.*)$/.exec(info) ?? [];
  return { seconds: Number(/^\s*\d+(?:\.\d+)?/.exec(head)?.[0] ?? 0), display: toSingleLine(display) };
}

function namesIn(display: string): { readonly artist: string; readonly title: string } {
  const [, artist = "", title = display] = /^(.*?)(?:^|\s)[-–—]\s(.+)$/u.exec(display) ?? [];
  return { artist, title };
}

/** Behind `7 - `, `03. `, `1-03 `, `01_`; not behind `99 Luftballons`, `50 Cent - `, `24-7` and `311 - `. */
function withoutTrackNumber(name: string): string {
  return name.replace(
    /^(?:\d-)?(?:0\d{1,2}(?:\s|[.)-](?!\d))|\d{1,2}(?:[.)](?!\d)|\s(?=[-–—]\s))|\d{3}\s(?=-\s.+\s-\s))[\s–—-]*(?=\S)/u,
    "",
  );
}

/** The last part of a path or of an address, decoded. */
function nameIn(reference: string): string {
  const path = isLink(reference) ? reference.replace(/[?#].*$/, "") : reference;
  const name = path.split(/[\\/]/).findLast((part) => part !== "") ?? "";
  // VLC encodes plain paths, too (https://github.com/jellyfin/jellyfin/issues/4439): those have neither spaces nor letters
  // beyond ASCII, while in a path that has, a percent sign is one
  return /^(?:https?|file):/i.test(reference) || /^[!-[\]-~]+$/.test(path) ? decoded(name) : name;
}

function isLink(reference: string): boolean {
  return /^https?:\/\//i.test(reference);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // a percent sign that encodes nothing: the text is meant as it stands
    return text;
  }
}
