// The catalogue of the imitation of Yandex Music, in the service's own JSON.

type Json = Record<string, unknown>;

/** Tests may change everything. */
export type YandexLibrary = {
  account: Json;
  readonly tracks: Map<string, Json>;
  readonly albums: Map<string, Json>;
  /** By `{owner}:{kind}`, and by UUID. */
  readonly playlists: Map<string, Json>;
  /** The tracks of an artist, in their order. */
  readonly artists: Map<string, readonly string[]>;
  liked: readonly Json[];
  /** The formats of every track. */
  formats: readonly YandexFormat[];
};

export type YandexFormat = {
  readonly codec: string;
  readonly kbps: number;
  readonly isPreview?: boolean;
  /** Replaces the address that leads to the parts of the file's address. */
  readonly infoUrl?: string;
};

export const YANDEX_UID = "1130000012345678";
export const YANDEX_PLAYLIST_UUID = "lk.0c6e9f0a-5a55-4b0e-9d0f-0d5f5c0b7a11";

const FORMATS: readonly YandexFormat[] = [
  { codec: "mp3", kbps: 192 },
  { codec: "aac", kbps: 128 },
  { codec: "mp3", kbps: 320 },
  { codec: "aac", kbps: 256 },
];

export function createYandexTrack(id: number, fields: Json = {}): Json {
  return {
    id: String(id),
    realId: String(id),
    title: `Song ${id}`,
    available: true,
    availableForPremiumUsers: true,
    durationMs: 181370,
    artists: [{ id: 77, name: "The Example", cover: { type: "from-artist-photos", uri: cover("artist") } }],
    albums: [{ id: 500, title: "First Album", year: 2014, coverUri: cover("album"), trackCount: 3 }],
    coverUri: cover(`track-${id}`),
    type: "music",
    ...fields,
  };
}

/** Three tracks in an album, a playlist, the likes and the list of an artist. */
export function createYandexLibrary(): YandexLibrary {
  const tracks = new Map([101, 102, 103].map((id) => [String(id), createYandexTrack(id)]));
  const owner = { uid: Number(YANDEX_UID), login: "listener", name: "Listener", verified: false };
  const playlist = createPlaylist({ owner, kind: 3, title: "Evening", tracks });
  const album = { id: 500, title: "First Album", artists: [{ id: 77, name: "The Example" }], trackCount: 3 };
  return {
    account: { uid: Number(YANDEX_UID), login: "listener", fullName: "Ann Listener", displayName: "Ann", region: 225 },
    tracks,
    albums: new Map([["500", { ...album, coverUri: cover("album"), volumes: [[...tracks.values()]] }]]),
    playlists: new Map([
      [`${YANDEX_UID}:3`, playlist],
      ["listener:3", playlist],
      [YANDEX_PLAYLIST_UUID, playlist],
    ]),
    artists: new Map([["77", [...tracks.keys()]]]),
    liked: [...tracks.keys()].map((id) => ({ id, albumId: "500", timestamp: "2026-01-01T00:00:00+00:00" })),
    formats: FORMATS,
  };
}

type PlaylistParts = { owner: Json; kind: number; title: string; tracks: ReadonlyMap<string, Json> };

function createPlaylist({ owner, kind, title, tracks }: PlaylistParts): Json {
  return {
    owner,
    uid: owner["uid"],
    kind,
    playlistUuid: YANDEX_PLAYLIST_UUID,
    title,
    trackCount: tracks.size,
    cover: { type: "mosaic", itemsUri: [cover("album")], custom: false },
    visibility: "public",
    tracks: [...tracks].map(([id, track]) => ({ id: Number(id), timestamp: "2026-01-01T00:00:00+00:00", track })),
  };
}

/** The service's addresses of covers have no scheme. */
function cover(name: string): string {
  return `avatars.yandex.net/get-music-content/1/${name}/%%`;
}
