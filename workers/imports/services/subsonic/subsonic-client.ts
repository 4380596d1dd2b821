// A client of servers that speak the Subsonic API, such as Navidrome, Gonic, Airsonic or Nextcloud Music. Sources:
// https://www.subsonic.org/pages/api.jsp and https://opensubsonic.netlify.app/docs/
import { importLimits } from "#app/domain/imports/import-limits.ts";
import type { ServiceFinds } from "#app/domain/imports/service.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { DownloadSource, ServiceClient, ServiceFailure } from "#workers/imports/services/service-client.ts";
import { isUnsupported, toServiceFailure } from "./subsonic-failures.ts";
import { toLyricsText } from "./subsonic-lyrics.ts";
import {
  toAlbumCollection,
  toArtistCollection,
  toFavoritesCollection,
  toFileName,
  toPlaylistCollection,
  toTracks,
} from "./subsonic-mapping.ts";
import { createSubsonicRequests, type SubsonicOptions, type SubsonicRequests } from "./subsonic-requests.ts";
import { resolveSubsonicTarget } from "./subsonic-resolve.ts";
import {
  readAlbumList,
  readFinds,
  readLyrics,
  readPlaylists,
  readSong,
  readStarred,
  readTokenInfo,
} from "./subsonic-schemas.ts";

export type SubsonicClient = ServiceClient & {
  /**
   * Whether the server accepts no tokens, as a request of this client has found out. A later client that is created with
   * this answer saves a request, and its first link already has the right credentials.
   */
  isPasswordSent(): boolean;
};

/** A client for one account of a server. It makes no request until it is used. */
export function createSubsonicClient(options: SubsonicOptions): SubsonicClient {
  const requests = createSubsonicRequests(options);
  return {
    check: (signal) => check(requests, options, signal),
    search: (query, signal) => search(requests, query, signal),
    browse: (signal) => browse(requests, signal),
    resolve: (target, signal) => resolveSubsonicTarget(requests, target, signal),
    locate: (trackId, signal) => locate(requests, trackId, signal),
    fetchLyrics: (trackId, signal) => fetchLyrics(requests, trackId, signal),
    coverLink: (cover) => (COVER_ID.test(cover) ? requests.link("getCoverArt", { id: cover, size: COVER_PIXELS }) : null),
    isPasswordSent: requests.isPasswordSent,
  };
}

const COVER_PIXELS = 300;
const COVER_ID = /^\P{C}{1,200}$/u;
const FOUND_ALBUMS = 5;
const FOUND_ARTISTS = 5;
const NEWEST_ALBUMS = 20;

type Check = Promise<Result<string, ServiceFailure>>;

async function check(requests: SubsonicRequests, { login, address }: SubsonicOptions, signal: AbortSignal): Check {
  const ping = await requests.request("ping", {}, signal);
  if (!ping.ok) return fail(toServiceFailure(ping.error, "check"));
  if (login.kind === "password") return ok(login.username);
  const info = await requests.request("tokenInfo", {}, signal);
  if (!info.ok && !isUnsupported(info.error)) return fail(toServiceFailure(info.error, "check"));
  const username = info.ok ? readTokenInfo(info.value)?.username : null;
  return ok(username || new URL(address).hostname);
}

type Finds = Promise<Result<ServiceFinds, ServiceFailure>>;

async function search(requests: SubsonicRequests, query: string, signal: AbortSignal): Finds {
  const counts = { songCount: importLimits.searchResults, albumCount: FOUND_ALBUMS, artistCount: FOUND_ARTISTS };
  const answer = await requests.request("search3", { query, ...counts }, signal);
  if (!answer.ok) return fail(toServiceFailure(answer.error, "search"));
  const { song = [], album = [], artist = [] } = readFinds(answer.value) ?? {};
  const albums = album.slice(0, FOUND_ALBUMS).map(toAlbumCollection);
  const artists = artist.slice(0, FOUND_ARTISTS).map(toArtistCollection);
  return ok({ tracks: toTracks(song).slice(0, importLimits.searchResults), collections: [...albums, ...artists] });
}

/** A list that the server does not offer is left out. */
async function browse(requests: SubsonicRequests, signal: AbortSignal): Finds {
  const [playlists, starred, newest] = await Promise.all([
    requests.request("getPlaylists", {}, signal),
    requests.request("getStarred2", {}, signal),
    requests.request("getAlbumList2", { type: "newest", size: NEWEST_ALBUMS }, signal),
  ]);
  const faults = [playlists, starred, newest].flatMap((answer) => (answer.ok ? [] : [answer.error]));
  const fault = faults.find((one) => !isUnsupported(one)) ?? (faults.length === 3 ? faults[0] : null);
  if (fault) return fail(toServiceFailure(fault, "browse"));
  const favorites = starred.ok ? [toFavoritesCollection(readStarred(starred.value)?.song ?? [])] : [];
  const playlistItems = (playlists.ok && readPlaylists(playlists.value)?.playlist) || [];
  const albums = (newest.ok && readAlbumList(newest.value)?.album) || [];
  const newestAlbums = albums.slice(0, NEWEST_ALBUMS).map(toAlbumCollection);
  return ok({ tracks: [], collections: [...playlistItems.map(toPlaylistCollection), ...favorites, ...newestAlbums] });
}

type Location = Promise<Result<DownloadSource, ServiceFailure>>;

async function locate(requests: SubsonicRequests, trackId: string, signal: AbortSignal): Location {
  const answer = await requests.request("getSong", { id: trackId }, signal);
  if (!answer.ok) return fail(toServiceFailure(answer.error, "locate"));
  const song = readSong(answer.value);
  if (!song) return fail({ code: "import-info-failed" });
  // unlike `stream`, `download` never converts the file
  return ok({ link: requests.link("download", { id: trackId }), fileName: toFileName(song) });
}

type LyricsText = Promise<Result<string | null, ServiceFailure>>;

async function fetchLyrics(requests: SubsonicRequests, trackId: string, signal: AbortSignal): LyricsText {
  const answer = await requests.request("getLyricsBySongId", { id: trackId }, signal);
  if (answer.ok) return ok(toLyricsText(readLyrics(answer.value)?.structuredLyrics ?? []));
  return isUnsupported(answer.error) ? ok(null) : fail(toServiceFailure(answer.error, "lyrics"));
}
