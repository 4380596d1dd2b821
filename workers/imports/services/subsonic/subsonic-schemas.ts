// The responses of Subsonic servers. Sources: https://www.subsonic.org/pages/api.jsp and
// https://opensubsonic.netlify.app/docs/responses/
import { z } from "zod";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { list } from "#workers/imports/services/list-schema.ts";

const { listItems, nestedItems, playlists, searchResults, textChars } = importLimits;

/** Servers that convert XML to JSON write a text of digits as a number. */
const id = z.union([z.string().min(1), z.number().transform(String)]);

// Values that a client can do without. They become empty, without an error of the schema: a list may have thousands of them.
const rawText = z.unknown().optional().transform(toText);
const line = z
  .unknown()
  .optional()
  .transform((value) => toSingleLine(toText(value).slice(0, textChars)));
const optionalId = z
  .unknown()
  .optional()
  .transform((value) => toText(value) || null);
const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === "true");
const number = z.unknown().optional().transform(toNumber);
const numberOrZero = z
  .unknown()
  .optional()
  .transform((value) => toNumber(value) ?? 0);
const count = z
  .unknown()
  .optional()
  .transform((value) => {
    const parsed = toNumber(value);
    return parsed !== null && Number.isSafeInteger(parsed) && parsed >= 0 ? parsed : null;
  });

function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function toNumber(value: unknown): number | null {
  const parsed = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  // more digits than a number has are infinity
  return typeof parsed === "number" && Number.isFinite(parsed) ? parsed : null;
}

/** Servers that convert XML to JSON write a list of one item as the item itself. */
function listOf<T>(item: z.ZodType<T>, max: number): z.ZodType<readonly T[]> {
  return z.preprocess((value) => (Array.isArray(value) ? value : [value]), list(item, max));
}

const song = z.object({
  id,
  title: line,
  album: line,
  artist: line,
  /** OpenSubsonic: all artists. */
  displayArtist: line,
  /** Seconds. */
  duration: number,
  /** OpenSubsonic. */
  isrc: listOf(rawText, nestedItems),
  coverArt: optionalId,
  path: rawText,
  suffix: rawText,
  isVideo: flag,
  isDir: flag,
});
export type SubsonicSong = z.output<typeof song>;

const album = z.object({
  id,
  name: line,
  /** Some servers have a title in place of a name, as for the albums of folders. */
  title: line,
  artist: line,
  displayArtist: line,
  songCount: count,
  coverArt: optionalId,
});
export type SubsonicAlbum = z.output<typeof album>;

const artist = z.object({
  id,
  name: line,
  coverArt: optionalId,
});
export type SubsonicArtist = z.output<typeof artist>;

const playlist = z.object({
  id,
  name: line,
  owner: line,
  songCount: count,
  coverArt: optionalId,
});
export type SubsonicPlaylist = z.output<typeof playlist>;

const lyrics = z.object({
  synced: flag,
  /** Milliseconds by which the lines appear sooner. */
  offset: numberOrZero,
  line: listOf(z.object({ start: number, value: rawText }), lyricsLimits.linesMax),
});
export type SubsonicLyrics = z.output<typeof lyrics>;

const envelope = z.looseObject({
  status: z.string(),
  version: rawText,
  error: z.object({ code: numberOrZero }).nullable().catch(null),
});
/** A response whose parts are not parsed yet. */
export type SubsonicResponse = z.output<typeof envelope>;

/** Accepts whatever is a response of a Subsonic server, also an error. */
export const subsonicResponse = z
  .object({ "subsonic-response": envelope })
  .transform((response) => response["subsonic-response"]);

/** Reads one part of a response, so that no other is parsed. Null if it is missing: a missing list is as good as an empty one. */
function readerOf<T>(name: string, schema: z.ZodType<T>): (response: SubsonicResponse) => T | null {
  const part = schema.nullable().catch(null);
  return (response) => part.parse(response[name]);
}

export const readTokenInfo = readerOf("tokenInfo", z.object({ username: line }));
export const readFinds = readerOf(
  "searchResult3",
  z.object({
    song: listOf(song, searchResults),
    album: listOf(album, searchResults),
    artist: listOf(artist, searchResults),
  }),
);
export const readPlaylists = readerOf("playlists", z.object({ playlist: listOf(playlist, playlists) }));
export const readStarred = readerOf("starred2", z.object({ song: listOf(song, listItems) }));
export const readAlbumList = readerOf("albumList2", z.object({ album: listOf(album, searchResults) }));
export const readSong = readerOf("song", song);
export const readAlbum = readerOf("album", album.extend({ song: listOf(song, listItems) }));
export const readArtist = readerOf("artist", artist.extend({ album: listOf(album, listItems) }));
export const readPlaylist = readerOf("playlist", playlist.extend({ entry: listOf(song, listItems) }));
/** Servers have few languages of the lyrics of one song. */
const LANGUAGES_MAX = 3;
export const readLyrics = readerOf("lyricsList", z.object({ structuredLyrics: listOf(lyrics, LANGUAGES_MAX) }));
