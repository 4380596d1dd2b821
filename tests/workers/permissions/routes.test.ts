import { env } from "cloudflare:test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { ObjectId } from "#app/domain/ids.ts";
import { type Client, ORIGIN } from "#tests/workers/support/client.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { audioFixture, putPart } from "#tests/workers/support/upload.ts";
import { createWebp } from "#tests/workers/tracks/track-fixtures.ts";
import { avatarRoutes } from "#workers/accounts/avatar/avatar-routes.ts";
import { exportRoutes } from "#workers/accounts/export/export-routes.ts";
import { passwordRoutes } from "#workers/accounts/passwords/password-routes.ts";
import { profileRoutes } from "#workers/accounts/profile/profile-routes.ts";
import { providerRoutes } from "#workers/accounts/providers/provider-routes.ts";
import { authRoutes } from "#workers/accounts/sign-in/auth-routes.ts";
import { functionRoutes } from "#workers/api/function-routes.ts";
import { clearCacheRoutes } from "#workers/http/clear-cache-routes.ts";
import { linkRoutes } from "#workers/imports/import-routes.ts";
import { mediaRoutes } from "#workers/media/media-routes.ts";
import { audioKey, avatarKey, coverKey, seekMapKey } from "#workers/media/object-keys.ts";
import { coverRoutes } from "#workers/tracks/cover-routes.ts";
import { uploadRoutes } from "#workers/uploads/upload-routes.ts";
import { type Callers, clientFor, seedCallers, seedUser, type TestUser } from "./callers.ts";
import { COMMAND_NAMES, prepareCommand } from "./command-calls.ts";
import { attemptToJoin, openLobbySocket } from "./connect-to-room.ts";
import { CALLERS, type Caller, expectedOutcome, listRows, ROOM_KINDS } from "./expected-outcomes.ts";
import { getSelf } from "./function-calls.ts";
import { seedRoomTrack, seedTrackInEntry, seedUpload } from "./seeded-content.ts";
import { createCallerClient, type SeededRoom, seedRoom } from "./seeded-room.ts";
import { readRoomState } from "./stored-room.ts";

type RouteContext = {
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

const PICTURE = createWebp(64);

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
const ROUTE_CALLS: Readonly<Record<string, RouteCall>> = {
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
  "GET /dev": get(() => "/dev"),
  "GET /dev/ui": get(() => "/dev/ui"),
  "GET /dev/mail": get(() => "/dev/mail"),
  "GET *": get(() => "/no/such/page"),
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
  "POST /api/covers": async ({ client }) =>
    statusOf(await client.fetch("/api/covers", { method: "POST", headers: { Origin: ORIGIN }, body: PICTURE })),
  "PUT /api/uploads/:id/parts/:number own": putToUpload("own", "parts/1"),
  "PUT /api/uploads/:id/parts/:number another's": putToUpload("another's", "parts/1"),
  "PUT /api/uploads/:id/cover own": putToUpload("own", "cover"),
  "PUT /api/uploads/:id/cover another's": putToUpload("another's", "cover"),
  "POST /api/rooms/:id/links": async ({ client, room }) =>
    statusOf(await client.post(`/api/rooms/${room.id}/links`, { link: "http://127.0.0.1:9/nothing.mp3" })),
  "GET /api/rooms/:id/socket": async ({ client, room }) => (await attemptToJoin(client, room.id)).outcome,
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
      const location = (await client.fetch(`/api/auth/link-${provider}`)).headers.get("Location") ?? "";
      const error = new URL(location, ORIGIN).searchParams.get("error")?.replace("auth.errors.", "") ?? "none";
      return error === "provider-unavailable" ? "ok" : error;
    },
    [`POST /api/auth/unlink-${provider}`]: async ({ client }) =>
      statusOf(await client.post(`/api/auth/unlink-${provider}`, {})),
  };
}

/** Routes without a row: signing in, which no room takes part in, and the functions, which have their own table. */
const OTHER_ROUTES = new Set([
  "DELETE /api/_auth/session",
  "POST /api/auth/login",
  "POST /api/auth/register",
  "POST /api/auth/request-password-reset",
  "POST /api/auth/verify-reset-token",
  "POST /api/auth/reset-password-with-token",
  "POST /api/auth/auto-login",
  "POST /api/auth/change-password",
  "POST /api/auth/update-session",
  ...PROVIDERS.flatMap((provider) => [`GET /auth/${provider}`, `GET /auth/${provider}/callback`]),
  "POST /api/:kind{query|mutation|action}",
  "POST /api/function",
]);

let callers: Callers;
beforeAll(async () => {
  callers = await seedCallers();
});

describe("the routes table", () => {
  it("has a call for every row", () => {
    expect(Object.keys(ROUTE_CALLS).sort()).toEqual([...listRows("routes")].sort());
  });

  it("names every route", async () => {
    const rows = listRows("routes").map((row) => row.split(" ").slice(0, 2).join(" "));
    const named = new Set([...rows, ...OTHER_ROUTES]);
    const { routes: pages } = await import("virtual:remix/server-build");
    const served = [
      ...[
        authRoutes,
        passwordRoutes,
        providerRoutes,
        exportRoutes,
        functionRoutes,
        clearCacheRoutes,
        uploadRoutes,
        linkRoutes,
        mediaRoutes,
        coverRoutes,
        avatarRoutes,
        profileRoutes,
      ].flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`)),
      ...Object.values(pages).flatMap(({ id, path }) => (id === "root" ? [] : `GET ${toPath(path)}`)),
    ];
    expect(served.length).toBeGreaterThan(15);
    const help = "add a row to ROUTES in expected-outcomes.ts and a call to ROUTE_CALLS in routes.test.ts for each of";
    const missing = served.filter((route) => !named.has(route));
    expect(missing, help).toEqual([]);
  });
});

describe("the commands table", () => {
  it("names every command", () => {
    const names = [...COMMAND_NAMES, ...Object.keys(OTHER_MESSAGES)];
    expect([...listRows("commands")].sort()).toEqual(names.sort());
  });
});

const toPath = (path: string | undefined) => (path === "*" ? path : `/${path ?? ""}`);

describe.each(ROOM_KINDS)("in a room that is %s", (kind) => {
  let room: SeededRoom;
  let object: ObjectId;
  const devices = new Map<Caller, RoomDevice>();

  beforeAll(async () => {
    room = await seedRoom(callers, kind);
    ({ object } = await seedRoomTrack(room, callers.owner));
    for (const key of [audioKey, seekMapKey, coverKey, avatarKey]) await env.MEDIA.put(key(object), "bytes");
    for (const caller of CALLERS) {
      const canJoin = expectedOutcome("routes", "GET /api/rooms/:id/socket", { caller, kind }) === "joined";
      if (canJoin) devices.set(caller, await joinRoom(createCallerClient(callers, caller, room), room.id));
    }
  });
  afterAll(() => {
    for (const { socket } of devices.values()) socket.close(1000);
  });

  const createContext = (caller: Caller): RouteContext => {
    const client = createCallerClient(callers, caller, room);
    return { callers, room, caller, client, object, mediaQuery: devices.get(caller)?.snapshot.media.query ?? "" };
  };

  it.each(listRows("routes"))("%s has the expected outcome for every caller", async (row) => {
    const wrong: string[] = [];
    for (const caller of CALLERS) {
      const outcome = await ROUTE_CALLS[row]?.(createContext(caller));
      const expected = expectedOutcome("routes", row, { caller, kind });
      if (outcome !== expected) wrong.push(`${caller}: ${outcome}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(listRows("commands"))("%s over the socket has the expected outcome for every caller", async (row) => {
    const wrong: string[] = [];
    for (const caller of CALLERS) {
      const device = devices.get(caller);
      const expected = expectedOutcome("commands", row, { caller, kind });
      if (!device && expected === "-") continue;
      const sendOther = OTHER_MESSAGES[row];
      const outcome = device && (await (sendOther ? sendOther(device) : runCommand(device, row, { callers, room, caller })));
      if (outcome !== expected) wrong.push(`${caller}: ${outcome}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** The messages of a device beside commands. */
const OTHER_MESSAGES: Readonly<Record<string, (device: RoomDevice) => Promise<string>>> = {
  snapshot: async (device) => {
    device.send({ type: "request-snapshot" });
    return (await device.next("snapshot")).entryCount > 0 ? "ok" : "empty";
  },
  clock: async (device) => {
    device.send({ type: "clock", sentLocalMs: 1, roundTripMs: null });
    return (await device.next("clock")).sentLocalMs === 1 ? "ok" : "another reply";
  },
  report: async (device) => {
    device.send({ type: "report", report: { errorMs: 1, boundMs: 1 } });
    // a report has no reply; the reply to the next message shows that it was accepted
    device.send({ type: "clock", sentLocalMs: 2, roundTripMs: null });
    return Promise.race([device.next("error").then(({ error }) => error), device.next("clock").then(() => "ok")]);
  },
};

/** The outcome of a command, which must agree with its effect: refusals change nothing, the others change the room. */
async function runCommand(device: RoomDevice, name: string, context: Parameters<typeof prepareCommand>[1]): Promise<string> {
  const command = await prepareCommand(name, context);
  const before = JSON.stringify(await readRoomState(context.room));
  const refusal = await device.command(command);
  const hasChanged = JSON.stringify(await readRoomState(context.room)) !== before;
  if (refusal) return hasChanged ? `${refusal}, but something has changed` : refusal;
  return hasChanged ? "ok" : "nothing has changed";
}

describe("a superadmin", () => {
  it("sees the developer pages and has no rights in rooms", async () => {
    const superadmin = await seedUser("superadmin", { isSuperadmin: true });
    const client = clientFor(superadmin);
    for (const path of ["/dev", "/dev/ui", "/dev/mail"]) expect(statusOf(await client.fetch(path))).toBe("200");
    const room = await seedRoom(callers, "locked");
    expect((await attemptToJoin(client, room.id)).outcome).toBe("waiting");
    expect(await client.refusal("rooms.getState", { id: room.id })).toBe("room-password-required");
    expect(await client.refusal("rooms.remove", { id: room.id })).toBe("room-password-required");
    expect(await client.refusal("rooms.remove", { id: (await seedRoom(callers, "public")).id })).toBe("forbidden");
  });
});

function statusOf(response: Response): string {
  // a page streams until its body is read or canceled
  response.body?.cancel();
  return String(response.status);
}
