import { env } from "cloudflare:test";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { ObjectId } from "#app/domain/ids.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import type { TestUser } from "#tests/workers/support/seed-user.ts";
import { audioFixture, putPart } from "#tests/workers/support/upload.ts";
import { createWebp } from "#tests/workers/tracks/track-fixtures.ts";
import type { Caller } from "./caller-kinds.ts";
import { type Callers, getSelf } from "./callers.ts";
import { attemptToJoin, openLiveSocket, openLobbySocket } from "./connect-to-room.ts";
import { seedImportBatch, seedTrackInEntry, seedUpload } from "./seeded-content.ts";
import type { SeededRoom } from "./seeded-room.ts";

export type RouteContext = {
  readonly callers: Callers;
  readonly room: SeededRoom;
  readonly caller: Caller;
  readonly client: Client;
  /** The id of a track in the room, and of its audio and cover. */
  readonly object: ObjectId;
  /** The query of the caller's media grant; empty if the caller has not joined. */
  readonly mediaQuery: string;
};
type RouteCall = (context: RouteContext) => Promise<string>;

const PICTURE = createWebp(512);

type Whose = "own" | "another's";

function toUser({ callers, caller }: RouteContext, whose: Whose): TestUser {
  return whose === "own" ? getSelf(callers, caller) : callers.colleague;
}

const get =
  (path: (context: RouteContext) => string): RouteCall =>
  async (context) =>
    statusOf(await context.client.fetch(path(context)));

const putToUpload =
  (whose: Whose, what: "cover" | "parts/1"): RouteCall =>
  async (context) => {
    const { room, client } = context;
    const uploadId = await seedUpload(room, toUser(context, whose), { sizeBytes: 10 });
    if (what === "parts/1") return statusOf(await putPart(client, uploadId, 1, new Uint8Array(10)));
    const headers = { Origin: ORIGIN };
    return statusOf(await client.fetch(`/api/uploads/${uploadId}/cover`, { method: "PUT", headers, body: PICTURE }));
  };

const importOne = async (context: RouteContext, whose: Whose) => {
  const { itemId } = await seedImportBatch(context.room, toUser(context, whose), whose);
  return statusOf(await context.client.post(`/api/imports/${itemId}`, {}));
};

const getPicture =
  (track: Whose, entry: Whose, { isRoomNamed = true } = {}): RouteCall =>
  async (context) => {
    const { room, client } = context;
    const users = { uploader: toUser(context, track), adder: toUser(context, entry) };
    const trackId = await seedTrackInEntry(room, { ...users, file: audioFixture("cover.mp3") });
    return statusOf(await client.fetch(`/media/picture/${trackId}${isRoomNamed ? `?room=${room.id}` : ""}`));
  };

const getOwnFile =
  (whose: Whose): RouteCall =>
  async (context) => {
    const { room, callers, client } = context;
    const users = { uploader: toUser(context, whose), adder: callers.colleague };
    const trackId = await seedTrackInEntry(room, { ...users, file: audioFixture("vorbis.ogg") });
    return statusOf(await client.fetch(`/media/own/${trackId}`));
  };

/** The call of each row of the routes table. */
export const ROUTE_CALLS: Readonly<Record<string, RouteCall>> = {
  "GET /": get(() => "/"),
  "GET /_root.data": get(() => "/_root.data"),
  "GET /room/:id": get(({ room }) => `/room/${room.info.url}`),
  "GET /room/:id.data": get(({ room }) => `/room/${room.info.url}.data`),
  "GET /rooms/new": get(() => "/rooms/new"),
  "GET /invite/:code": get(({ room }) => `/invite/${room.invite.code}`),
  "GET /auth": get(() => "/auth"),
  "GET /auth/done": get(() => "/auth/done"),
  "GET /reset-password": get(() => "/reset-password"),
  "GET /protected": get(() => "/protected"),
  "GET /help": get(() => "/help"),
  "GET /settings": get(() => "/settings"),
  "GET /offline": get(() => "/offline"),
  "GET /share": get(() => "/share"),
  "POST /share": async ({ client }) => statusOf(await client.post("/share", {})),
  "GET /dev": get(() => "/dev"),
  "GET /dev/ui": get(() => "/dev/ui"),
  "GET /dev/mail": get(() => "/dev/mail"),
  "GET /dev/debug": get(() => "/dev/debug"),
  "GET /dev/debug-migration": get(() => "/dev/debug-migration"),
  "GET /dev/debug-r2": get(() => "/dev/debug-r2"),
  "GET /dev/duplicates": get(() => "/dev/duplicates"),
  "GET /dev/rooms/:id": get(({ room }) => `/dev/rooms/${room.id}`),
  "GET /dev/notices": get(() => "/dev/notices"),
  "GET /dev/audio-normalize": get(() => "/dev/audio-normalize"),
  "GET /dev/track-parser-test": get(() => "/dev/track-parser-test"),
  "GET /dev/yandex-music-test": get(() => "/dev/yandex-music-test"),
  "GET /dev/yandex-music-test-v2": get(() => "/dev/yandex-music-test-v2"),
  "GET /dev/spotify-search-test": get(() => "/dev/spotify-search-test"),
  "GET /dev/spotify-find-track-test": get(() => "/dev/spotify-find-track-test"),
  "GET /dev/artist-search-comparison": get(() => "/dev/artist-search-comparison"),
  "GET /dev/*": get(() => "/dev/no/such/page"),
  "GET *": get(() => "/no/such/page"),
  "GET /healthz": get(() => "/healthz"),
  "GET /metrics": get(() => "/metrics"),
  "GET /api/health": get(() => "/api/health"),
  "GET /api/_auth/session": get(() => "/api/_auth/session"),
  "GET /media/audio/:id": get(({ object, mediaQuery }) => `/media/audio/${object}?${mediaQuery}`),
  "GET /media/map/:id": get(({ object, mediaQuery }) => `/media/map/${object}?${mediaQuery}`),
  "GET /media/cover/:id": get(({ object, mediaQuery }) => `/media/cover/${object}?${mediaQuery}`),
  "GET /media/wave/:id": get(({ object, mediaQuery }) => `/media/wave/${object}?${mediaQuery}`),
  "GET /media/library-cover/:id": get(({ object }) => `/media/library-cover/${object}`),
  "GET /media/own/:trackId own": getOwnFile("own"),
  "GET /media/own/:trackId another's": getOwnFile("another's"),
  "GET /api/account/export": get(() => "/api/account/export"),
  "GET /media/picture/:trackId own": getPicture("own", "another's"),
  "GET /media/picture/:trackId in an own entry": getPicture("another's", "own"),
  "GET /media/picture/:trackId in another's entry": getPicture("another's", "another's"),
  "GET /media/picture/:trackId without a room": getPicture("another's", "own", { isRoomNamed: false }),
  "POST /api/clear-cache": async ({ client }) => statusOf(await client.post("/api/clear-cache", {})),
  ...createProviderCalls("google"),
  ...createProviderCalls("github"),
  ...createProviderCalls("spotify"),
  "GET /media/avatar/:id": get(({ object }) => `/media/avatar/${object}`),
  "GET /api/ably/token": get(() => "/api/ably/token"),
  "GET /api/rooms/:id/ticket": get(({ room }) => `/api/rooms/${room.id}/ticket`),
  "POST /api/covers": async ({ client }) =>
    statusOf(await client.fetch("/api/covers", { method: "POST", headers: { Origin: ORIGIN }, body: PICTURE })),
  "PUT /api/uploads/:id/parts/:number own": putToUpload("own", "parts/1"),
  "PUT /api/uploads/:id/parts/:number another's": putToUpload("another's", "parts/1"),
  "PUT /api/uploads/:id/cover own": putToUpload("own", "cover"),
  "PUT /api/uploads/:id/cover another's": putToUpload("another's", "cover"),
  "POST /api/rooms/:id/links": async ({ client, room }) =>
    statusOf(await client.post(`/api/rooms/${room.id}/links`, { link: "http://127.0.0.1:9/nothing.mp3" })),
  "POST /api/imports/:id own": (context) => importOne(context, "own"),
  "POST /api/imports/:id another's": (context) => importOne(context, "another's"),
  // no caller has connected the service
  "GET /api/imports/cover": get(() => "/api/imports/cover?service=yandex&cover=1"),
  "GET /api/rooms/:id/socket": async ({ client, room }) => (await attemptToJoin(client, room.id)).outcome,
  "POST /api/query_ts": async ({ client }) => statusOf(await client.post("/api/query_ts", {})),
  "POST /api/query_at_ts": async ({ client, room }) => {
    const { ts } = await (await client.post("/api/query_ts", {})).json<{ ts: string }>();
    return statusOf(await client.post("/api/query_at_ts", { path: "rooms.get", args: { id: room.id }, ts }));
  },
  "POST /api/debug_event": async ({ client }) => statusOf(await client.post("/api/debug_event", { event: "x" })),
  "GET /api/:version/sync": async ({ client }) => {
    const socket = await openLiveSocket(client);
    socket?.accept();
    socket?.close(1000);
    return socket ? "joined" : "none";
  },
  "GET /api/lobby/socket": async ({ client }) => {
    const socket = await openLobbySocket(client);
    socket?.accept();
    socket?.close(1000);
    return socket ? "joined" : "none";
  },
};

/** No provider is configured in tests: a caller who may link an account gets that error. */
function createProviderCalls(provider: Provider): typeof ROUTE_CALLS {
  return {
    [`GET /api/auth/link-${provider}`]: async ({ client }) => {
      // the clock of the tests advances, and linking requires a recent session
      await env.DB.prepare("UPDATE sessions SET created_at_ms = ?").bind(Date.now()).run();
      const location = (await client.fetch(`/api/auth/link-${provider}`)).headers.get("Location") ?? "";
      const error = new URL(location, ORIGIN).searchParams.get("error")?.replace("auth.errors.", "") ?? "none";
      return error === "provider-unavailable" ? "ok" : error;
    },
    [`POST /api/auth/unlink-${provider}`]: async ({ client }) =>
      statusOf(await client.post(`/api/auth/unlink-${provider}`, {})),
  };
}

/** Routes without a row: signing in, which no room takes part in, and the functions, which have their own table. */
export const OTHER_ROUTES = new Set([
  "DELETE /api/_auth/session",
  "POST /api/auth/login",
  "POST /api/auth/register",
  "POST /api/auth/confirm",
  "POST /api/auth/request-password-reset",
  "POST /api/auth/verify-reset-token",
  "POST /api/auth/reset-password-with-token",
  "POST /api/auth/auto-login",
  "POST /api/auth/change-password",
  "POST /api/auth/update-session",
  ...PROVIDERS.flatMap((provider) => [`GET /auth/${provider}`, `GET /auth/${provider}/callback`]),
  "POST /api/:kind{(?:query|mutation|action)}",
  "POST /api/function",
  "GET /assets/*",
]);

/** The status of a response whose body is not needed. */
export function statusOf(response: Response): string {
  // a page streams until its body is read or canceled
  response.body?.cancel();
  return String(response.status);
}
