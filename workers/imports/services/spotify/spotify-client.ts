// Spotify as a source of names: its Web API finds tracks, and does not have their audio. The files of this folder follow the
// public documentation, https://developer.spotify.com/documentation/web-api.
import { parseLink } from "#app/domain/imports/link-rules.ts";
import { ok } from "#app/domain/result.ts";
import type { OnReceived } from "../request-service.ts";
import type { ServiceClient } from "../service-client.ts";
import { createSpotifyReader } from "./spotify-request.ts";
import { resolveSpotifyTarget } from "./spotify-resolve.ts";
import { searchSpotify } from "./spotify-search.ts";
import { loadSpotifyToken } from "./spotify-token.ts";

export type SpotifyOptions = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where tests imitate Spotify. May have a path, without a slash at its end. */
  readonly accountsOrigin?: string;
  readonly apiOrigin?: string;
  readonly onReceived?: OnReceived | undefined;
};

/** Spotify in the name of the app. All its failures with `service-unavailable` are for the operator to fix. */
export function createSpotifyClient(options: SpotifyOptions): ServiceClient {
  const { clientId, clientSecret, accountsOrigin = "https://accounts.spotify.com", apiOrigin, onReceived } = options;
  const app = { clientId, clientSecret, accountsOrigin };
  const read = createSpotifyReader(app, apiOrigin ?? "https://api.spotify.com", onReceived);
  return {
    async check(signal) {
      const token = await loadSpotifyToken(app, signal);
      return token.ok ? ok("Spotify") : token;
    },
    search: (query, signal) => searchSpotify(read, query, signal),
    browse: null,
    resolve: (target, signal) => resolveSpotifyTarget(read, target, signal),
    locate: null,
    fetchLyrics: null,
    coverLink: (cover) => (isCoverLink(cover) || (apiOrigin && cover.startsWith(`${apiOrigin}/`)) ? cover : null),
  };
}

const COVER_HOST = /\.(?:scdn\.co|spotifycdn\.com)$/;

function isCoverLink(cover: string): boolean {
  const link = parseLink(cover);
  return link.ok && link.value.protocol === "https:" && link.value.port === "" && COVER_HOST.test(link.value.hostname);
}
