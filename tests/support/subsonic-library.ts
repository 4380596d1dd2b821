/** A song of the fake Subsonic server. The albums and artists of the library are those of its songs. */
export type FakeSong = {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly durationSec: number;
  /** Relative to the server's music folder. */
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly isStarred?: boolean;
  readonly isVideo?: boolean;
  /** As the server sends it: the lyrics of OpenSubsonic's `structuredLyrics`. */
  readonly lyrics?: readonly object[];
  /** Further fields of the response, such as `isrc`. They replace the usual ones. */
  readonly fields?: Readonly<Record<string, unknown>>;
};

export type FakePlaylist = {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly songIds: readonly string[];
};

export type FakeLibrary = { readonly songs: readonly FakeSong[]; readonly playlists: readonly FakePlaylist[] };

/** A song with some defaults. */
export function createSong(song: Partial<FakeSong> & { readonly id: string }): FakeSong {
  const { id, title = `Song ${song.id}`, artist = "The Locals", album = "Home" } = song;
  return {
    title,
    artist,
    album,
    durationSec: 180,
    path: `${artist}/${album}/${id} - ${title}.mp3`,
    contentType: "audio/mpeg",
    bytes: new Uint8Array([1, 2, 3]),
    ...song,
  };
}

/** The content of a `subsonic-response`, or the code of its error. */
export type SubsonicPayload = Readonly<Record<string, unknown>> | { readonly errorCode: number };

type Query = (library: FakeLibrary, parameters: URLSearchParams) => SubsonicPayload;

const NOT_FOUND = { errorCode: 70 };
const MISSING = { errorCode: 10 };

/** The endpoints that only read the library. Source of names and fields: https://opensubsonic.netlify.app/docs/endpoints/ */
export const LIBRARY_QUERIES: Readonly<Record<string, Query>> = {
  search3: search,
  getSong: byId(({ songs }, id) => {
    const song = songs.find((one) => one.id === id);
    return song && { song: toChild(song) };
  }),
  getAlbum: byId(({ songs }, id) => {
    const own = songs.filter(({ album }) => albumId(album) === id);
    return own[0] && { album: { ...toAlbum(songs, own[0].album), song: own.map(toChild) } };
  }),
  getArtist: byId(({ songs }, id) => {
    const own = songs.filter(({ artist }) => artistId(artist) === id);
    const albums = unique(own.map(({ album }) => album)).map((album) => toAlbum(songs, album));
    return own[0] && { artist: { ...toArtist(own[0].artist), albumCount: albums.length, album: albums } };
  }),
  getPlaylist: byId(({ songs, playlists }, id) => {
    const playlist = playlists.find((one) => one.id === id);
    const entries = playlist?.songIds.flatMap((songId) => songs.filter((song) => song.id === songId)) ?? [];
    return playlist && { playlist: { ...toPlaylist(playlist), entry: entries.map(toChild) } };
  }),
  getPlaylists: ({ playlists }) => ({ playlists: { playlist: playlists.map(toPlaylist) } }),
  getStarred2: ({ songs }) => ({ starred2: { song: songs.filter(({ isStarred }) => isStarred).map(toChild) } }),
  getAlbumList2: ({ songs }, parameters) => {
    if (!parameters.has("type")) return MISSING;
    const albums = unique(songs.map(({ album }) => album)).slice(0, Number(parameters.get("size") ?? 10));
    return { albumList2: { album: albums.map((album) => toAlbum(songs, album)) } };
  },
  getLyricsBySongId: byId(({ songs }, id) => {
    const song = songs.find((one) => one.id === id);
    return song && { lyricsList: { structuredLyrics: song.lyrics ?? [] } };
  }),
};

function byId(find: (library: FakeLibrary, id: string) => SubsonicPayload | undefined): Query {
  return (library, parameters) => {
    const id = parameters.get("id");
    return id === null ? MISSING : (find(library, id) ?? NOT_FOUND);
  };
}

function search({ songs }: FakeLibrary, parameters: URLSearchParams): SubsonicPayload {
  const query = parameters.get("query")?.toLowerCase();
  if (query === undefined) return MISSING;
  const limit = (name: string) => Number(parameters.get(name) ?? 20);
  const matches = (text: string) => text.toLowerCase().includes(query);
  const albums = unique(songs.map(({ album }) => album)).filter(matches);
  const artists = unique(songs.map(({ artist }) => artist)).filter(matches);
  const song = songs.filter(({ title, artist, album }) => [title, artist, album].some(matches)).slice(0, limit("songCount"));
  return {
    searchResult3: {
      song: song.map(toChild),
      album: albums.slice(0, limit("albumCount")).map((album) => toAlbum(songs, album)),
      artist: artists.slice(0, limit("artistCount")).map(toArtist),
    },
  };
}

export const albumId = (album: string) => `al-${album}`;
export const artistId = (artist: string) => `ar-${artist}`;

function toChild({ id, title, artist, album, durationSec, path, ...song }: FakeSong): object {
  return {
    id,
    parent: albumId(album),
    isDir: false,
    title,
    artist,
    album,
    albumId: albumId(album),
    artistId: artistId(artist),
    coverArt: albumId(album),
    duration: durationSec,
    path,
    suffix: path.split(".").at(-1),
    contentType: song.contentType,
    size: song.bytes.length,
    isVideo: song.isVideo ?? false,
    type: song.isVideo ? "video" : "music",
    ...song.fields,
  };
}

function toAlbum(songs: readonly FakeSong[], album: string): object {
  const own = songs.filter((song) => song.album === album);
  const artist = own[0]?.artist;
  return { id: albumId(album), name: album, artist, songCount: own.length, coverArt: albumId(album) };
}

function toArtist(artist: string): object {
  return { id: artistId(artist), name: artist, coverArt: artistId(artist) };
}

function toPlaylist({ id, name, owner, songIds }: FakePlaylist): object {
  return { id, name, owner, songCount: songIds.length, public: false };
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
