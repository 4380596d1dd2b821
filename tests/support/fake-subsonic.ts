import { createHash } from "node:crypto";
import { applyFault, ENVELOPE, respondWithError, type SubsonicFault } from "./subsonic-faults.ts";
import { type FakeLibrary, LIBRARY_QUERIES, type SubsonicPayload } from "./subsonic-library.ts";

/** The account of the fake server. The texts need encoding in a URL and in UTF-8. */
export const SUBSONIC_ACCOUNT = { username: "Вера & co", password: "пароль+1 %&=", apiKey: "key/+ of tests" } as const;

/** Which of the API the server supports. A modern OpenSubsonic server supports all of it. */
export type SubsonicFeatures = {
  /** Without tokens, it answers them with error 41, or as an old server, which misses the parameter of the password. */
  readonly tokens: "supported" | "refused" | "unknown";
  readonly hasApiKeys: boolean;
  readonly hasTokenInfo: boolean;
  readonly hasLyrics: boolean;
  /** Whether the account may download. */
  readonly hasDownloads: boolean;
};

const MODERN: SubsonicFeatures = {
  tokens: "supported",
  hasApiKeys: true,
  hasTokenInfo: true,
  hasLyrics: true,
  hasDownloads: true,
};

type State = {
  library: FakeLibrary;
  features: SubsonicFeatures;
  readonly faults: Map<string, SubsonicFault>;
  readonly receivedRequests: URL[];
};

export type FakeSubsonic = ReturnType<typeof createFakeSubsonic>;

/**
 * An OpenSubsonic server as its clients see it: it checks logins, answers from a library and sends files. It can be mounted
 * below any path. Source: https://opensubsonic.netlify.app/docs/
 */
export function createFakeSubsonic(library: FakeLibrary = { songs: [], playlists: [] }) {
  const state: State = { library, features: MODERN, faults: new Map(), receivedRequests: [] };
  return {
    handleRequest: (request: Request) => handleRequest(state, request),
    /** The URLs of all requests, with their credentials. */
    receivedRequests: state.receivedRequests as readonly URL[],
    setLibrary(next: FakeLibrary) {
      state.library = next;
    },
    /** Replaces the features: those that are not given are supported. */
    setFeatures(features: Partial<SubsonicFeatures>) {
      state.features = { ...MODERN, ...features };
    },
    /** The fault of one endpoint, such as `getSong`, or of all with `*`. */
    setFault(endpoint: string, fault: SubsonicFault | null) {
      if (fault) state.faults.set(endpoint, fault);
      else state.faults.delete(endpoint);
    },
    /** Without faults, with all features and without recorded requests. */
    reset() {
      state.features = MODERN;
      state.faults.clear();
      state.receivedRequests.length = 0;
    },
  };
}

async function handleRequest(state: State, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const endpoint = /\/rest\/(\w+)(\.view)?$/.exec(url.pathname)?.[1];
  if (!endpoint) return new Response("Not Found", { status: 404 });
  state.receivedRequests.push(url);
  const fault = state.faults.get(endpoint) ?? state.faults.get("*");
  const response = respond(state, endpoint, url.searchParams);
  return fault ? applyFault(fault, response) : response;
}

function respond(state: State, endpoint: string, parameters: URLSearchParams): Response {
  // before 1.13, the API had no tokens
  const version = state.features.tokens === "unknown" ? "1.10.2" : ENVELOPE.version;
  const loginError = checkLogin(state.features, parameters);
  if (loginError !== null) return respondWithError(loginError, { version });
  if (endpoint === "download") return download(state, parameters.get("id"));
  if (endpoint === "getCoverArt") return new Response(PNG, { headers: { "Content-Type": "image/png" } });
  const payload = query(state, endpoint, parameters);
  if (payload === null) return respondWithError(0, { version, status: 404 });
  if ("errorCode" in payload) return respondWithError(Number(payload.errorCode), { version });
  return Response.json({ "subsonic-response": { ...ENVELOPE, version, ...payload } });
}

/** Null for an endpoint that the server does not have. */
function query({ library, features }: State, endpoint: string, parameters: URLSearchParams): SubsonicPayload | null {
  if (endpoint === "ping") return {};
  if (endpoint === "tokenInfo") return features.hasTokenInfo ? { tokenInfo: { username: SUBSONIC_ACCOUNT.username } } : null;
  if (endpoint === "getLyricsBySongId" && !features.hasLyrics) return null;
  return LIBRARY_QUERIES[endpoint]?.(library, parameters) ?? null;
}

/** Returns the error code of a refused login. */
function checkLogin(features: SubsonicFeatures, parameters: URLSearchParams): number | null {
  const { u, p, t, s, v, c, apiKey } = Object.fromEntries(parameters) as Readonly<Record<string, string | undefined>>;
  if (!v || !c) return MISSING;
  if (apiKey !== undefined) {
    if (!features.hasApiKeys) return 42;
    if (u !== undefined || p !== undefined || t !== undefined) return 43;
    return apiKey === SUBSONIC_ACCOUNT.apiKey ? null : 44;
  }
  if (u === undefined) return MISSING;
  if (p !== undefined && t !== undefined) return 43;
  if (p === undefined) return checkToken(features, { u, t, s });
  return isRightName(u) && isRightPassword(p) ? null : WRONG_LOGIN;
}

const MISSING = 10;
const WRONG_LOGIN = 40;

const isRightName = (name: string) => name === SUBSONIC_ACCOUNT.username;

function isRightPassword(parameter: string): boolean {
  const password = parameter.startsWith("enc:") ? Buffer.from(parameter.slice(4), "hex").toString() : parameter;
  return password === SUBSONIC_ACCOUNT.password;
}

type Token = { readonly u: string; readonly t: string | undefined; readonly s: string | undefined };

function checkToken({ tokens }: SubsonicFeatures, { u, t, s }: Token): number | null {
  if (tokens === "unknown" || !t || !s) return MISSING;
  if (tokens === "refused") return 41;
  const expected = createHash("md5").update(`${SUBSONIC_ACCOUNT.password}${s}`).digest("hex");
  return isRightName(u) && s.length >= 6 && t === expected ? null : WRONG_LOGIN;
}

function download({ library, features }: State, id: string | null): Response {
  if (!features.hasDownloads) return respondWithError(50);
  const song = library.songs.find((one) => one.id === id);
  if (!song) return respondWithError(id === null ? MISSING : 70);
  return new Response(new Uint8Array(song.bytes), {
    headers: { "Content-Type": song.contentType, "Content-Length": String(song.bytes.length) },
  });
}

/** A picture of one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
