// The tracks behind a link: pages of a list at most, never one request per track. Apps in development mode may not read
// top tracks and playlists' tracks since February 2026
// (https://developer.spotify.com/documentation/web-api/tutorials/february-2026-migration-guide).
import type { z } from "zod";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import type { ResolvedTarget, ServiceCollection, ServiceTarget } from "#app/domain/imports/service.ts";
import { isSpotifyId } from "#app/domain/imports/service-links.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { ServiceFailure } from "../service-client.ts";
import { albumToCollection, artistToCollection, playlistToCollection, toServiceTrack } from "./spotify-items.ts";
import type { ReadSpotify } from "./spotify-request.ts";
import {
  albumSchema,
  artistSchema,
  PAGE_ITEMS,
  playlistPageSchema,
  playlistSchema,
  type SpotifyAlbum,
  type SpotifyArtist,
  type SpotifyTrack,
  type TrackPage,
  topTracksSchema,
  trackPageSchema,
  trackSchema,
} from "./spotify-schemas.ts";
import { searchSpotifyTracks } from "./spotify-search.ts";

type Resolved = Result<ResolvedTarget, ServiceFailure>;

/** Reads the tracks of a target. Favorites belong to accounts, which the token of an app does not have. */
export async function resolveSpotifyTarget(read: ReadSpotify, target: ServiceTarget, signal: AbortSignal): Promise<Resolved> {
  // the id comes from a browser and becomes a part of a path
  if (!isSpotifyId(target.id)) return fail({ code: "service-item-not-found" });
  switch (target.kind) {
    case "track":
      return resolveTrack(read, target.id, signal);
    case "album":
      return resolveAlbum(read, target.id, signal);
    case "playlist":
      return resolvePlaylist(read, target.id, signal);
    case "artist":
      return resolveArtist(read, target.id, signal);
    case "favorites":
      return fail({ code: "service-item-not-found" });
  }
}

async function resolveTrack(read: ReadSpotify, id: string, signal: AbortSignal): Promise<Resolved> {
  const track = await read({ path: `/tracks/${id}`, schema: trackSchema, signal });
  return track.ok ? ok({ collection: null, tracks: [toServiceTrack(track.value)], isCut: false }) : track;
}

async function resolveAlbum(read: ReadSpotify, id: string, signal: AbortSignal): Promise<Resolved> {
  const album = await read({ path: `/albums/${id}`, schema: albumSchema, signal });
  if (!album.ok) return album;
  const list = await readPages(read, { path: `/albums/${id}/tracks`, schema: trackPageSchema, signal });
  return list.ok ? ok(toResolved(albumToCollection(album.value), list.value, album.value)) : list;
}

async function resolvePlaylist(read: ReadSpotify, id: string, signal: AbortSignal): Promise<Resolved> {
  const query = { fields: "id,name,owner(display_name),images" };
  const playlist = await read({ path: `/playlists/${id}`, query, schema: playlistSchema, signal });
  if (!playlist.ok) return playlist;
  const readList = (name: string) =>
    readPages(read, {
      path: `/playlists/${id}/${name}`,
      schema: playlistPageSchema,
      signal,
      query: { additional_types: "track" },
    });
  let list = await readList("tracks");
  // the new name of the list; the old one is deprecated
  if (!list.ok && isWithheld(list.error)) list = await readList("items");
  if (list.ok) return ok(toResolved({ ...playlistToCollection(playlist.value), trackCount: list.value.total }, list.value));
  return isWithheld(list.error) ? fail({ code: "service-item-not-found" }) : list;
}

async function resolveArtist(read: ReadSpotify, id: string, signal: AbortSignal): Promise<Resolved> {
  const artist = await read({ path: `/artists/${id}`, schema: artistSchema, signal });
  if (!artist.ok) return artist;
  const query = { market: MARKET };
  const top = await read({ path: `/artists/${id}/top-tracks`, query, schema: topTracksSchema, signal });
  if (!top.ok && !isWithheld(top.error)) return top;
  const tracks = top.ok ? ok(top.value.tracks) : await searchTracksOf(read, artist.value, signal);
  return tracks.ok ? ok(toResolved(artistToCollection(artist.value), { tracks: tracks.value, isCut: false })) : tracks;
}

/** In place of the top tracks, which the app may not read. */
async function searchTracksOf(read: ReadSpotify, { id, name }: SpotifyArtist, signal: AbortSignal) {
  const found = await searchSpotifyTracks(
    read,
    `artist:"${name.slice(0, importLimits.textChars).replaceAll('"', " ")}"`,
    signal,
  );
  return found.ok ? ok(found.value.filter((track) => track.artists.some((artist) => artist.id === id))) : found;
}

/** The top tracks differ between countries, and the token of an app has none. */
const MARKET = "US";

/** Whether the app may not read a list of an object that it has read. */
function isWithheld({ code }: ServiceFailure): boolean {
  return code === "service-unavailable" || code === "service-item-not-found";
}

type ListRequest = {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly schema: z.ZodType<TrackPage>;
  readonly signal: AbortSignal;
};
type TrackList = { readonly tracks: readonly SpotifyTrack[]; readonly isCut: boolean };

/** Reads a list to its end, or until it has the tracks of a batch. A page that fails loses the list, which would have a gap. */
async function readPages(
  read: ReadSpotify,
  { path, query, schema, signal }: ListRequest,
): Promise<Result<TrackList & { readonly total: number | null }, ServiceFailure>> {
  const tracks: SpotifyTrack[] = [];
  for (let offset = 0; ; offset += PAGE_ITEMS) {
    const page = await read({ path, query: { ...query, limit: PAGE_ITEMS, offset }, schema, signal });
    if (!page.ok) return page;
    const { items, next, total } = page.value;
    tracks.push(...items);
    // pages are counted, not tracks: a playlist may have nothing but episodes
    const isLast = next === null || offset + PAGE_ITEMS >= importLimits.batchTracks;
    if (isLast) return ok({ tracks, total, isCut: next !== null });
  }
}

function toResolved(collection: ServiceCollection, { tracks, isCut }: TrackList, album?: SpotifyAlbum): ResolvedTarget {
  return { collection, tracks: tracks.map((track) => toServiceTrack(track, album)), isCut };
}
