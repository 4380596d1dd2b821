import { parseIsrc } from "#app/domain/imports/isrc.ts";
import type { ServiceCollection, ServiceTrack } from "#app/domain/imports/service.ts";
import type { SpotifyAlbum, SpotifyArtist, SpotifyPlaylist, SpotifyTrack } from "./spotify-schemas.ts";

/** `album` is the album of whose list the track is; such tracks do not name it. */
export function toServiceTrack(track: SpotifyTrack, album?: SpotifyAlbum): ServiceTrack {
  return {
    service: "spotify",
    id: track.id,
    title: track.name,
    artist: joinNames(track.artists),
    album: album?.name ?? track.album?.name ?? "",
    durationMs: track.duration_ms,
    isrc: parseIsrc(track.external_ids?.isrc ?? ""),
    cover: chooseCover(album?.images ?? track.album?.images ?? []),
    isAvailable: track.is_playable,
  };
}

export function albumToCollection(album: SpotifyAlbum): ServiceCollection {
  return {
    ...createCollection("album", album),
    title: album.name,
    by: joinNames(album.artists),
    trackCount: album.total_tracks,
  };
}

export function playlistToCollection(playlist: SpotifyPlaylist): ServiceCollection {
  const trackCount = playlist.tracks?.total ?? playlist.items?.total ?? null;
  return {
    ...createCollection("playlist", playlist),
    title: playlist.name,
    by: playlist.owner?.display_name ?? "",
    trackCount,
  };
}

export function artistToCollection(artist: SpotifyArtist): ServiceCollection {
  return { ...createCollection("artist", artist), title: artist.name, by: "", trackCount: null };
}

type Images = SpotifyAlbum["images"];

function createCollection(kind: ServiceCollection["kind"], { id, images }: { readonly id: string; readonly images: Images }) {
  return { service: "spotify", kind, id, cover: chooseCover(images) } as const;
}

function joinNames(artists: SpotifyTrack["artists"]): string {
  return artists.map(({ name }) => name).join(", ");
}

const COVER_PIXELS = 300;
/** Of an image without a size: the largest one that Spotify usually has. */
const UNKNOWN_PIXELS = 640;

function chooseCover(images: Images): string | null {
  const distanceOf = ({ width, height }: Images[number]) => Math.abs((width ?? height ?? UNKNOWN_PIXELS) - COVER_PIXELS);
  const [nearest] = [...images].sort((a, b) => distanceOf(a) - distanceOf(b));
  return nearest?.url ?? null;
}
