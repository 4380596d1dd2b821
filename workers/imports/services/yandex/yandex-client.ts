// Yandex Music in the name of an account. The service has no public API. This one is the API of its applications, as
// https://github.com/MarshalX/yandex-music-api describes it.

import type { ServiceFinds } from "#app/domain/imports/service.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { OnReceived } from "../request-service.ts";
import type { ServiceClient, ServiceFailure } from "../service-client.ts";
import { requestAccount, requestLikedIds } from "./yandex-account.ts";
import { createYandexApi, type YandexApi } from "./yandex-api.ts";
import { locateTrack } from "./yandex-download.ts";
import { createYandexHosts } from "./yandex-hosts.ts";
import { toCoverLink, toFavorites, toPlaylistCollections, toServiceFinds } from "./yandex-mapping.ts";
import { resolveTarget } from "./yandex-resolve.ts";
import { playlistsSchema, searchSchema } from "./yandex-schemas.ts";

export type YandexOptions = {
  /** The OAuth token of the account. It is checked by each request. */
  readonly token: string;
  /** The address of the API, with a path if it has one. A loopback address is for tests and development. */
  readonly origin?: string | undefined;
  /** The key that signs requests for lossless files. Without it, only MP3 and AAC are offered. */
  readonly fileKey?: string | undefined;
  readonly onReceived?: OnReceived | undefined;
};

/** Throws for an `origin` outside of the service. */
export function createYandexClient({ token, origin, fileKey, onReceived }: YandexOptions): ServiceClient {
  const hosts = createYandexHosts(origin);
  const api = createYandexApi(hosts, token, onReceived);
  const download = { api, hosts, fileKey: fileKey || null };
  return {
    async check(signal) {
      const account = await requestAccount(api, signal);
      return account.ok ? ok(account.value.name) : account;
    },
    search: (query, signal) => search(api, query, signal),
    browse: (signal) => browse(api, signal),
    resolve: (target, signal) => resolveTarget(api, target, signal),
    locate: (trackId, signal) => locateTrack(download, trackId, signal),
    // its requests need a signature, and `fileKey` is optional
    fetchLyrics: null,
    coverLink: (cover) => toCoverLink(hosts, cover),
  };
}

type Finds = Promise<Result<ServiceFinds, ServiceFailure>>;

async function search(api: YandexApi, query: string, signal: AbortSignal): Finds {
  const params = new URLSearchParams({ text: query, type: "all", page: "0", nocorrect: "false" });
  const found = await api({ step: "search", path: `/search?${params}`, schema: searchSchema, signal });
  return found.ok ? ok(toServiceFinds(found.value)) : found;
}

async function browse(api: YandexApi, signal: AbortSignal): Finds {
  const account = await requestAccount(api, signal);
  if (!account.ok) return account;
  const { uid } = account.value;
  const path = `/users/${encodeURIComponent(uid)}/playlists/list`;
  const [playlists, likedIds] = await Promise.all([
    api({ step: "browse", path, schema: playlistsSchema, signal }),
    requestLikedIds(api, { uid, step: "browse", signal }),
  ]);
  if (!playlists.ok) return playlists;
  // the count is not worth failing for
  const favorites = toFavorites(likedIds.ok ? likedIds.value.total : null);
  return ok({ tracks: [], collections: [favorites, ...toPlaylistCollections(playlists.value)] });
}
