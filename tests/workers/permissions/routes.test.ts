import { env } from "cloudflare:test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { ObjectId } from "#app/domain/ids.ts";
import { type Client, ORIGIN } from "#tests/workers/support/client.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { audioFile, putPart } from "#tests/workers/support/upload.ts";
import { avatarRoutes } from "#workers/accounts/avatar/avatar-routes.ts";
import { exportRoutes } from "#workers/accounts/export/export-routes.ts";
import { passwordRoutes } from "#workers/accounts/passwords/password-routes.ts";
import { profileRoutes } from "#workers/accounts/profile/profile-routes.ts";
import { providerRoutes } from "#workers/accounts/providers/provider-routes.ts";
import { authRoutes } from "#workers/accounts/sign-in/auth-routes.ts";
import { functionRoutes } from "#workers/functions/function-routes.ts";
import { clearCacheRoutes } from "#workers/http/clear-cache-routes.ts";
import { linkRoutes } from "#workers/imports/import-routes.ts";
import { mediaRoutes } from "#workers/media/media-routes.ts";
import { audioKey, avatarKey, coverKey, mapKey } from "#workers/media/object-keys.ts";
import { coverRoutes } from "#workers/tracks/cover-routes.ts";
import { uploadRoutes } from "#workers/uploads/upload-routes.ts";
import { browserOf, type Callers, seedCallers, seedUser } from "./callers.ts";
import { COMMAND_NAMES, commandFor } from "./commands.ts";
import { CALLERS, type Caller, expectedIn, ROOM_KINDS, rowsOf } from "./expected.ts";
import { selfOf } from "./function-calls.ts";
import { createLobbyConnection, knock } from "./join-room.ts";
import { seedAudio, seedEffectiveRole, seedUpload } from "./seeded-content.ts";
import { callerAt, type SeededRoom, seedRoom, stateOf } from "./seeded-room.ts";

/** A caller with their browser before a room in which something can be heard. */
type Scene = {
  readonly cast: Callers;
  readonly room: SeededRoom;
  readonly caller: Caller;
  readonly browser: Client;
  /** Something that the room holds: a track, its sound and its cover are of one name. */
  readonly object: ObjectId;
  /** What the room has handed to the caller for sound; nothing where they have not been let in. */
  readonly media: string;
};

const PICTURE = webpOf(64);

const get = (path: (scene: Scene) => string) => async (scene: Scene) => statusOf(await scene.browser.fetch(path(scene)));
type Whose = "own" | "another's";
const put = (whose: Whose, what: "cover" | "parts/1") => async (scene: Scene) => {
  const { room, cast, caller, browser } = scene;
  const uploader = whose === "own" ? selfOf(cast, caller) : cast.colleague;
  const uploadId = await seedUpload(room, uploader, { sizeBytes: 10 });
  if (what === "parts/1") return statusOf(await putPart(browser, uploadId, 1, new Uint8Array(10)));
  const headers = { Origin: ORIGIN };
  return statusOf(await browser.fetch(`/api/uploads/${uploadId}/cover`, { method: "PUT", headers, body: PICTURE }));
};

const picture = (track: Whose, entry: Whose, { isNamed = true } = {}) => {
  return async ({ room, cast, caller, browser }: Scene) => {
    const of = (whose: Whose) => (whose === "own" ? selfOf(cast, caller) : cast.colleague);
    const file = audioFile("cover.mp3");
    const trackId = await seedEffectiveRole(room, { uploader: of(track), adder: of(entry), file });
    return statusOf(await browser.fetch(`/media/picture/${trackId}${isNamed ? `?room=${room.id}` : ""}`));
  };
};

const ownFile = (whose: Whose) => {
  return async ({ room, cast, caller, browser }: Scene) => {
    const uploader = whose === "own" ? selfOf(cast, caller) : cast.colleague;
    const trackId = await seedEffectiveRole(room, { uploader, adder: cast.colleague, file: audioFile("vorbis.ogg") });
    return statusOf(await browser.fetch(`/media/own/${trackId}`));
  };
};

/** How each line of the table is tried. */
const ROUTES: Readonly<Record<string, (scene: Scene) => Promise<string>>> = {
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
  "GET /media/audio/:id": get(({ object, media }) => `/media/audio/${object}?${media}`),
  "GET /media/map/:id": get(({ object, media }) => `/media/map/${object}?${media}`),
  "GET /media/cover/:id": get(({ object, media }) => `/media/cover/${object}?${media}`),
  "GET /media/wave/:id": get(({ object, media }) => `/media/wave/${object}?${media}`),
  "GET /media/library-cover/:id": get(({ object }) => `/media/library-cover/${object}`),
  "GET /media/own/:trackId own": ownFile("own"),
  "GET /media/own/:trackId another's": ownFile("another's"),
  "GET /api/account/export": get(() => "/api/account/export"),
  "GET /media/picture/:trackId own": picture("own", "another's"),
  "GET /media/picture/:trackId in an own entry": picture("another's", "own"),
  "GET /media/picture/:trackId in another's entry": picture("another's", "another's"),
  "GET /media/picture/:trackId without a room": picture("another's", "own", { isNamed: false }),
  "POST /api/clear-cache": async ({ browser }) => statusOf(await browser.post("/api/clear-cache", {})),
  ...linking("google"),
  ...linking("github"),
  ...linking("spotify"),
  "GET /media/avatar/:id": get(({ object }) => `/media/avatar/${object}`),
  "GET /api/ably/token": get(() => "/api/ably/token"),
  "POST /api/covers": async ({ browser }) =>
    statusOf(await browser.fetch("/api/covers", { method: "POST", headers: { Origin: ORIGIN }, body: PICTURE })),
  "PUT /api/uploads/:id/parts/:number own": put("own", "parts/1"),
  "PUT /api/uploads/:id/parts/:number another's": put("another's", "parts/1"),
  "PUT /api/uploads/:id/cover own": put("own", "cover"),
  "PUT /api/uploads/:id/cover another's": put("another's", "cover"),
  "POST /api/rooms/:id/links": async ({ browser, room }) =>
    statusOf(await browser.post(`/api/rooms/${room.id}/links`, { link: "http://127.0.0.1:9/nothing.mp3" })),
  "GET /api/rooms/:id/socket": async ({ browser, room }) => (await knock(browser, room.id)).outcome,
  "GET /api/lobby/socket": async ({ browser }) => {
    const socket = await createLobbyConnection(browser);
    socket?.accept();
    socket?.close(1000);
    return socket ? "in" : "none";
  },
};

/** To the provider, if it is for them; no provider is known here, which they are told then. */
function linking(provider: Provider): typeof ROUTES {
  return {
    [`GET /api/auth/link-${provider}`]: async ({ browser }) => {
      const location = (await browser.fetch(`/api/auth/link-${provider}`)).headers.get("Location") ?? "";
      const error = new URL(location, ORIGIN).searchParams.get("error")?.replace("auth.errors.", "") ?? "none";
      return error === "provider-unavailable" ? "away" : error;
    },
    [`POST /api/auth/unlink-${provider}`]: async ({ browser }) =>
      statusOf(await browser.post(`/api/auth/unlink-${provider}`, {})),
  };
}

/** Signing in and up, which no room has a part in, and the functions, which have a table of their own. */
const ELSEWHERE = new Set([
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

let cast: Callers;
beforeAll(async () => {
  cast = await seedCallers();
});

describe("the table", () => {
  it("names every route", async () => {
    expect(Object.keys(ROUTES).sort()).toEqual([...rowsOf("routes")].sort());
    const named = new Set([...rowsOf("routes").map((row) => row.split(" ").slice(0, 2).join(" ")), ...ELSEWHERE]);
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
      ...Object.values(pages).flatMap(({ id, path }) => (id === "root" ? [] : `GET ${pathOf(path)}`)),
    ];
    expect(served.length).toBeGreaterThan(15);
    expect(served.filter((route) => !named.has(route))).toEqual([]);
  });

  it("names every command", () => {
    const tried = [...COMMAND_NAMES, ...Object.keys(FRAMES)];
    expect([...rowsOf("commands")].sort()).toEqual(tried.sort());
  });
});

const pathOf = (path: string | undefined) => (path === "*" ? path : `/${path ?? ""}`);

describe.each(ROOM_KINDS)("of a room that is %s", (kind) => {
  let room: SeededRoom;
  let object: ObjectId;
  const devices = new Map<Caller, RoomDevice>();

  beforeAll(async () => {
    room = await seedRoom(cast, kind);
    ({ object } = await seedAudio(room, cast.owner));
    for (const key of [audioKey, mapKey, coverKey, avatarKey]) await env.MEDIA.put(key(object), "sound");
    for (const caller of CALLERS) {
      const isLetIn = expectedIn("routes", "GET /api/rooms/:id/socket", { caller, kind }) === "in";
      if (isLetIn) devices.set(caller, await joinRoom(callerAt(cast, caller, room), room.id));
    }
  });
  afterAll(() => {
    for (const { socket } of devices.values()) socket.close(1000);
  });

  const sceneOf = (caller: Caller): Scene => {
    const media = devices.get(caller)?.snapshot.media.query ?? "";
    return { cast, room, caller, browser: callerAt(cast, caller, room), object, media };
  };

  it.each(rowsOf("routes"))("%s is answered to everybody as the table says", async (row) => {
    const wrong: string[] = [];
    for (const caller of CALLERS) {
      const outcome = await ROUTES[row]?.(sceneOf(caller));
      const expected = expectedIn("routes", row, { caller, kind });
      if (outcome !== expected) wrong.push(`${caller}: ${outcome}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(rowsOf("commands"))("%s over the socket is answered to everybody as the table says", async (row) => {
    const wrong: string[] = [];
    for (const caller of CALLERS) {
      const device = devices.get(caller);
      const expected = expectedIn("commands", row, { caller, kind });
      if (!device && expected === "-") continue;
      const frame = FRAMES[row];
      const asked = device && (frame ? await frame(device) : await command(device, row, { cast, room, caller }));
      if (asked !== expected) wrong.push(`${caller}: ${asked}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** What a device may say beside commands: it is answered or refused. */
const FRAMES: Readonly<Record<string, (device: RoomDevice) => Promise<string>>> = {
  snapshot: async (device) => {
    device.say({ type: "request-snapshot" });
    return (await device.next("snapshot")).entryCount > 0 ? "ok" : "empty";
  },
  clock: async (device) => {
    device.say({ type: "clock", sentLocalMs: 1, roundTripMs: null });
    return (await device.next("clock")).sentLocalMs === 1 ? "ok" : "another";
  },
  report: async (device) => {
    device.say({ type: "report", report: { errorMs: 1, boundMs: 1 } });
    device.say({ type: "clock", sentLocalMs: 2, roundTripMs: null });
    return Promise.race([device.next("error").then(({ error }) => error), device.next("clock").then(() => "ok")]);
  },
};

/** The answer; `nothing has happened` and `something has changed` where it and the room do not go together. */
async function command(device: RoomDevice, name: string, ask: Parameters<typeof commandFor>[1]): Promise<string> {
  const asked = await commandFor(name, ask);
  const before = JSON.stringify(await stateOf(ask.room));
  const refusal = await device.command(asked);
  const hasChanged = JSON.stringify(await stateOf(ask.room)) !== before;
  if (refusal) return hasChanged ? `${refusal}, and something has changed` : refusal;
  return hasChanged ? "ok" : "nothing has happened";
}

describe("developer pages", () => {
  it("are there for superadmins, who are strangers to a room like any other", async () => {
    const superadmin = await seedUser("superadmin", { isSuperadmin: true });
    const browser = browserOf(superadmin);
    for (const path of ["/dev", "/dev/ui", "/dev/mail"]) expect(statusOf(await browser.fetch(path))).toBe("200");
    const room = await seedRoom(cast, "locked");
    expect((await knock(browser, room.id)).outcome).toBe("waits");
    expect(await browser.refusal("rooms.getState", { id: room.id })).toBe("room-password-required");
    expect(await browser.refusal("rooms.remove", { id: room.id })).toBe("room-password-required");
    expect(await browser.refusal("rooms.remove", { id: (await seedRoom(cast, "public")).id })).toBe("forbidden");
  });
});

function statusOf(response: Response): string {
  // a body that nobody reads keeps its page waiting
  response.body?.cancel();
  return String(response.status);
}

/** A lossy WebP's header (RFC 9649 §2.5). */
function webpOf(side: number): Uint8Array {
  const bytes = new Uint8Array(30);
  bytes.set(new TextEncoder().encode("RIFF1234WEBPVP8 "));
  new DataView(bytes.buffer).setUint16(26, side, true);
  new DataView(bytes.buffer).setUint16(28, side, true);
  return bytes;
}
