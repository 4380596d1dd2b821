// The parts of the Web API's objects that imports need (https://developer.spotify.com/documentation/web-api/reference/get-track,
// get-an-album, get-playlists-tracks, get-an-artist, search). Fields that are missing or have another type become empty, and
// objects that cannot be used are left out, so that one of them does not lose the others.
import { z } from "zod";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { list, requiredList } from "#workers/imports/services/list-schema.ts";

const { nestedItems } = importLimits;
/** The maximum of every list of the Web API, as of 2026. */
export const PAGE_ITEMS = 50;

const requiredText = z.string().trim().min(1);
const count = z.number().int().nonnegative().nullable().catch(null);
const images = list(
  z.object({ url: z.string(), width: z.number().nullable().catch(null), height: z.number().nullable().catch(null) }),
  nestedItems,
);
const artists = list(z.object({ id: z.string().catch(""), name: requiredText }), nestedItems);

const albumOfTrack = z.object({ name: z.string().catch(""), images });

/** A track of an album's list has neither `album` nor `external_ids`. */
export const trackSchema = z.object({
  id: requiredText,
  name: requiredText,
  artists,
  album: albumOfTrack.nullable().catch(null),
  duration_ms: z.number().positive().nullable().catch(null),
  external_ids: z.object({ isrc: z.string() }).nullable().catch(null),
  // podcast episodes of a playlist
  type: z.literal("track").nullish(),
  is_local: z.literal(false).nullish(),
  // stated only if the request names a market
  is_playable: z.boolean().catch(true),
});
export type SpotifyTrack = z.infer<typeof trackSchema>;

export const albumSchema = z.object({
  id: requiredText,
  name: requiredText,
  artists,
  images,
  total_tracks: count,
});
export type SpotifyAlbum = z.infer<typeof albumSchema>;

const trackTotal = z.object({ total: count }).nullable().catch(null);
/** `tracks` is called `items` for apps in development mode (https://developer.spotify.com/documentation/web-api/references/changes/february-2026). */
export const playlistSchema = z.object({
  id: requiredText,
  name: z.string().catch(""),
  owner: z.object({ display_name: z.string() }).nullable().catch(null),
  images,
  tracks: trackTotal,
  items: trackTotal,
});
export type SpotifyPlaylist = z.infer<typeof playlistSchema>;

export const artistSchema = z.object({ id: requiredText, name: requiredText, images });
export type SpotifyArtist = z.infer<typeof artistSchema>;

/** A page of a list. A page without the list itself is malformed: it would look like an empty album. */
const pageOf = <T>(schema: z.ZodType<T>) =>
  z.object({
    items: requiredList(schema, PAGE_ITEMS),
    next: z.string().nullable().catch(null),
    total: count,
  });

export type TrackPage = {
  readonly items: readonly SpotifyTrack[];
  readonly next: string | null;
  readonly total: number | null;
};
export const trackPageSchema = pageOf(trackSchema);

/** An entry of a playlist has its track in `track`, or in `item` for apps in development mode. */
const entrySchema = z
  .object({ track: trackSchema.nullable().catch(null), item: trackSchema.nullable().catch(null) })
  .transform((entry, context) => {
    const track = entry.track ?? entry.item;
    if (track) return track;
    context.addIssue({ code: "custom", message: "not a track" });
    return z.NEVER;
  });
export const playlistPageSchema = pageOf(entrySchema);

export const topTracksSchema = z.object({ tracks: requiredList(trackSchema, PAGE_ITEMS) });

const emptyPage = { items: [], next: null, total: null };
/** Every search asks for tracks, and the first one for collections too. */
export const findsSchema = z.object({
  tracks: trackPageSchema,
  albums: pageOf(albumSchema).catch(emptyPage),
  artists: pageOf(artistSchema).catch(emptyPage),
  playlists: pageOf(playlistSchema).catch(emptyPage),
});
