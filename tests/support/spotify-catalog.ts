// The objects of the fake Spotify, in the form of https://developer.spotify.com/documentation/web-api/reference.

/** A Spotify id that ends with the text. */
export const spotifyId = (text: string | number) => String(text).padStart(22, "0");

export type CatalogTrack = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };
type Named = { readonly id: string; readonly name: string };

export type SpotifyCatalog = {
  readonly artists: readonly Named[];
  /** With their tracks, in order. */
  readonly albums: readonly (Named & { readonly artist: Named; readonly tracks: readonly CatalogTrack[] })[];
  /** Their entries as the API sends them: a track, null, a local file or an episode. */
  readonly playlists: readonly (Named & { readonly owner: string; readonly entries: readonly unknown[] })[];
};

/** Images in the sizes of a cover, the largest first. */
export const createImages = (imageOrigin: string, id: string) =>
  [640, 300, 64].map((width) => ({ url: `${imageOrigin}/image/${id}-${width}`, width, height: width }));

type TrackOptions = { readonly id: string; readonly name: string; readonly artists?: readonly Named[]; readonly isrc?: string };

/** A track without its album. */
export function createSpotifyTrack({ id, name, artists = [KINO], isrc = "RUA1D0000001" }: TrackOptions): CatalogTrack {
  return {
    id,
    name,
    artists: artists.map((artist) => ({ ...artist, type: "artist", uri: `spotify:artist:${artist.id}` })),
    available_markets: ["DE", "US"],
    disc_number: 1,
    duration_ms: 225_000,
    explicit: false,
    external_ids: { isrc },
    external_urls: { spotify: `https://open.spotify.com/track/${id}` },
    is_local: false,
    popularity: 50,
    preview_url: null,
    track_number: 1,
    type: "track",
    uri: `spotify:track:${id}`,
  };
}

export const KINO: Named = { id: spotifyId("kino"), name: "Кино" };
export const QUEEN: Named = { id: spotifyId("queen"), name: "Queen" };
const BOWIE: Named = { id: spotifyId("bowie"), name: "David Bowie" };

const KINO_TRACKS = ["Группа крови", "Закрой за мной дверь", "Война"].map((name, at) =>
  createSpotifyTrack({ id: spotifyId(`kino${at}`), name, isrc: `RU-A1D-00-0000${at}` }),
);
const PRESSURE = createSpotifyTrack({ id: spotifyId("pressure"), name: "Under Pressure", artists: [QUEEN, BOWIE] });

const createNumbers = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    createSpotifyTrack({ id: spotifyId(`n${at}`), name: `Number ${at}`, artists: [QUEEN], isrc: "GBUM71029604" }),
  );

export const LOCAL_FILE = { id: null, name: "My recording", type: "track", is_local: true, artists: [], duration_ms: 1000 };
export const EPISODE = { id: spotifyId("episode"), name: "Episode 1", type: "episode", duration_ms: 3_600_000, show: {} };

export const CATALOG: SpotifyCatalog = {
  artists: [KINO, QUEEN],
  albums: [
    { id: spotifyId("blood"), name: "Группа крови", artist: KINO, tracks: KINO_TRACKS },
    { id: spotifyId("hotspace"), name: "Hot Space", artist: QUEEN, tracks: [PRESSURE] },
    { id: spotifyId("numbers"), name: "Numbers", artist: QUEEN, tracks: createNumbers(120) },
  ],
  playlists: [
    {
      id: spotifyId("mixed"),
      name: "Кино и друзья",
      owner: "Anna",
      entries: [KINO_TRACKS[0], null, LOCAL_FILE, EPISODE, PRESSURE],
    },
    { id: spotifyId("large"), name: "Large", owner: "Anna", entries: createNumbers(520) },
    { id: spotifyId("full"), name: "Full", owner: "Anna", entries: createNumbers(500) },
  ],
};
