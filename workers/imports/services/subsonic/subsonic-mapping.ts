import { importLimits } from "#app/domain/imports/import-limits.ts";
import { parseIsrc } from "#app/domain/imports/isrc.ts";
import type { ServiceCollection, ServiceTrack } from "#app/domain/imports/service.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import type { SubsonicAlbum, SubsonicArtist, SubsonicPlaylist, SubsonicSong } from "./subsonic-schemas.ts";

/** Without videos and folders. A song that has no title is named after its file. */
export function toTracks(songs: readonly SubsonicSong[]): readonly ServiceTrack[] {
  return songs.flatMap((song) => {
    const title = song.title || fileNameOf(song).replace(/\.[^.]*$/, "");
    if (song.isVideo || song.isDir || title === "") return [];
    return {
      service: "subsonic",
      id: song.id,
      title,
      artist: artistOf(song),
      album: song.album,
      durationMs: song.duration === null || song.duration <= 0 ? null : Math.round(song.duration * SECOND_MS),
      isrc: song.isrc.map(parseIsrc).find((isrc) => isrc !== null) ?? null,
      cover: song.coverArt,
      isAvailable: true,
    };
  });
}

export function toAlbumCollection(album: SubsonicAlbum): ServiceCollection {
  const { id, songCount: trackCount, coverArt: cover } = album;
  return { service: "subsonic", kind: "album", id, title: album.name || album.title, by: artistOf(album), trackCount, cover };
}

export function toArtistCollection({ id, name: title, coverArt: cover }: SubsonicArtist): ServiceCollection {
  return { service: "subsonic", kind: "artist", id, title, by: "", trackCount: null, cover };
}

export function toPlaylistCollection(playlist: SubsonicPlaylist): ServiceCollection {
  const { id, name: title, owner: by, songCount: trackCount, coverArt: cover } = playlist;
  return { service: "subsonic", kind: "playlist", id, title, by, trackCount, cover };
}

/** The API has no id of this collection. The number of songs is unknown if the list was cut. */
export function toFavoritesCollection(songs: readonly SubsonicSong[]): ServiceCollection {
  const trackCount = songs.length < importLimits.listItems ? toTracks(songs).length : null;
  return { service: "subsonic", kind: "favorites", id: "favorites", title: "", by: "", trackCount, cover: null };
}

/** The file name on the server, else one that names the track. The path is one of the server's choice: it may be invented. */
export function toFileName(song: SubsonicSong): string {
  const fileName = fileNameOf(song);
  if (fileName !== "" && fileName.length <= NAME_CHARS_MAX) return fileName;
  const suffix = /^[a-z\d]{1,8}$/i.test(song.suffix) ? `.${song.suffix}` : "";
  const name = [artistOf(song), song.title].filter(Boolean).join(" - ") || song.id;
  // a slash would begin a folder
  const stem = toSingleLine(name.replace(/[\\/]/g, "-").slice(0, NAME_CHARS_MAX - suffix.length));
  return `${stem}${suffix}`;
}

const NAME_CHARS_MAX = 255;
const PATH_CHARS_MAX = 1000;

function artistOf({ displayArtist, artist }: Pick<SubsonicSong, "displayArtist" | "artist">): string {
  return displayArtist || artist;
}

function fileNameOf({ path }: SubsonicSong): string {
  return toSingleLine(path.slice(-PATH_CHARS_MAX).split(/[\\/]/).at(-1) ?? "");
}
