import { env } from "cloudflare:test";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ObjectId } from "#app/domain/ids.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { seedUser } from "#tests/workers/support/seed-user.ts";
import { audioKey, avatarKey, coverKey, seekMapKey } from "#workers/media/object-keys.ts";
import { router } from "#workers/router.ts";
import { type Caller, listCallersIn, OUTSIDERS, ROOM_KINDS, type RoomKind } from "./caller-kinds.ts";
import { type Callers, clientFor, seedCallers } from "./callers.ts";
import { COMMAND_NAMES } from "./command-calls.ts";
import { attemptToJoin } from "./connect-to-room.ts";
import { OTHER_MESSAGES, runCommand } from "./device-messages.ts";
import { expectedOutcome, listRows, listRowsIn } from "./expected-outcomes.ts";
import { refillMessageAllowance } from "./refill-message-allowance.ts";
import { OTHER_ROUTES, ROUTE_CALLS, type RouteContext, statusOf } from "./route-calls.ts";
import { seedRoomTrack } from "./seeded-content.ts";
import { createCallerClient, type SeededRoom, seedRoom } from "./seeded-room.ts";

afterAll(() => void vi.restoreAllMocks());

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
      ...router.routes.flatMap(({ method, path }) => (method === "ALL" ? [] : `${method} ${path}`)),
      ...Object.values(pages).flatMap((page) => (page?.id === "root" ? [] : `GET ${toPath(pages, page)}`)),
    ];
    expect(served.length).toBeGreaterThan(50);
    const help = "add a row to ROUTES in expected-outcomes.ts and a call to ROUTE_CALLS in route-calls.ts for each of";
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

/** The callers who send a command. Members do the same in a locked room as in a public one, and outsiders have no connection to it. */
function listSenders(row: string, kind: RoomKind): readonly Caller[] {
  const callers = kind === "locked" ? OUTSIDERS : listCallersIn(kind);
  return callers.filter((caller) => expectedOutcome("commands", row, { caller, kind }) !== "-");
}

type Page = { readonly path?: string | undefined; readonly parentId?: string | undefined };

/** The path of a page, with those of the layouts around it. */
function toPath(pages: Readonly<Record<string, Page | undefined>>, page: Page | undefined): string {
  const segments: string[] = [];
  for (let route = page; route; route = pages[route.parentId ?? ""]) if (route.path) segments.unshift(route.path);
  const path = segments.join("/");
  return path === "*" ? path : `/${path}`;
}

describe.each(ROOM_KINDS)("in a room that is %s", (kind) => {
  let room: SeededRoom;
  let object: ObjectId;
  const devices = new Map<Caller, RoomDevice>();

  beforeAll(async () => {
    room = await seedRoom(callers, kind);
    ({ object } = await seedRoomTrack(room, callers.owner));
    for (const key of [audioKey, seekMapKey, coverKey, avatarKey]) await env.MEDIA.put(key(object), "bytes");
    for (const caller of listCallersIn(kind)) {
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

  it.each(listRowsIn("routes", kind))("%s has the expected outcome for every caller", async (row) => {
    const wrong: string[] = [];
    for (const caller of listCallersIn(kind)) {
      const outcome = await ROUTE_CALLS[row]?.(createContext(caller));
      const expected = expectedOutcome("routes", row, { caller, kind });
      if (outcome !== expected) wrong.push(`${caller}: ${outcome}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(listRows("commands").filter((row) => listSenders(row, kind).length > 0))(
    "%s over the socket has the expected outcome for every caller",
    async (row) => {
      refillMessageAllowance();
      const wrong: string[] = [];
      for (const caller of listSenders(row, kind)) {
        const device = devices.get(caller);
        const expected = expectedOutcome("commands", row, { caller, kind });
        const context = { callers, room, caller };
        const sendOther = OTHER_MESSAGES[row];
        const outcome = device && (await (sendOther ? sendOther(device, context) : runCommand(device, row, context)));
        if (outcome !== expected) wrong.push(`${caller}: ${outcome}, not ${expected}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});

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
