// The responses of Subsonic servers. Sources: https://www.subsonic.org/pages/api.jsp and
// https://opensubsonic.netlify.app/docs/responses/
import { z } from "zod";
import { toSingleLine } from "#app/domain/text/single-line.ts";

/** Servers that convert XML to JSON write a text of digits as a number. */
const text = z.union([z.string(), z.number().transform(String)]);
const id = text.pipe(z.string().min(1));
const rawText = text.catch("");
const line = text.transform(toSingleLine).catch("");
const flag = z.union([z.boolean(), z.string().transform((value) => value === "true")]).catch(false);
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);
const count = number.pipe(z.int().nonnegative()).nullable().catch(null);

/** A list without its malformed items. Servers that convert XML to JSON write a list of one item as the item itself. */
function listOf<T>(item: z.ZodType<T>): z.ZodType<readonly T[]> {
  const parse = (raw: unknown) => {
    const parsed = item.safeParse(raw);
    return parsed.success ? [parsed.data] : [];
  };
  return z
    .unknown()
    .transform((value) => (Array.isArray(value) ? value : [value]).flatMap(parse))
    .catch([]);
}

const song = z.object({
  id,
  title: line,
  album: line,
  artist: line,
  /** OpenSubsonic: all artists. */
  displayArtist: line,
  /** Seconds. */
  duration: number.nullable().catch(null),
  /** OpenSubsonic. */
  isrc: listOf(text),
  coverArt: id.nullable().catch(null),
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
  coverArt: id.nullable().catch(null),
  /** Only in the response to `getAlbum`. */
  song: listOf(song),
});
export type SubsonicAlbum = z.output<typeof album>;

const artist = z.object({
  id,
  name: line,
  coverArt: id.nullable().catch(null),
  /** Only in the response to `getArtist`. */
  album: listOf(album),
});
export type SubsonicArtist = z.output<typeof artist>;

const playlist = z.object({
  id,
  name: line,
  owner: line,
  songCount: count,
  coverArt: id.nullable().catch(null),
  /** Only in the response to `getPlaylist`. */
  entry: listOf(song),
});
export type SubsonicPlaylist = z.output<typeof playlist>;

const lyrics = z.object({
  synced: flag,
  /** Milliseconds by which the lines appear sooner. */
  offset: number.catch(0),
  line: listOf(z.object({ start: number.nullable().catch(null), value: rawText })),
});
export type SubsonicLyrics = z.output<typeof lyrics>;

/** A part that a response may have, or not: a missing list is as good as an empty one. */
const part = <T>(schema: z.ZodType<T>): z.ZodType<T | null> => schema.nullable().catch(null);

const body = z.object({
  status: z.string(),
  version: rawText,
  error: part(z.object({ code: number.catch(0) })),
  tokenInfo: part(z.object({ username: line })),
  searchResult3: part(z.object({ song: listOf(song), album: listOf(album), artist: listOf(artist) })),
  playlists: part(z.object({ playlist: listOf(playlist) })),
  starred2: part(z.object({ song: listOf(song) })),
  albumList2: part(z.object({ album: listOf(album) })),
  song: part(song),
  album: part(album),
  artist: part(artist),
  playlist: part(playlist),
  lyricsList: part(z.object({ structuredLyrics: listOf(lyrics) })),
});
export type SubsonicResponse = z.output<typeof body>;

/** Accepts whatever is a response of a Subsonic server, also an error. */
export const subsonicResponse = z.object({ "subsonic-response": body }).transform((response) => response["subsonic-response"]);
