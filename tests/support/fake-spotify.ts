import { randomUUID } from "node:crypto";
import { CATALOG, createImages } from "./spotify-catalog.ts";
import { failSpotifyRequest, type SpotifyFault } from "./spotify-faults.ts";

export type { SpotifyFault } from "./spotify-faults.ts";

export const SPOTIFY_CLIENT = { clientId: "tests-spotify", clientSecret: "secret-of-spotify" } as const;

type Options = {
  /** The path under which a server mounts the fake, such as `/spotify-web`. */
  readonly prefix?: string;
  /** Where covers are served. */
  readonly imageOrigin?: string;
};

type State = Required<Options> & {
  /** Until when tokens are valid, ms since the epoch. */
  readonly tokens: Map<string, number>;
  readonly requests: string[];
  readonly secrets: string[];
  faults: SpotifyFault[];
  /** Whether the app has the rights of one in development mode. */
  isDevelopment: boolean;
  /** Null if the response does not state it. */
  tokenLifetimeSec: number | null;
  edit: (json: unknown) => unknown;
};

export type FakeSpotify = ReturnType<typeof createFakeSpotify>;

/** Spotify's accounts service (`/api/token`) and Web API (`/v1`): they check requests, and respond and refuse as the real ones do. */
export function createFakeSpotify({ prefix = "", imageOrigin = "https://i.scdn.co" }: Options = {}) {
  const state: State = {
    ...{
      prefix,
      imageOrigin,
      tokens: new Map(),
      requests: [],
      secrets: [],
      faults: [],
      isDevelopment: false,
      tokenLifetimeSec: 3600,
    },
    edit: (json) => json,
  };
  return {
    handleRequest: (request: Request) => handleRequest(state, request),
    /** All requests in their order, such as `GET /v1/tracks/1?market=US`, without the prefix. */
    requests: state.requests as readonly string[],
    /** Tokens that only Spotify and the app may see. */
    secrets: state.secrets as readonly string[],
    /** The first fault that fits a request is used. */
    setFaults: (...faults: SpotifyFault[]) => {
      state.faults = faults;
    },
    setDevelopmentMode: (isDevelopment: boolean) => {
      state.isDevelopment = isDevelopment;
    },
    setTokenLifetime: (seconds: number | null) => {
      state.tokenLifetimeSec = seconds;
    },
    /** Changes the JSON of the Web API's successful responses. */
    setEdit: (edit: State["edit"]) => {
      state.edit = edit;
    },
    revokeTokens: () => state.tokens.clear(),
  };
}

async function handleRequest(state: State, request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (!url.pathname.startsWith(`${state.prefix}/`)) return new Response("Not Found", { status: 404 });
  const path = url.pathname.slice(state.prefix.length);
  state.requests.push(`${request.method} ${path}${url.search}`);
  const fault = state.faults.find(({ at }) => at.test(`${path}${url.search}`));
  const respond = () => (path === "/api/token" ? issueToken(state, request) : respondFromApi(state, request, path));
  return fault ? failSpotifyRequest(fault, request, respond) : respond();
}

async function issueToken(state: State, request: Request): Promise<Response> {
  const { clientId, clientSecret } = SPOTIFY_CLIENT;
  const form = new URLSearchParams(await request.text());
  const isForm = request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded");
  if (request.method !== "POST" || !isForm || form.get("grant_type") !== "client_credentials") {
    return Response.json({ error: "unsupported_grant_type" }, { status: 400 });
  }
  if (request.headers.get("Authorization") !== `Basic ${btoa(`${clientId}:${clientSecret}`)}`) {
    return Response.json({ error: "invalid_client", error_description: "Invalid client" }, { status: 400 });
  }
  const token = randomUUID();
  const lifetimeSec = state.tokenLifetimeSec;
  state.tokens.set(token, Date.now() + (lifetimeSec ?? 60) * 1000);
  state.secrets.push(token);
  return Response.json({ access_token: token, token_type: "Bearer", ...(lifetimeSec && { expires_in: lifetimeSec }) });
}

function respondFromApi(state: State, request: Request, path: string): Response {
  if (path.startsWith("/image/")) return new Response(PIXEL, { headers: { "Content-Type": "image/png" } });
  const validUntilMs = state.tokens.get((request.headers.get("Authorization") ?? "").replace(/^Bearer /, "")) ?? 0;
  if (Date.now() >= validUntilMs) return refuse(401, "The access token expired");
  const params = new URL(request.url).searchParams;
  const found = path === "/v1/search" ? search(state, params) : findObject(state, path, params);
  return found instanceof Response ? found : Response.json(state.edit(found));
}

const refuse = (status: number, message: string) => Response.json({ error: { status, message } }, { status });

function findObject(state: State, path: string, params: URLSearchParams): object | Response {
  const [, , kind = "", id = "", list] = path.split("/");
  if (!/^[0-9A-Za-z]{22}$/.test(id)) return refuse(400, "Invalid base62 id");
  const isList = list === "items" || (kind === "playlists" && list === "tracks") || list === "top-tracks";
  if (isList && state.isDevelopment) return refuse(403, "Forbidden");
  const object = readObject(state, { kind, id, list, params });
  return object ?? refuse(404, "Resource not found");
}

type Lookup = {
  readonly kind: string;
  readonly id: string;
  readonly list: string | undefined;
  readonly params: URLSearchParams;
};

function readObject(state: State, { kind, id, list, params }: Lookup): object | null {
  const find = <T extends { readonly id: string }>(all: readonly T[]) => all.find((one) => one.id === id) ?? null;
  switch (kind) {
    case "tracks":
      return find(listTracks(state));
    case "albums": {
      const album = find(CATALOG.albums);
      if (!album || !list) return album && describeAlbum(state, album);
      // the tracks of an album are simplified
      return createPage(
        album.tracks.map(({ external_ids: _, popularity: __, ...track }) => track),
        params,
        LIST_LIMIT,
      );
    }
    case "playlists": {
      const playlist = find(CATALOG.playlists);
      if (!playlist || !list) return playlist && describePlaylist(state, playlist);
      const name = list === "items" ? "item" : "track";
      const tracks = new Map(listTracks(state).map((track): [unknown, object] => [track.id, track]));
      return createPage(
        playlist.entries.map((entry) => describeEntry(tracks, name, entry)),
        params,
        LIST_LIMIT,
      );
    }
    case "artists": {
      const artist = find(CATALOG.artists);
      if (!artist || !list) return artist && describeArtist(state, artist);
      return params.has("market")
        ? {
            tracks: listTracks(state)
              .filter((track) => isBy(track, artist.name))
              .slice(0, 10),
          }
        : null;
    }
    default:
      return null;
  }
}

const SEARCH_LIMIT = 10;
const LIST_LIMIT = 50;

function search(state: State, params: URLSearchParams): object | Response {
  const query = params.get("q") ?? "";
  if (query.trim() === "") return refuse(400, "No search query");
  const artist = /^artist:"(.*)"$/.exec(query)?.[1];
  const matches = (...texts: string[]) => texts.join(" ").toLowerCase().includes(query.toLowerCase());
  const isFound = (track: object) => (artist ? isBy(track, artist) : matches(JSON.stringify(track)));
  const finds: Record<string, () => readonly unknown[]> = {
    track: () => listTracks(state).filter(isFound),
    album: () => CATALOG.albums.filter(({ name }) => matches(name)).map((album) => describeAlbum(state, album)),
    artist: () => CATALOG.artists.filter(({ name }) => matches(name)).map((one) => describeArtist(state, one)),
    // playlists that the app may not see are null
    playlist: () => [
      null,
      ...CATALOG.playlists.filter(({ name }) => matches(name)).map((playlist) => describePlaylist(state, playlist)),
    ],
  };
  const pages: Record<string, object> = {};
  for (const type of (params.get("type") ?? "").split(",")) {
    const page = createPage(finds[type]?.() ?? [], params, SEARCH_LIMIT);
    if (page instanceof Response) return page;
    pages[`${type}s`] = page;
  }
  return pages;
}

function createPage(all: readonly unknown[], params: URLSearchParams, limitMax: number): object | Response {
  const limit = Number(params.get("limit") ?? limitMax);
  const offset = Number(params.get("offset") ?? 0);
  if (!(limit >= 1 && limit <= limitMax)) return refuse(400, "Invalid limit");
  const next = offset + limit < all.length ? `https://api.spotify.com/v1/next?offset=${offset + limit}&limit=${limit}` : null;
  return { href: "", items: all.slice(offset, offset + limit), limit, offset, next, previous: null, total: all.length };
}

const isBy = (track: object, artist: string) => JSON.stringify(track).includes(`"name":"${artist}"`);

function listTracks(state: State) {
  return CATALOG.albums.flatMap((album) => album.tracks.map((track) => ({ ...track, album: describeAlbum(state, album) })));
}

function describeAlbum({ imageOrigin }: State, { id, name, artist, tracks }: (typeof CATALOG.albums)[number]) {
  const images = createImages(imageOrigin, id);
  return { id, name, type: "album", artists: [artist], total_tracks: tracks.length, images, release_date: "1988" };
}

function describePlaylist({ imageOrigin }: State, { id, name, owner, entries }: (typeof CATALOG.playlists)[number]) {
  // the images of playlists have no size
  const images = [{ url: `${imageOrigin}/image/${id}`, width: null, height: null }];
  return { id, name, type: "playlist", owner: { id: owner, display_name: owner }, images, tracks: { total: entries.length } };
}

function describeArtist({ imageOrigin }: State, { id, name }: (typeof CATALOG.artists)[number]) {
  return { id, name, type: "artist", genres: [], images: createImages(imageOrigin, id) };
}

function describeEntry(tracks: ReadonlyMap<unknown, object>, name: "track" | "item", entry: unknown): unknown {
  const full = tracks.get(Object(entry).id) ?? entry;
  return { added_at: "2020-01-01T00:00:00Z", is_local: Object(entry).is_local === true, [name]: full };
}

/** One pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
