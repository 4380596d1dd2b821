import { importLimits } from "#app/domain/imports/import-limits.ts";
import type { ServiceCollection, ServiceFinds, ServiceTrack } from "#app/domain/imports/service.ts";
import type { YandexHosts } from "./yandex-hosts.ts";
import type { YandexAlbum, YandexArtist, YandexFinds, YandexPlaylist, YandexTrack } from "./yandex-schemas.ts";

export function toServiceTrack(track: YandexTrack): ServiceTrack {
  const album = track.albums[0];
  return {
    service: "yandex",
    id: track.id,
    title: withVersion(track),
    artist: joinNames(track.artists),
    album: album?.title ?? "",
    durationMs: track.durationMs === null ? null : Math.round(track.durationMs),
    isrc: null,
    cover: track.coverUri || album?.coverUri || track.ogImage || null,
    isAvailable: track.available,
  };
}

export function toAlbumCollection(album: YandexAlbum): ServiceCollection {
  return {
    service: "yandex",
    kind: "album",
    id: album.id,
    title: withVersion(album),
    by: joinNames(album.artists),
    trackCount: album.trackCount,
    cover: album.coverUri || album.ogImage || null,
  };
}

/** Null for a playlist that cannot be requested later because it has no id. */
export function toPlaylistCollection(playlist: YandexPlaylist): ServiceCollection | null {
  const owner = playlist.owner?.uid ?? playlist.uid ?? playlist.owner?.login;
  const id = owner && playlist.kind ? `${owner}:${playlist.kind}` : playlist.playlistUuid;
  if (!id) return null;
  return {
    service: "yandex",
    kind: "playlist",
    id,
    title: playlist.title,
    by: playlist.owner?.name || playlist.owner?.login || "",
    trackCount: playlist.trackCount,
    cover: playlist.cover.uri || playlist.cover.itemsUri[0] || playlist.ogImage || null,
  };
}

export function toArtistCollection(artist: YandexArtist): ServiceCollection {
  return {
    service: "yandex",
    kind: "artist",
    id: artist.id,
    title: artist.name,
    by: "",
    trackCount: artist.counts.tracks,
    cover: artist.cover.uri || artist.cover.itemsUri[0] || artist.ogImage || null,
  };
}

export function toFavorites(trackCount: number | null): ServiceCollection {
  return { service: "yandex", kind: "favorites", id: "favorites", title: "", by: "", trackCount, cover: null };
}

/** Found collections of each kind. */
const COLLECTIONS_MAX = 5;

export function toServiceFinds(finds: YandexFinds): ServiceFinds {
  const { best } = finds;
  const tracks = best?.type === "track" ? [best.result, ...finds.tracks] : finds.tracks;
  const collections = [
    ...finds.albums.slice(0, COLLECTIONS_MAX).map(toAlbumCollection),
    ...toPlaylistCollections(finds.playlists.slice(0, COLLECTIONS_MAX)),
    ...finds.artists.slice(0, COLLECTIONS_MAX).map(toArtistCollection),
  ];
  return {
    tracks: unique(tracks.map(toServiceTrack)).slice(0, importLimits.searchResults),
    collections: unique([...toBestCollections(best), ...collections]),
  };
}

export function toPlaylistCollections(playlists: readonly YandexPlaylist[]): ServiceCollection[] {
  return playlists.flatMap((playlist) => toPlaylistCollection(playlist) ?? []);
}

/**
 * The address of a cover, such as `avatars.yandex.net/get-music-content/…/%%`, where the last part stands for the size. Null
 * for an address outside of the service.
 */
export function toCoverLink(hosts: YandexHosts, cover: string): string | null {
  const address = cover.replace(/^https?:\/\//, "").replaceAll("%%", "300x300");
  const url = hosts.parse(`${hosts.scheme}//${address}`);
  const isCoverHost = url && (hosts.scheme === "http:" || url.hostname.endsWith(".yandex.net"));
  return isCoverHost ? url.href : null;
}

function toBestCollections(best: YandexFinds["best"]): ServiceCollection[] {
  if (best?.type === "album") return [toAlbumCollection(best.result)];
  if (best?.type === "artist") return [toArtistCollection(best.result)];
  return best?.type === "playlist" ? toPlaylistCollections([best.result]) : [];
}

/** Without the later ones of the items with the same id. */
function unique<T extends { readonly id: string; readonly kind?: string }>(items: readonly T[]): T[] {
  const seen = new Set<string>();
  return items.filter(({ kind, id }) => {
    const isFirst = !seen.has(`${kind} ${id}`);
    seen.add(`${kind} ${id}`);
    return isFirst;
  });
}

/** The version tells a remix or a live recording from the original. */
function withVersion({ title, version }: { readonly title: string; readonly version: string }): string {
  return version ? `${title} (${version})` : title;
}

function joinNames(artists: readonly { readonly name: string }[]): string {
  return artists.map(({ name }) => name).join(", ");
}
