import { repairTagText, repairTagTexts } from "#app/domain/audio-files/tag-text.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import { isValidYear, normalizeTag, type TrackTags, titleFromFileName } from "./track.ts";
import { trackLimits } from "./track-limits.ts";

/** The tags of a file as a tag reader returns them: `common` of music-metadata. */
export type RawTags = {
  readonly title?: string | undefined;
  readonly artist?: string | undefined;
  readonly artists?: readonly string[] | undefined;
  readonly album?: string | undefined;
  readonly genre?: readonly string[] | undefined;
  readonly year?: number | undefined;
  readonly date?: string | undefined;
};

/** The tags of a file by tag format: `native` of music-metadata. */
type NativeTags = Readonly<Record<string, readonly { readonly id: string; readonly value: unknown }[]>>;

/**
 * Takes a text from the ID3v1 tag at the end of the file if the newer tag has an unusable one. Tag readers prefer the
 * newer tag even if its text is empty or consists of question marks.
 */
export function fillFromId3v1(raw: RawTags, native: NativeTags): RawTags {
  const fill = (newer: string, id: string) =>
    isUsable(newer) ? newer : toText(native.ID3v1?.find((tag) => tag.id === id)?.value) || newer;
  const artist = fill(getArtist(raw), "artist");
  const [title, album] = [fill(toText(raw.title), "title"), fill(toText(raw.album), "album")];
  return { ...raw, title, artist, artists: [artist], album };
}

/** A track's tags, repaired and normalized. If they have no usable title, title and artist are read from the file name. */
export function toTrackTags(raw: RawTags, fileName: string): TrackTags {
  const texts = [toText(raw.title), getArtist(raw), toText(raw.album), toText(raw.genre?.[0])];
  const [title = "", artist = "", album = "", genre = ""] = repairTagTexts(texts).map((text) =>
    isUsable(text) ? normalizeTag(text) : "",
  );
  const rest = { album, genre, year: [findYear(raw.date), raw.year].find(isYear) ?? null };
  return title ? { title, artist, ...rest } : { ...parseFileName(fileName, artist), ...rest };
}

/**
 * Maximum length of a raw text. UTF-8 that was decoded as Latin-1 has up to four characters for one; a longer text only
 * costs time, because the tag is cut anyway.
 */
const RAW_CHARS = 4 * trackLimits.tagChars;

/** A file may contain a picture where the reader's types declare text. */
function toText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, RAW_CHARS) : "";
}

/** False for a blank text and for one of question marks, which replace unreadable characters. One or two may be a title. */
function isUsable(text: string): boolean {
  return normalizeTag(text) !== "" && (/\p{L}/u.test(text) || (text.match(/[?\ufffd]/g)?.length ?? 0) < 3);
}

/**
 * The artist in full. Tag readers split the artists of ID3v2.3 at the slash, as the standard requires, and return the
 * first: "AC" of "AC/DC". If `artists` does not start with `artist`, then `artist` is already the full text.
 */
function getArtist(raw: RawTags): string {
  const artist = toText(raw.artist);
  const artists = (raw.artists ?? []).map(toText).filter((name) => name !== "");
  if (artist && (artists.length < 2 || artists[0] !== artist)) return artist;
  return toText(artists.join(artists.every((name) => name.length <= 3) ? "/" : ", "));
}

function findYear(date = ""): number {
  return Number(/^\d{4}|\b\d{4}\b/.exec(date)?.[0]);
}

function isYear(year: number | undefined): year is number {
  return year !== undefined && isValidYear(year);
}

/** Title and artist from a file name like `01 - Artist - Title.mp3`. `artist` is the artist in the tags, or empty. */
function parseFileName(fileName: string, artist: string): Pick<TrackTags, "title" | "artist"> {
  const name = removeTrackNumber(titleFromFileName(repairTagText(fileName.slice(-RAW_CHARS))));
  const [, first = "", second = ""] = /^(.+?) [-–—] (.+)$/.exec(name) ?? [];
  if (!first || (artist && normalize(artist) !== normalize(first))) return { title: name, artist };
  return { title: removeTrackNumber(second), artist: artist || first };
}

/** Does not match the start of "99 Luftballons", "50 Cent - In da Club" and "311 - Down". */
const TRACK_NUMBER = /^(?:\d-\d\d[\s.)]+|0\d(?:\s*[.)]\s+|\s*[.)](?=\D)|\s*[-–—]\s*|\s+)|\d\d?(?:[.)]\s+|\s+[-–—]\s+))(?=\S)/;

function removeTrackNumber(name: string): string {
  return name.replace(TRACK_NUMBER, "");
}
