import { percentDecode } from "#app/domain/text/percent-decode.ts";
import { trimEndOf } from "#app/domain/text/trim-end.ts";
import type { Service, ServiceTarget } from "./service.ts";

/**
 * Finds the track, album, playlist or artist that a link of a service leads to. Null for any other text, and for a page of a
 * service that is none of these. The scheme may be missing; a query and a fragment are ignored.
 */
export function parseServiceLink(text: string): { readonly service: Service; readonly target: ServiceTarget } | null {
  const address = splitAddress(text.trim());
  if (!address) return null;
  for (const { kind, pattern } of PATTERNS[address.service]) {
    const groups = pattern.exec(address.path)?.groups;
    if (!groups) continue;
    const { id = "", login } = groups;
    return { service: address.service, target: { kind, id: login ? `${login}:${id}` : id } };
  }
  return null;
}

/** Whether the text is an address of a service whose links `parseServiceLink` parses, even if that address leads to no track. */
export function isServicePage(text: string): boolean {
  return splitAddress(text.trim()) !== null;
}

/** The service to which a host in lower case belongs. */
export function findServiceOfHost(host: string): LinkedService | null {
  if (YANDEX_HOST.test(host)) return "yandex";
  return SPOTIFY_HOSTS.some((name) => host === name || host.endsWith(`.${name}`)) ? "spotify" : null;
}

/** Whether the text has the form of a Spotify id: 22 letters and digits (https://developer.spotify.com/documentation/web-api/concepts/spotify-uris-ids). */
export function isSpotifyId(text: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(text);
}

/** Subsonic servers have no common host. */
type LinkedService = Exclude<Service, "subsonic">;

/** Yandex has a host per country, and Turkey's has two levels. */
const YANDEX_HOST = /(^|\.)music\.yandex\.[a-z]{2,3}(\.[a-z]{2})?$/;
/** The last two only redirect to the others; their links have no ids. */
const SPOTIFY_HOSTS = ["open.spotify.com", "play.spotify.com", "spotify.link", "spotify.app.link"];

const ADDRESS = /^(?:https?:\/\/)?(?<host>[\w.-]+)(?::(?:80|443))?(?<path>\/[^\s?#]*)?(?:[?#]\S*)?$/i;
const SPOTIFY_URI = /^spotify:(?<path>[^\s?#]*)(?:[?#]\S*)?$/i;

/** Divides an address of a service. The path begins with a slash and does not end with one; it has no percent-encoding. */
function splitAddress(text: string): { readonly service: LinkedService; readonly path: string } | null {
  const uri = SPOTIFY_URI.exec(text)?.groups;
  if (uri) return { service: "spotify", path: `/${uri["path"]?.replaceAll(":", "/")}` };
  const { host = "", path = "" } = ADDRESS.exec(text)?.groups ?? {};
  const service = findServiceOfHost(host.toLowerCase().replace(/\.$/, ""));
  return service && { service, path: trimEndOf(percentDecode(path) ?? path, "/") };
}

type Pattern = { readonly kind: ServiceTarget["kind"]; readonly pattern: RegExp };

/** The parts of a page of Spotify before its kind: the language, the player for other sites, and, formerly, the playlist's owner. */
const SPOTIFY_PREFIX = String.raw`^(?:\/intl-[\w-]+)?(?:\/embed)?(?:\/user\/[^/]+(?=\/playlist\/))?`;
const spotifyPattern = (kind: Pattern["kind"], rest = ""): Pattern => ({
  kind,
  pattern: new RegExp(String.raw`${SPOTIFY_PREFIX}\/${kind}\/(?<id>[0-9A-Za-z]{22})${rest}$`),
});

/** A playlist has a number within its owner's account, or a UUID with or without the prefix of a generated playlist. */
const PATTERNS: Record<LinkedService, readonly Pattern[]> = {
  yandex: [
    { kind: "track", pattern: /^(?:\/album\/\d+)?\/track\/(?<id>\d+)$/ },
    { kind: "album", pattern: /^\/album\/(?<id>\d+)$/ },
    { kind: "artist", pattern: /^\/artist\/(?<id>\d+)(?:\/.*)?$/ },
    { kind: "playlist", pattern: /^\/users\/(?<login>[\w.@+-]+)\/playlists\/(?<id>\d+)$/ },
    { kind: "playlist", pattern: /^\/playlists\/(?<id>(?:[a-z]{2}\.)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i },
  ],
  spotify: [
    spotifyPattern("track"),
    spotifyPattern("album"),
    spotifyPattern("playlist"),
    spotifyPattern("artist", String.raw`(?:\/.*)?`),
  ],
};
