// The responses of Yandex Music, which has no public documentation. The fields are those of
// https://github.com/MarshalX/yandex-music-api (models and tests) and
// https://github.com/acherkashin/yandex-music-open-api (src/yandex-music.yaml).
//
// Fields that a client can do without may be missing or of another type; a malformed entry of a list is left out.

import { z } from "zod";

/** Responses are wrapped in `result`, except for some of the newer ones. */
export function unwrapResult<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.preprocess((body) => {
    const wrapped = z.object({ result: z.unknown() }).safeParse(body);
    return wrapped.success && wrapped.data.result != null ? wrapped.data.result : body;
  }, schema);
}

const id = z.union([z.string().trim().min(1), z.number()]).transform(String);
const optionalId = id.nullable().catch(null);
const text = z.string().trim().catch("");
const name = z.string().trim().min(1);
const count = z.number().int().nonnegative().nullable().catch(null);

function keepValid<T>(values: readonly unknown[], item: z.ZodType<T>): T[] {
  return values.flatMap((value) => {
    const parsed = item.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The response is malformed without this list. */
const requiredList = <T>(item: z.ZodType<T>) => z.array(z.unknown()).transform((values) => keepValid(values, item));
/** Empty if it is missing. */
const list = <T>(item: z.ZodType<T>) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) => keepValid(values, item));

/** An anonymous account has no `uid`. */
export const accountSchema = z.object({
  account: z.object({ uid: optionalId, login: text, displayName: text, fullName: text }),
});

const artistName = z.object({ id: optionalId, name });
const cover = z.object({ uri: text, itemsUri: list(name) }).catch({ uri: "", itemsUri: [] });

/** A deleted track has no title. */
export const trackSchema = z.object({
  id,
  title: name,
  version: text,
  artists: list(artistName),
  albums: list(z.object({ title: name, coverUri: text })),
  durationMs: z.number().positive().nullable().catch(null),
  coverUri: text,
  ogImage: text,
  available: z.boolean().catch(true),
});
export type YandexTrack = z.infer<typeof trackSchema>;

export const tracksSchema = requiredList(trackSchema);

export const albumSchema = z.object({
  id,
  title: name,
  version: text,
  artists: list(artistName),
  trackCount: count,
  coverUri: text,
  ogImage: text,
});
export type YandexAlbum = z.infer<typeof albumSchema>;

/** The volumes are the discs of the album. */
export const albumWithTracksSchema = albumSchema.extend({ volumes: requiredList(tracksSchema) });

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

export const playlistsSchema = requiredList(playlistSchema);

/** The entries have whole tracks or only their ids. */
export const playlistWithTracksSchema = playlistSchema.extend({
  tracks: requiredList(z.object({ id, track: trackSchema.nullable().catch(null) })),
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

export const likesSchema = z.object({
  library: z.object({ tracks: requiredList(z.object({ id, albumId: optionalId })) }),
});

const section = <T>(item: z.ZodType<T>) =>
  z
    .object({ results: list(item) })
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
  z.array(z.unknown()).transform((values) => ({ isEmpty: values.length === 0, variants: keepValid(values, variant) })),
  refusal,
]);

/** Of a file that is encrypted, the response has the key. */
export const fileInfoSchema = z.object({
  downloadInfo: z.object({ codec: name, quality: text, transport: text, key: text, url: text, urls: list(name) }),
});

/** The parts of the final address of a file. */
export const linkInfoSchema = z.object({
  host: name,
  path: z.string().startsWith("/"),
  ts: id.pipe(z.string().regex(/^\w+$/)),
  s: name,
});
