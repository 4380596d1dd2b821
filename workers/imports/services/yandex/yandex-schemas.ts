// The responses of Yandex Music, which has no public documentation. The fields are those of
// https://github.com/MarshalX/yandex-music-api (models and tests) and
// https://github.com/acherkashin/yandex-music-open-api (src/yandex-music.yaml).
//
// Fields that a client can do without may be missing or of another type; a malformed entry of a list is left out.

import { z } from "zod";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { keepValid, list, rawList, requiredList } from "#workers/imports/services/list-schema.ts";

const { listItems, nestedItems, playlists, searchResults } = importLimits;

/** Responses are wrapped in `result`, except for some of the newer ones. */
export function unwrapResult<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.preprocess((body) => {
    const wrapped = z.object({ result: z.unknown() }).safeParse(body);
    return wrapped.success && wrapped.data.result != null ? wrapped.data.result : body;
  }, schema);
}

const id = z.union([z.string().trim().min(1), z.number()]).transform(String);
const name = z.string().trim().min(1);

// Values that a client can do without. They become empty, without an error of the schema: a list may have thousands of them.
const optionalId = z
  .unknown()
  .optional()
  .transform((value) => {
    const isId = typeof value === "number" || typeof value === "string";
    return (isId && String(value).trim()) || null;
  });
const text = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === "string" ? value.trim() : ""));
const count = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === "number" && isCount(value) ? value : null));
const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

/** An anonymous account has no `uid`. */
export const accountSchema = z.object({
  account: z.object({ uid: optionalId, login: text, displayName: text, fullName: text }),
});

const artistName = z.object({ id: optionalId, name });
const cover = z.object({ uri: text, itemsUri: list(name, nestedItems) }).catch({ uri: "", itemsUri: [] });

/** A deleted track has no title. */
export const trackSchema = z.object({
  id,
  title: name,
  version: text,
  artists: list(artistName, nestedItems),
  albums: list(z.object({ title: name, coverUri: text }), 1),
  durationMs: z.number().positive().nullable().catch(null),
  coverUri: text,
  ogImage: text,
  available: z.boolean().catch(true),
});
export type YandexTrack = z.infer<typeof trackSchema>;

export const tracksSchema = requiredList(trackSchema, listItems);

export const albumSchema = z.object({
  id,
  title: name,
  version: text,
  artists: list(artistName, nestedItems),
  trackCount: count,
  coverUri: text,
  ogImage: text,
});
export type YandexAlbum = z.infer<typeof albumSchema>;

/** The tracks of the volumes, which are the discs of the album. */
const volumes = rawList.transform((discs) => keepValid(discs.slice(0, listItems).flat().slice(0, listItems), trackSchema));
export const albumWithTracksSchema = albumSchema.extend({ volumes });

/** A playlist has a number (`kind`) for its owner, and a UUID; some have only one of both. */
export const playlistSchema = z.object({
  owner: z.object({ uid: optionalId, login: text, name: text }).nullable().catch(null),
  uid: optionalId,
  kind: optionalId,
  playlistUuid: text,
  title: name,
  trackCount: count,
  cover,
  ogImage: text,
});
export type YandexPlaylist = z.infer<typeof playlistSchema>;

export const playlistsSchema = requiredList(playlistSchema, playlists);

/** The entries have whole tracks or only their ids. */
export const playlistWithTracksSchema = playlistSchema.extend({
  tracks: requiredList(z.object({ id, track: trackSchema.nullable().catch(null) }), listItems),
});

export const artistSchema = z.object({
  id,
  name,
  cover,
  ogImage: text,
  counts: z.object({ tracks: count }).catch({ tracks: null }),
});
export type YandexArtist = z.infer<typeof artistSchema>;

export const artistTracksSchema = z.object({
  tracks: tracksSchema,
  pager: z.object({ total: count }).catch({ total: null }),
});

const like = z.object({ id, albumId: optionalId });
export const likesSchema = z.object({
  library: z.object({
    tracks: rawList.transform((tracks) => ({ total: tracks.length, first: keepValid(tracks.slice(0, listItems), like) })),
  }),
});

const section = <T>(item: z.ZodType<T>) =>
  z
    .object({ results: list(item, searchResults) })
    .transform(({ results }) => results)
    .catch([]);

/** A search without matches has no sections. */
export const searchSchema = z.object({
  best: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("track"), result: trackSchema }),
      z.object({ type: z.literal("album"), result: albumSchema }),
      z.object({ type: z.literal("playlist"), result: playlistSchema }),
      z.object({ type: z.literal("artist"), result: artistSchema }),
    ])
    .nullable()
    .catch(null),
  tracks: section(trackSchema),
  albums: section(albumSchema),
  playlists: section(playlistSchema),
  artists: section(artistSchema),
});
export type YandexFinds = z.infer<typeof searchSchema>;

const variant = z.object({
  codec: name,
  bitrateInKbps: z.number().catch(0),
  preview: z.union([z.boolean(), z.string().transform((value) => value !== "" && value !== "false")]).catch(false),
  downloadInfoUrl: name,
  direct: z.boolean().catch(false),
});
export type YandexVariant = z.infer<typeof variant>;

const refusal = z.object({ name, message: text }).transform((error) => ({ refusal: `${error.name} ${error.message}` }));

/** The formats of a track. Some refusals have the status 200. */
export const downloadInfoSchema = z.union([
  rawList.transform((values) => ({ isEmpty: values.length === 0, variants: keepValid(values.slice(0, nestedItems), variant) })),
  refusal,
]);

/** Of a file that is encrypted, the response has the key. */
export const fileInfoSchema = z.object({
  downloadInfo: z.object({ codec: name, quality: text, transport: text, key: text, url: text, urls: list(name, nestedItems) }),
});

/** The parts of the final address of a file. */
export const linkInfoSchema = z.object({
  host: name,
  path: z.string().startsWith("/"),
  ts: id.pipe(z.string().regex(/^\w+$/)),
  s: name,
});
