import { normalize } from "#app/domain/text/normalize.ts";
import { cleanTag, isPlausibleYear, type TrackTags, titleFromFileName } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { repairTagText, repairTagTexts } from "./tag-text.ts";

/** What a tag reader says of a file, as it says it; `common` of music-metadata is one. */
export type RawTags = {
  readonly title?: string | undefined;
  readonly artist?: string | undefined;
  readonly artists?: readonly string[] | undefined;
  readonly album?: string | undefined;
  readonly genre?: readonly string[] | undefined;
  readonly year?: number | undefined;
  readonly date?: string | undefined;
};

/** Each tag as the file has it, by the kind of tag; `native` of music-metadata. */
type NativeTags = Readonly<Record<string, readonly { readonly id: string; readonly value: unknown }[]>>;

/**
 * A reader prefers a newer tag's empty frame, or its question marks, to what ID3v1 at the file's end says; people would
 * not. Those fields are taken from there.
 */
export function withId3v1(raw: RawTags, native: NativeTags): RawTags {
  const either = (newer: string, id: string) =>
    isSaid(newer) ? newer : textOf(native.ID3v1?.find((tag) => tag.id === id)?.value) || newer;
  const artist = either(artistOf(raw), "artist");
  const [title, album] = [either(textOf(raw.title), "title"), either(textOf(raw.album), "album")];
  return { ...raw, title, artist, artists: [artist], album };
}

/** A track's tags: put right, cleaned and, where there is nothing to go by, read from the file's name. */
export function tagsOf(raw: RawTags, fileName: string): TrackTags {
  const read = [textOf(raw.title), artistOf(raw), textOf(raw.album), textOf(raw.genre?.[0])];
  const [title = "", artist = "", album = "", genre = ""] = repairTagTexts(read).map((text) =>
    isSaid(text) ? cleanTag(text) : "",
  );
  const rest = { album, genre, year: [yearIn(raw.date), raw.year].find(isYear) ?? null };
  return title ? { title, artist, ...rest } : { ...nameTrack(fileName, artist), ...rest };
}

/** UTF-8 that was read as Latin-1 has up to four characters for one. What is longer costs time and is cut anyway. */
const RAW_CHARS = 4 * trackLimits.tagChars;

/** A file may hold a picture where a reader promises text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, RAW_CHARS) : "";
}

/** Not where characters that somebody's charset did not have became question marks. One or two may be a title. */
function isSaid(text: string): boolean {
  return cleanTag(text) !== "" && (/\p{L}/u.test(text) || (text.match(/[?\ufffd]/g)?.length ?? 0) < 3);
}

/**
 * A reader splits ID3v2.3's artists at the slash, as it should, and says the first: AC of AC/DC. Several that do not
 * begin with `artist` are parts of what is written there in full.
 */
function artistOf(raw: RawTags): string {
  const artist = textOf(raw.artist);
  const artists = (raw.artists ?? []).map(textOf).filter((name) => name !== "");
  if (artist && (artists.length < 2 || artists[0] !== artist)) return artist;
  return textOf(artists.join(artists.every((name) => name.length <= 3) ? "/" : ", "));
}

function yearIn(date = ""): number {
  return Number(/^\d{4}|\b\d{4}\b/.exec(date)?.[0]);
}

function isYear(year: number | undefined): year is number {
  return year !== undefined && isPlausibleYear(year);
}

/** From the file's name, of an artist who may be known. */
function nameTrack(fileName: string, artist: string): Pick<TrackTags, "title" | "artist"> {
  const name = withoutNumber(titleFromFileName(repairTagText(fileName.slice(-RAW_CHARS))));
  const [, first = "", second = ""] = /^(.+?) [-–—] (.+)$/.exec(name) ?? [];
  if (!first || (artist && normalize(artist) !== normalize(first))) return { title: name, artist };
  return { title: withoutNumber(second), artist: artist || first };
}

/** Not of "99 Luftballons", "50 Cent - In da Club" or "311 - Down". */
const TRACK_NUMBER = /^(?:\d-\d\d[\s.)]+|0\d(?:\s*[.)]\s+|\s*[.)](?=\D)|\s*[-–—]\s*|\s+)|\d\d?(?:[.)]\s+|\s+[-–—]\s+))(?=\S)/;

function withoutNumber(name: string): string {
  return name.replace(TRACK_NUMBER, "");
}
