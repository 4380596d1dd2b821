import { AUDIO_FORMATS } from "#app/domain/audio-files/audio-format.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { cleanTag, isPlausibleYear, titleFromFileName } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import type { ListedTrack, PlaylistFile, PlaylistFileError } from "./playlist-file.ts";
import { playlistLimits } from "./playlist-limits.ts";

/** The fields of a JSON object, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

const FORMAT = "tutti-playlist";
const VERSION = 1;
/** The longest name that NTFS, APFS and ext4 take, counted generously. */
const FILE_NAME_CHARS = 255;
/** RFC 9110 §4.1: what everyone should be able to take. */
const LINK_CHARS = 8000;

/** The same list always gives the same text. */
export function writeJson({ name, tracks }: PlaylistFile): string {
  const file = { format: FORMAT, version: VERSION, name: cleanTag(name), tracks: tracks.map(listedTrackFrom) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What is no object among the tracks is left out; fields of a later version 1 that are not known here are passed over. */
export function readJson(text: string): Result<PlaylistFile, PlaylistFileError> {
  const { format, version, name, tracks } = fieldsOf(text);
  if (format !== FORMAT || !isWhole(version)) return fail("not-a-playlist");
  if (version > VERSION) return fail("playlist-file-too-new");
  if (!Array.isArray(tracks)) return fail("not-a-playlist");
  if (tracks.length > playlistLimits.playlistEntries) return fail("playlist-too-long");
  return ok({ name: cleanTag(textOf(name)), tracks: tracks.filter(isFields).map(listedTrackFrom) });
}

/** A track in which every field is what its type says, whatever it was made from. */
export function listedTrackFrom(fields: Fields): ListedTrack {
  const fileName = fileNameFrom(fields.fileName);
  return {
    title: cleanTag(textOf(fields.title)) || titleFromFileName(fileName ?? ""),
    artist: cleanTag(textOf(fields.artist)),
    album: cleanTag(textOf(fields.album)),
    genre: cleanTag(textOf(fields.genre)),
    year: isWhole(fields.year) && isPlausibleYear(fields.year) ? fields.year : null,
    durationMs: numberUpTo(trackLimits.trackDurationMsMax, fields.durationMs),
    sha256: /^[0-9a-f]{64}$/i.exec(textOf(fields.sha256))?.[0].toLowerCase() ?? null,
    sizeBytes: isWhole(fields.sizeBytes) ? numberUpTo(uploadLimits.audioBytes, fields.sizeBytes) : null,
    format: AUDIO_FORMATS.find((format) => format === fields.format) ?? null,
    link: linkFrom(fields.link),
    fileName,
  };
}

/** The object that a JSON text holds; an empty one if it holds anything else. */
export function fieldsOf(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : {};
  } catch {
    // text that is no JSON says as little as an empty object
    return {};
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function numberUpTo(most: number, value: unknown): number | null {
  return typeof value === "number" && value > 0 && value <= most ? value : null;
}

/** The last part of a path of any system. One that is too long keeps its end, which says what kind of file it is. */
function fileNameFrom(value: unknown): string | null {
  const name = toSingleLine(textOf(value).split(/[\\/]/).at(-1) ?? "");
  const short = Array.from(name).slice(-FILE_NAME_CHARS).join("").trimStart();
  return /^[. ]*$/.test(short) ? null : short;
}

/** Percent-encoded where it must be, so that no address can hold a space, a line break or a hidden letter. */
function linkFrom(value: unknown): string | null {
  const link = textOf(value)
    .trim()
    .replace(/\p{Cs}/gu, "")
    .replace(/[^!-~]+/gu, (text) => encodeURIComponent(text));
  return link.length <= LINK_CHARS && /^https?:\/\/[^/?#\\]/i.test(link) ? link : null;
}
