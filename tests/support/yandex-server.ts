// An imitation of Yandex Music over HTTP: its API, the storage of its files and its covers on one origin.

import { createHash, createHmac } from "node:crypto";
import { type RequestServer, serveRequests } from "./serve-requests.ts";
import { respondWithFault, type YandexFault } from "./yandex-faults.ts";
import { createYandexLibrary, YANDEX_UID, type YandexFormat, type YandexLibrary } from "./yandex-library.ts";

export type { YandexFault } from "./yandex-faults.ts";

export type YandexEndpoint =
  | "account"
  | "search"
  | "playlists"
  | "playlist"
  | "likes"
  | "tracks"
  | "album"
  | "artist"
  | "download-info"
  | "file-info"
  | "link-info"
  | "audio"
  | "cover";

export type YandexOptions = {
  /** The file of every track. */
  readonly audio: Uint8Array;
  /** The path of the API, such as `/yandex`. Files are always served at `/get-mp3/`. */
  readonly prefix?: string;
};

export type YandexState = {
  readonly prefix: string;
  readonly library: YandexLibrary;
  readonly faults: Map<YandexEndpoint, YandexFault>;
  /** All requests in their order, such as `GET /tracks/101/download-info`, with their Authorization header. */
  readonly requests: { readonly line: string; readonly authorization: string | null }[];
  audio: Uint8Array;
  /** The token of the account. */
  token: string;
  isTokenExpired: boolean;
  /** The key that the API checks the signatures of `get-file-info` with. */
  fileKey: string;
  /** The fields of the response to a signed request that differ. */
  fileInfo: Record<string, unknown>;
  /** Whether the parts of a file's address are JSON. The default is XML. */
  isLinkInfoJson: boolean;
  /** Called when a stalled response has sent its last byte. */
  onStall: (() => void) | null;
};

export function createYandexState({ audio, prefix = "" }: YandexOptions): YandexState {
  return {
    prefix,
    library: createYandexLibrary(),
    faults: new Map(),
    requests: [],
    audio,
    token: "y0_example-token",
    isTokenExpired: false,
    fileKey: "example-file-key",
    fileInfo: {},
    isLinkInfoJson: false,
    onStall: null,
  };
}

type Call = { readonly state: YandexState; readonly request: Request; readonly url: URL; readonly parts: readonly string[] };
type Route = {
  readonly endpoint: YandexEndpoint;
  readonly path: RegExp;
  readonly respond: (call: Call) => Response | Promise<Response>;
};

const ROUTES: readonly Route[] = [
  { endpoint: "account", path: /^\/account\/status$/, respond: sendAccount },
  { endpoint: "search", path: /^\/search$/, respond: search },
  { endpoint: "playlists", path: /^\/users\/([^/]+)\/playlists\/list$/, respond: listPlaylists },
  { endpoint: "playlist", path: /^\/users\/([^/]+)\/playlists\/(\d+)$/, respond: sendPlaylist },
  { endpoint: "playlist", path: /^\/playlist\/([^/]+)$/, respond: sendPlaylist },
  { endpoint: "likes", path: /^\/users\/([^/]+)\/likes\/tracks$/, respond: sendLikes },
  { endpoint: "tracks", path: /^\/tracks$/, respond: sendTracks },
  { endpoint: "album", path: /^\/albums\/(\d+)\/with-tracks$/, respond: sendAlbum },
  { endpoint: "artist", path: /^\/artists\/(\d+)\/tracks$/, respond: sendArtistTracks },
  { endpoint: "download-info", path: /^\/tracks\/([^/]+)\/download-info$/, respond: listFormats },
  { endpoint: "file-info", path: /^\/get-file-info$/, respond: sendFileInfo },
  { endpoint: "link-info", path: /^\/link-info\/([^/]+)\/([^/]+)$/, respond: sendLinkInfo },
  { endpoint: "audio", path: /^\/get-mp3\/([^/]+)\/([^/]+)(\/music\/[^/]+\/([^/]+))$/, respond: sendAudio },
  {
    endpoint: "cover",
    path: /^\/covers\/.*$/,
    respond: () => new Response("cover", { headers: { "Content-Type": "image/jpeg" } }),
  },
];

/** These are on hosts that the token must not be sent to. */
const WITHOUT_TOKEN: readonly YandexEndpoint[] = ["link-info", "audio", "cover"];

/** Null for a path that is not one of the service, so that a server can have other services too. */
export async function handleYandexRequest(state: YandexState, request: Request): Promise<Response | null> {
  const url = new URL(request.url);
  const path = url.pathname.startsWith("/get-mp3/") ? url.pathname : stripPrefix(url.pathname, state.prefix);
  const route = path === null ? undefined : ROUTES.find((candidate) => candidate.path.test(path));
  if (path === null || !route) return null;
  const authorization = request.headers.get("Authorization");
  state.requests.push({ line: `${request.method} ${path}`, authorization });
  const call = { state, request, url, parts: route.path.exec(path)?.slice(1) ?? [] };
  const respond = () => refuse(call, route.endpoint) ?? route.respond(call);
  const fault = state.faults.get(route.endpoint);
  return fault ? respondWithFault(fault, { respond, signal: request.signal, onStall: () => state.onStall?.() }) : respond();
}

function stripPrefix(path: string, prefix: string): string | null {
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null;
}

function refuse({ state, request }: Call, endpoint: YandexEndpoint): Response | null {
  const authorization = request.headers.get("Authorization");
  if (WITHOUT_TOKEN.includes(endpoint)) return authorization ? fail(400, "unexpected-token") : null;
  if (authorization === `OAuth ${state.token}` && !state.isTokenExpired) return null;
  if (!authorization && endpoint === "account") return null;
  return state.isTokenExpired
    ? fail(401, "session-expired", "Your OAuth token is likely expired")
    : fail(401, "not-authenticated", "Authentication is required");
}

const sendResult = (result: unknown) => Response.json({ invocationInfo: { hostname: "imitation", "req-id": "1" }, result });

function fail(status: number, name: string, message = ""): Response {
  return Response.json({ invocationInfo: { "req-id": "1" }, error: { name, message } }, { status });
}

function sendAccount({ state, request }: Call): Response {
  const anonymous = { now: "2026-01-01T00:00:00+00:00", serviceAvailable: true };
  const account = request.headers.get("Authorization") ? { ...anonymous, ...state.library.account } : anonymous;
  return sendResult({ account, permissions: {}, subscription: {}, plus: { hasPlus: true } });
}

function search({ state, url }: Call): Response {
  const text = (url.searchParams.get("text") ?? "").toLowerCase();
  const { tracks, albums, playlists } = state.library;
  const find = (items: Iterable<Record<string, unknown>>) =>
    [...items].filter(({ title }) => String(title).toLowerCase().includes(text));
  const sections = {
    tracks: find(tracks.values()),
    albums: find(albums.values()),
    playlists: find(new Set(playlists.values())),
  };
  const found = Object.entries(sections).filter(([, results]) => results.length > 0);
  const artists = "the example".includes(text) ? { artists: { total: 1, results: [{ id: 77, name: "The Example" }] } } : {};
  return sendResult({
    text,
    ...Object.fromEntries(found.map(([name, results]) => [name, { total: results.length, results }])),
    ...artists,
  });
}

function listPlaylists({ state, parts: [user] }: Call): Response {
  const own = [...state.library.playlists].filter(([id]) => id.startsWith(`${user}:`));
  return sendResult(own.map(([, { tracks: _, ...playlist }]) => playlist));
}

function sendPlaylist({ state, parts }: Call): Response {
  const playlist = state.library.playlists.get(decodeURIComponent(parts.join(":")));
  return playlist ? sendResult(playlist) : fail(404, "playlist-not-found");
}

function sendLikes({ state }: Call): Response {
  return sendResult({ library: { uid: Number(YANDEX_UID), revision: 7, tracks: state.library.liked } });
}

async function sendTracks({ state, request }: Call): Promise<Response> {
  const ids = new URLSearchParams(await request.text()).get("track-ids")?.split(",") ?? [];
  return sendResult(ids.flatMap((id) => state.library.tracks.get(id.replace(/:.*$/, "")) ?? []));
}

function sendAlbum({ state, parts: [id = ""] }: Call): Response {
  const album = state.library.albums.get(id);
  return album ? sendResult(album) : fail(404, "album-not-found");
}

function sendArtistTracks({ state, url, parts: [id = ""] }: Call): Response {
  const ids = state.library.artists.get(id);
  if (!ids) return fail(404, "artist-not-found");
  const page = Number(url.searchParams.get("page"));
  const size = Number(url.searchParams.get("page-size"));
  const tracks = ids.slice(page * size, (page + 1) * size).flatMap((track) => state.library.tracks.get(track) ?? []);
  return sendResult({ pager: { page, perPage: size, total: ids.length }, tracks });
}

function listFormats({ state, request, parts: [id] }: Call): Response {
  const toVariant = ({ codec, kbps, isPreview = false, infoUrl }: YandexFormat) => ({
    codec,
    bitrateInKbps: kbps,
    gain: false,
    preview: isPreview,
    downloadInfoUrl: infoUrl ?? `http://${readHost(request)}${state.prefix}/link-info/${id}/${kbps}.${codec}?sign=1&ts=2`,
    direct: false,
  });
  return sendResult(state.library.formats.map(toVariant));
}

function sendFileInfo({ state, request, url }: Call): Response {
  const { ts = "", trackId = "", quality, codecs = "", transports, sign } = Object.fromEntries(url.searchParams);
  const signed = `${ts}${trackId}${quality}${codecs.replaceAll(",", "")}${transports}`;
  const expected = createHmac("sha256", state.fileKey).update(signed).digest("base64").slice(0, -1);
  const error = { name: "track-download-info-error", message: "not-allowed" };
  if (sign !== expected || Math.abs(Number(ts) - Date.now() / 1000) > 600)
    return Response.json({ result: error }, { status: 403 });
  const link = `http://${readHost(request)}${toFilePath(trackId, "1000.flac")}`;
  const info = { trackId, quality: "lossless", codec: "flac", bitrate: 1000, transport: "raw", urls: [link], url: link };
  return sendResult({ downloadInfo: { ...info, ...state.fileInfo } });
}

function sendLinkInfo({ state, request, parts: [id = "", file = ""] }: Call): Response {
  const [, , , , ...path] = toFilePath(id, file).split("/");
  const info = { host: readHost(request), path: `/${path.join("/")}`, ts: FILE_TS, s: toSecret(id, file) };
  if (state.isLinkInfoJson) return Response.json(info);
  const fields = Object.entries(info).map(([name, value]) => `<${name}>${value}</${name}>`);
  const xml = `<?xml version="1.0" encoding="utf-8"?><download-info>${fields.join("")}<region>-1</region></download-info>`;
  return new Response(xml, { headers: { "Content-Type": "application/xml" } });
}

function sendAudio({ state, url, parts: [, , path = "", file = ""] }: Call): Response {
  const id = path.split("/")[2] ?? "";
  if (url.pathname !== toFilePath(id, file)) return new Response("Gone", { status: 410 });
  const isFlac = file.endsWith(".flac");
  const headers = { "Content-Type": isFlac ? "audio/flac" : "audio/mpeg", "Content-Length": `${state.audio.byteLength}` };
  return new Response(Buffer.from(state.audio), { headers });
}

const FILE_TS = "19c04d4eff8";

/** The address that the service accepts, signed with the constant of the web player. */
function toFilePath(id: string, file: string): string {
  const path = `/music/${id}/${file}`;
  const hash = createHash("md5")
    .update(`XGRlBW9FXlekgbPrRHuSiA${path.slice(1)}${toSecret(id, file)}`)
    .digest("hex");
  return `/get-mp3/${hash}/${FILE_TS}${path}`;
}

function toSecret(id: string, file: string): string {
  return createHash("sha256").update(`${id} ${file}`).digest("hex");
}

/** The host that the client has connected to: a shared server builds its URLs without the port. */
function readHost(request: Request): string {
  return request.headers.get("Host") ?? new URL(request.url).host;
}

export type YandexServer = RequestServer & { readonly state: YandexState };

/** Serves one account with its library on a port of its own. */
export async function startYandexServer(options: YandexOptions): Promise<YandexServer> {
  const state = createYandexState(options);
  const server = await serveRequests(async (request) => (await handleYandexRequest(state, request)) ?? fail(404, "not-found"));
  return { ...server, state, origin: server.origin + state.prefix };
}
