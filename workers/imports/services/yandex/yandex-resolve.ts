import { importLimits } from "#app/domain/imports/import-limits.ts";
import type {
  CollectionKind,
  ResolvedTarget,
  ServiceCollection,
  ServiceTarget,
  ServiceTrack,
} from "#app/domain/imports/service.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { ServiceFailure } from "../service-client.ts";
import { requestAccount, requestLikedIds } from "./yandex-account.ts";
import type { YandexApi } from "./yandex-api.ts";
import { toAlbumCollection, toFavorites, toPlaylistCollection, toServiceTrack } from "./yandex-mapping.ts";
import {
  albumWithTracksSchema,
  artistTracksSchema,
  playlistWithTracksSchema,
  tracksSchema,
  type YandexTrack,
} from "./yandex-schemas.ts";

type Resolved = Result<ResolvedTarget, ServiceFailure>;
type Resolve = (api: YandexApi, id: string, signal: AbortSignal) => Promise<Resolved>;

const NOT_FOUND: ServiceFailure = { code: "service-item-not-found" };

/** A track of the catalogue may be followed by its album; a track that a user has uploaded has a UUID. */
const TRACK_ID = /^[\da-z][\da-z-]{0,63}(?::\d{1,20})?$/i;
const NUMBER = /^\d{1,20}$/;
/** The owner is a number or a login. A UUID may have a prefix, such as `lk.` for the liked tracks. */
const PLAYLIST_ID = /^(?:\w[\w.@-]{0,99}:\d{1,20}|(?:[a-z]{1,4}\.)?[\da-f-]{32,40})$/i;

/** Ids come from a browser, so only those that cannot change the path of a request are used. */
const IDS: Readonly<Record<"track" | CollectionKind, RegExp>> = {
  track: TRACK_ID,
  album: NUMBER,
  artist: NUMBER,
  playlist: PLAYLIST_ID,
  favorites: /^/,
};

const RESOLVE: Readonly<Record<"track" | CollectionKind, Resolve>> = {
  track: resolveTrack,
  album: resolveAlbum,
  playlist: resolvePlaylist,
  artist: resolveArtist,
  favorites: resolveFavorites,
};

export async function resolveTarget(api: YandexApi, { kind, id }: ServiceTarget, signal: AbortSignal): Promise<Resolved> {
  return IDS[kind].test(id) ? RESOLVE[kind](api, id, signal) : fail(NOT_FOUND);
}

/** The number of a track without its album. Null for an id that is malformed. */
export function toTrackNumber(trackId: string): string | null {
  return TRACK_ID.test(trackId) ? trackId.replace(/:.*$/, "") : null;
}

/** Ids of one request. */
const CHUNK_IDS = 100;

/** Requests tracks by their ids, in the same order. The unknown ones are missing from the result. */
export async function requestTracks(
  api: YandexApi,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Result<YandexTrack[], ServiceFailure>> {
  const tracks: YandexTrack[] = [];
  for (let start = 0; start < ids.length; start += CHUNK_IDS) {
    const form = { "track-ids": ids.slice(start, start + CHUNK_IDS).join(","), "with-positions": "false" };
    const chunk = await api({ step: "resolve", path: "/tracks", form, schema: tracksSchema, signal });
    if (!chunk.ok) return chunk;
    tracks.push(...chunk.value);
  }
  return ok(tracks);
}

async function resolveTrack(api: YandexApi, id: string, signal: AbortSignal): Promise<Resolved> {
  const tracks = await requestTracks(api, [id], signal);
  return tracks.ok ? toResolved(null, tracks.value) : tracks;
}

async function resolveAlbum(api: YandexApi, id: string, signal: AbortSignal): Promise<Resolved> {
  const path = `/albums/${id}/with-tracks`;
  const album = await api({ step: "resolve", path, schema: albumWithTracksSchema, signal });
  return album.ok ? toResolved(toAlbumCollection(album.value), album.value.volumes) : album;
}

async function resolvePlaylist(api: YandexApi, id: string, signal: AbortSignal): Promise<Resolved> {
  const [owner = "", kind] = id.split(":");
  const path = kind ? `/users/${encodeURIComponent(owner)}/playlists/${kind}` : `/playlist/${owner}?richTracks=true`;
  const playlist = await api({ step: "resolve", path, schema: playlistWithTracksSchema, signal });
  if (!playlist.ok) return playlist;
  const entries = playlist.value.tracks.slice(0, importLimits.batchTracks);
  const missingIds = entries.flatMap((entry) => (entry.track ? [] : [entry.id]));
  const missing = await requestTracks(api, missingIds, signal);
  if (!missing.ok) return missing;
  const byId = new Map(missing.value.map((track) => [toTrackNumber(track.id), track]));
  const tracks = entries.flatMap((entry) => entry.track ?? byId.get(toTrackNumber(entry.id)) ?? []);
  const isCut = playlist.value.tracks.length > entries.length;
  return toResolved(toPlaylistCollection(playlist.value), tracks, isCut);
}

/** Tracks of one page. The size that the service allows is not documented. */
const PAGE_TRACKS = 100;

async function resolveArtist(api: YandexApi, id: string, signal: AbortSignal): Promise<Resolved> {
  const tracks: YandexTrack[] = [];
  let total = 0;
  for (let page = 0; page < importLimits.batchTracks / PAGE_TRACKS; page++) {
    const path = `/artists/${id}/tracks?page=${page}&page-size=${PAGE_TRACKS}`;
    const found = await api({ step: "resolve", path, schema: artistTracksSchema, signal });
    if (!found.ok) return found;
    tracks.push(...found.value.tracks);
    total = found.value.pager.total ?? tracks.length;
    if (found.value.tracks.length === 0 || tracks.length >= total) break;
  }
  return toResolved(toArtist(id, { tracks, total }), tracks, total > importLimits.batchTracks);
}

/** The list of an artist's tracks does not name the artist, but its tracks do. */
function toArtist(id: string, list: { readonly tracks: readonly YandexTrack[]; readonly total: number }): ServiceCollection {
  const artists = list.tracks.flatMap((track) => track.artists);
  const title = (artists.find((artist) => artist.id === id) ?? artists[0])?.name ?? "";
  return { service: "yandex", kind: "artist", id, title, by: "", trackCount: list.total, cover: null };
}

async function resolveFavorites(api: YandexApi, _id: string, signal: AbortSignal): Promise<Resolved> {
  const account = await requestAccount(api, signal);
  if (!account.ok) return account;
  const ids = await requestLikedIds(api, { uid: account.value.uid, step: "resolve", signal });
  if (!ids.ok) return ids;
  const { total, first } = ids.value;
  const tracks = await requestTracks(api, first.slice(0, importLimits.batchTracks), signal);
  if (!tracks.ok) return tracks;
  return toResolved(toFavorites(total), tracks.value, total > importLimits.batchTracks);
}

function toResolved(collection: ServiceCollection | null, found: readonly YandexTrack[], isCut = false): Resolved {
  if (found.length === 0) return fail(NOT_FOUND);
  const tracks: readonly ServiceTrack[] = found.slice(0, importLimits.batchTracks).map(toServiceTrack);
  return ok({ collection, tracks, isCut: isCut || found.length > tracks.length });
}
