import { importLimits } from "#app/domain/imports/import-limits.ts";
import type { ResolvedTarget, ServiceCollection, ServiceTarget, ServiceTrack } from "#app/domain/imports/service.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { ServiceFailure } from "#workers/imports/services/service-client.ts";
import { toServiceFailure } from "./subsonic-failures.ts";
import {
  toAlbumCollection,
  toArtistCollection,
  toFavoritesCollection,
  toPlaylistCollection,
  toTracks,
} from "./subsonic-mapping.ts";
import type { SubsonicFault, SubsonicRequests } from "./subsonic-requests.ts";
import {
  readAlbum,
  readArtist,
  readPlaylist,
  readSong,
  readStarred,
  type SubsonicAlbum,
  type SubsonicResponse,
  type SubsonicSong,
} from "./subsonic-schemas.ts";

type Resolved = Result<ResolvedTarget, ServiceFailure>;

/** The tracks of a song, an album, a playlist, an artist or the starred songs. */
export async function resolveSubsonicTarget(
  requests: SubsonicRequests,
  target: ServiceTarget,
  signal: AbortSignal,
): Promise<Resolved> {
  const { endpoint, read } = SOURCES[target.kind];
  const parameters: Readonly<Record<string, string>> = target.kind === "favorites" ? {} : { id: target.id };
  const answer = await requests.request(endpoint, parameters, signal);
  if (!answer.ok) return fail(toServiceFailure(answer.error, "resolve"));
  if (target.kind === "artist") return resolveArtist(requests, answer.value, signal);
  const resolved = read(answer.value);
  return resolved ? ok(resolved) : NOT_FOUND;
}

const NOT_FOUND = fail<ServiceFailure>({ code: "service-item-not-found" });

type Source = { readonly endpoint: string; readonly read: (response: SubsonicResponse) => ResolvedTarget | null };

const SOURCES: Readonly<Record<ServiceTarget["kind"], Source>> = {
  track: {
    endpoint: "getSong",
    read(response) {
      const song = readSong(response);
      const tracks = toTracks(song ? [song] : []);
      return tracks.length > 0 ? { collection: null, tracks, isCut: false } : null;
    },
  },
  album: {
    endpoint: "getAlbum",
    read(response) {
      const album = readAlbum(response);
      return album && cut(toAlbumCollection(album), album.song);
    },
  },
  playlist: {
    endpoint: "getPlaylist",
    read(response) {
      const playlist = readPlaylist(response);
      return playlist && cut(toPlaylistCollection(playlist), playlist.entry);
    },
  },
  favorites: {
    endpoint: "getStarred2",
    read(response) {
      const songs = readStarred(response)?.song ?? [];
      return cut(toFavoritesCollection(songs), songs);
    },
  },
  // the songs of its albums are requested one by one
  artist: { endpoint: "getArtist", read: () => null },
};

/** The list of songs may have been cut already. */
function cut(collection: ServiceCollection, songs: readonly SubsonicSong[]): ResolvedTarget {
  return cutTracks(collection, toTracks(songs), songs.length >= importLimits.listItems);
}

function cutTracks(collection: ServiceCollection, tracks: readonly ServiceTrack[], isCut: boolean): ResolvedTarget {
  const { batchTracks } = importLimits;
  return { collection, tracks: tracks.slice(0, batchTracks), isCut: isCut || tracks.length > batchTracks };
}

/** The number of requests for one artist is limited. */
const ALBUMS_MAX = 200;
const ALBUMS_AT_ONCE = 4;

async function resolveArtist(requests: SubsonicRequests, response: SubsonicResponse, signal: AbortSignal): Promise<Resolved> {
  const artist = readArtist(response);
  if (!artist) return NOT_FOUND;
  const albums = artist.album.slice(0, ALBUMS_MAX);
  const tracks: ServiceTrack[] = [];
  let next = 0;
  while (next < albums.length && tracks.length < importLimits.batchTracks) {
    const group = albums.slice(next, next + ALBUMS_AT_ONCE);
    const answers = await Promise.all(group.map((album) => requestAlbum(requests, album, signal)));
    for (const answer of answers) {
      if (!answer.ok) return fail(toServiceFailure(answer.error, "resolve"));
      tracks.push(...answer.value);
    }
    next += group.length;
  }
  return ok(cutTracks(toArtistCollection(artist), tracks, next < artist.album.length));
}

const NOT_FOUND_CODE = 70;

async function requestAlbum(
  requests: SubsonicRequests,
  { id }: SubsonicAlbum,
  signal: AbortSignal,
): Promise<Result<readonly ServiceTrack[], SubsonicFault>> {
  const answer = await requests.request("getAlbum", { id }, signal);
  if (answer.ok) return ok(toTracks(readAlbum(answer.value)?.song ?? []));
  // the album was removed in between
  const isRemoved = answer.error.kind === "refused" && answer.error.code === NOT_FOUND_CODE;
  return isRemoved ? ok([]) : answer;
}
