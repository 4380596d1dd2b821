import { importLimits } from "#app/domain/imports/import-limits.ts";
import type { ServiceFinds } from "#app/domain/imports/service.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { ServiceFailure } from "../service-client.ts";
import { albumToCollection, artistToCollection, playlistToCollection, toServiceTrack } from "./spotify-items.ts";
import type { ReadSpotify } from "./spotify-request.ts";
import { findsSchema, type SpotifyTrack } from "./spotify-schemas.ts";

/** Searches for tracks and collections (https://developer.spotify.com/documentation/web-api/reference/search). */
export async function searchSpotify(
  read: ReadSpotify,
  query: string,
  signal: AbortSignal,
): Promise<Result<ServiceFinds, ServiceFailure>> {
  const found = await readFinds(read, { query, types: "track,album,playlist,artist", offset: 0, signal });
  if (!found.ok) return found;
  const { tracks, albums, artists, playlists } = found.value;
  const all = await readMoreTracks(read, { query, first: tracks, signal });
  const collections = [
    ...albums.items.map(albumToCollection),
    ...artists.items.map(artistToCollection),
    ...playlists.items.map(playlistToCollection),
  ];
  return ok({ tracks: all.map((track) => toServiceTrack(track)), collections });
}

/** Searches for tracks only. */
export async function searchSpotifyTracks(
  read: ReadSpotify,
  query: string,
  signal: AbortSignal,
): Promise<Result<readonly SpotifyTrack[], ServiceFailure>> {
  const found = await readFinds(read, { query, types: "track", offset: 0, signal });
  return found.ok ? ok(await readMoreTracks(read, { query, first: found.value.tracks, signal })) : found;
}

/** The maximum of a page of a search for apps in development mode. */
const PAGE_FINDS = 10;

type FindsRequest = {
  readonly query: string;
  readonly types: string;
  readonly offset: number;
  readonly signal: AbortSignal;
};

function readFinds(read: ReadSpotify, { query, types, offset, signal }: FindsRequest) {
  return read({
    path: "/search",
    query: { q: query, type: types, limit: PAGE_FINDS, offset },
    schema: findsSchema,
    signal,
    refusalCode: "service-search-failed",
  });
}

type FirstPage = {
  readonly query: string;
  readonly first: { readonly items: readonly SpotifyTrack[]; readonly next: string | null };
  readonly signal: AbortSignal;
};

/** The tracks of the first page and those of further pages, as long as these succeed. Pages may overlap. */
async function readMoreTracks(read: ReadSpotify, { query, first, signal }: FirstPage): Promise<readonly SpotifyTrack[]> {
  const tracks = new Map(first.items.map((track) => [track.id, track]));
  let { next } = first;
  for (let offset = PAGE_FINDS; next !== null && offset < importLimits.searchResults; offset += PAGE_FINDS) {
    const found = await readFinds(read, { query, types: "track", offset, signal });
    if (!found.ok) break;
    for (const track of found.value.tracks.items) tracks.set(track.id, track);
    next = found.value.tracks.next;
  }
  return [...tracks.values()];
}
