import { AUDIO_FORMATS } from "#app/domain/audio-files/audio-format.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { isValidYear, normalizeTag, titleFromFileName } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import type { PlaylistFile, PlaylistFileError, PlaylistFileTrack } from "./playlist-file.ts";
import { playlistLimits } from "./playlist-limits.ts";

/** The fields of an untrusted JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

const FORMAT = "tutti-playlist";
const VERSION = 1;
/** Maximum length of a file name on NTFS, APFS and ext4, characters. */
const FILE_NAME_CHARS = 255;

/** Writes indented JSON, in a piece for each track. Deterministic: equal playlists give equal texts. */
export function* writeJsonPlaylist({ name, tracks }: PlaylistFile): Generator<string> {
  const file = { format: FORMAT, version: VERSION, name: normalizeTag(name), tracks: [] };
  const [before, after] = JSON.stringify(file, null, 2).split(/(?<="tracks": \[)(?=\]\n\}$)/);
  yield `${before}`;
  for (const [index, track] of tracks.entries()) {
    const lines = JSON.stringify(toPlaylistFileTrack(track), null, 2).replaceAll("\n", "\n    ");
    yield `${index === 0 ? "" : ","}\n    ${lines}`;
  }
  yield `${tracks.length === 0 ? "" : "\n  "}${after}\n`;
}

/** Skips tracks that are not objects, and ignores unknown fields, which a later release may add to version 1. */
export function parseJsonPlaylist(text: string): Result<PlaylistFile, PlaylistFileError> {
  const { format, version, name, tracks } = parseFields(text);
  if (format !== FORMAT || !isPositiveInteger(version)) return fail("not-a-playlist");
  if (version > VERSION) return fail("playlist-file-too-new");
  if (!Array.isArray(tracks)) return fail("not-a-playlist");
  if (tracks.length > playlistLimits.playlistEntries) return fail("playlist-too-long");
  return ok({ name: normalizeTag(toText(name)), tracks: tracks.filter(isFields).map(toPlaylistFileTrack) });
}

/** Validates and normalizes untrusted fields; an invalid field becomes empty or null. */
export function toPlaylistFileTrack(fields: Fields): PlaylistFileTrack {
  const fileName = parseFileName(fields.fileName);
  return {
    title: normalizeTag(toText(fields.title)) || titleFromFileName(fileName ?? ""),
    artist: normalizeTag(toText(fields.artist)),
    album: normalizeTag(toText(fields.album)),
    genre: normalizeTag(toText(fields.genre)),
    year: isPositiveInteger(fields.year) && isValidYear(fields.year) ? fields.year : null,
    durationMs: positiveUpTo(trackLimits.trackDurationMsMax, fields.durationMs),
    sha256: /^[0-9a-f]{64}$/i.exec(toText(fields.sha256))?.[0].toLowerCase() ?? null,
    sizeBytes: isPositiveInteger(fields.sizeBytes) ? positiveUpTo(uploadLimits.audioBytes, fields.sizeBytes) : null,
    format: AUDIO_FORMATS.find((format) => format === fields.format) ?? null,
    link: parseLink(fields.link),
    fileName,
  };
}

/** The fields of the object in a JSON text; empty for any other text. */
export function parseFields(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : {};
  } catch {
    // invalid JSON has no fields
    return {};
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function positiveUpTo(max: number, value: unknown): number | null {
  return typeof value === "number" && value > 0 && value <= max ? value : null;
}

/** The last segment of a path of any operating system. A name that is too long keeps its end, which has the extension. */
function parseFileName(value: unknown): string | null {
  const name = toSingleLine(toText(value).split(/[\\/]/).at(-1) ?? "");
  const short = Array.from(name).slice(-FILE_NAME_CHARS).join("").trimStart();
  return /^[. ]*$/.test(short) ? null : short;
}

/** Percent-encodes everything but printable ASCII, so that a link contains no spaces, line breaks or invisible characters. */
function parseLink(value: unknown): string | null {
  const link = toText(value)
    .trim()
    .replace(/\p{Cs}/gu, "")
    .replace(/[^!-~]+/gu, (text) => encodeURIComponent(text));
  return link.length <= importLimits.linkChars && /^https?:\/\/[^/?#\\]/i.test(link) ? link : null;
}
