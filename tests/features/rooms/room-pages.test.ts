import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { RoomPage } from "#app/features/rooms/list-query.ts";
import { findRoom, ROOMS_PER_PAGE, RoomPages } from "#app/features/rooms/room-pages.ts";

function buildPage(ids: readonly string[], total: number): RoomPage {
  const rooms = ids.map((id) => ({
    _id: id as RoomId,
    name: id,
    description: "",
    room_url: id,
    visibility: "public" as const,
    isPasswordProtected: false,
    createdAt: 0,
    creator: "mira" as UserId,
    activeUsers: 0,
    favorite_users: [],
    favorites: 0,
    role: null,
  }));
  return { rooms, roomAuthors: {}, roomUsers: {}, nowPlaying: {}, total, nextCursor: null, isDone: true };
}

/** A server whose rooms can be changed. Its responses are held back until `respond` is called. */
function createServer(count: number) {
  const server = {
    ids: Array.from({ length: count }, (_, i) => `room-${i}`),
    /** The numbers of the requested pages, in order. */
    requestedPages: [] as number[],
    isDown: false,
    pendingResponses: [] as (() => void)[],
    fetchPage(offset: number, limit: number): Promise<Result<RoomPage>> {
      server.requestedPages.push(offset / ROOMS_PER_PAGE);
      return new Promise((resolve) => {
        server.pendingResponses.push(() =>
          resolve(server.isDown ? fail("network") : ok(buildPage(server.ids.slice(offset, offset + limit), server.ids.length))),
        );
      });
    },
    /** Sends the pending responses, and the responses to follow-up requests. */
    async respond() {
      while (server.pendingResponses.length > 0) {
        for (const send of server.pendingResponses.splice(0)) send();
        await setImmediate();
      }
    },
  };
  return server;
}

type FakeServer = ReturnType<typeof createServer>;

/** A list that shows its first 20 cards. */
function createVisiblePages(server: FakeServer): RoomPages {
  const pages = createPages(server);
  pages.setVisibleRange(0, 20);
  pages.view.subscribe(() => undefined);
  return pages;
}

function createPages(server: FakeServer): RoomPages {
  return new RoomPages({ fetchPage: server.fetchPage, localNowMs: () => 5 });
}

/** A feed that records the ranges that are followed, as "offset+limit". */
function createFeed() {
  const open = new Map<string, (response: Result<RoomPage>) => void>();
  const key = (offset: number, limit = ROOMS_PER_PAGE) => `${offset}+${limit}`;
  return {
    open(offset: number, limit: number, receive: (response: Result<RoomPage>) => void) {
      open.set(key(offset, limit), receive);
      return () => void open.delete(key(offset, limit));
    },
    ranges: () => [...open.keys()],
    fail: (offset: number, error: ErrorCode) => open.get(key(offset))?.(fail(error)),
    send: (offset: number, ids: readonly string[], total: number) => open.get(key(offset))?.(ok(buildPage(ids, total))),
  };
}

const namesAt = (pages: RoomPages, first: number, end: number) =>
  Array.from({ length: end - first }, (_, i) => findRoom(pages.view.get(), first + i)?.room.name);

describe("room pages", () => {
  it("load the visible page, wherever it is, and its neighbors", async () => {
    const server = createServer(10_000);
    const pages = createVisiblePages(server);
    pages.setVisibleRange(0, 20);
    await server.respond();
    expect(server.requestedPages).toEqual([0]);
    expect(pages.view.get()).toMatchObject({ total: 10_000, lastMessageAtMs: 5, error: null });
    pages.setVisibleRange(5000, 5020);
    await server.respond();
    expect(server.requestedPages).toEqual([0, 104, 105, 103]);
    expect(namesAt(pages, 5000, 5002)).toEqual(["room-5000", "room-5001"]);
  });

  it("do not load pages that are only scrolled past", async () => {
    const server = createServer(10_000);
    const pages = createVisiblePages(server);
    pages.setVisibleRange(0, 20);
    await server.respond();
    for (let at = 100; at < 9000; at += 100) pages.setVisibleRange(at, at + 20);
    await server.respond();
    expect(server.requestedPages.length).toBeLessThan(9);
    expect(namesAt(pages, 8900, 8901)).toEqual(["room-8900"]);
  });

  it("show the cached rooms during a refresh, which loads only the pages loaded before", async () => {
    const server = createServer(200);
    const pages = createVisiblePages(server);
    pages.setVisibleRange(0, 20);
    await server.respond();
    pages.setVisibleRange(60, 70);
    await server.respond();
    server.requestedPages = [];
    server.ids = ["new", ...server.ids];
    pages.refresh();
    expect(namesAt(pages, 60, 61)).toEqual(["room-60"]);
    await server.respond();
    expect(namesAt(pages, 60, 61)).toEqual(["room-59"]);
    expect(pages.view.get().total).toBe(201);
    expect(server.requestedPages).not.toContain(3);
  });

  it("never show a room twice: a moved room leaves a gap until its former page is loaded again", async () => {
    const server = createServer(96);
    const pages = createVisiblePages(server);
    await server.respond();
    // The total is known now, so the range may extend to the second page.
    pages.setVisibleRange(0, 96);
    await server.respond();
    expect(namesAt(pages, 95, 96)).toEqual(["room-95"]);
    server.ids = server.ids.filter((id) => id !== "room-0");
    pages.setVisibleRange(0, 10);
    pages.refresh();
    await server.respond();
    const names = namesAt(pages, 0, 96).filter((name) => name !== undefined);
    expect(new Set(names).size).toBe(names.length);
    pages.setVisibleRange(48, 96);
    await server.respond();
    expect(namesAt(pages, 47, 49)).toEqual(["room-48", "room-49"]);
  });

  it("load a page once more if a refresh arrives while its request is pending", async () => {
    const server = createServer(10);
    const pages = createVisiblePages(server);
    pages.setVisibleRange(0, 10);
    pages.refresh();
    await server.respond();
    expect(server.requestedPages).toEqual([0, 0]);
  });

  it("keep their rooms after a network error and request nothing until the next refresh", async () => {
    const server = createServer(100);
    const pages = createVisiblePages(server);
    pages.setVisibleRange(0, 20);
    await server.respond();
    server.isDown = true;
    pages.refresh();
    await server.respond();
    expect(pages.view.get().error).toBe("network");
    expect(namesAt(pages, 0, 1)).toEqual(["room-0"]);
    const requestCount = server.requestedPages.length;
    pages.setVisibleRange(0, 30);
    expect(server.requestedPages.length).toBe(requestCount);
    server.isDown = false;
    pages.refresh();
    await server.respond();
    expect(pages.view.get().error).toBeNull();
  });

  it("stop requesting pages once the list is empty", async () => {
    const server = createServer(60);
    const pages = createVisiblePages(server);
    pages.setVisibleRange(48, 60);
    await server.respond();
    server.ids = [];
    server.requestedPages = [];
    pages.refresh();
    await server.respond();
    expect(pages.view.get().total).toBe(0);
    expect(server.requestedPages.length).toBeLessThan(3);
  });

  it("load only the total while no range is visible", async () => {
    const server = createServer(60);
    const pages = createPages(server);
    pages.view.subscribe(() => undefined);
    await server.respond();
    expect(pages.view.get()).toMatchObject({ total: 60 });
    expect(pages.view.get().pages.size).toBe(0);
  });

  it("keep the same view when an update changes no room", () => {
    const pages = createVisiblePages(createServer(3));
    pages.seed(buildPage(["a", "b"], 2));
    const before = pages.view.get();
    pages.updateRooms((listed) => listed);
    expect(pages.view.get()).toBe(before);
    pages.updateRooms((listed) => (listed.room.name === "a" ? { ...listed, activeUsers: 3 } : listed));
    expect(findRoom(pages.view.get(), 0)?.activeUsers).toBe(3);
    expect(findRoom(pages.view.get(), 1)).toBe(findRoom(before, 1));
  });

  it("follow the loaded pages that are shown, and end with the list", async () => {
    const server = createServer(200);
    const pages = createVisiblePages(server);
    const feed = createFeed();
    pages.follow(feed.open);
    expect(feed.ranges()).toEqual([]);
    await server.respond();
    expect(feed.ranges()).toEqual(["0+48"]);
    feed.send(0, ["new", ...server.ids.slice(0, 47)], 201);
    expect(namesAt(pages, 0, 2)).toEqual(["new", "room-0"]);
    expect(pages.view.get().total).toBe(201);
    pages.setVisibleRange(150, 160);
    await server.respond();
    expect(feed.ranges()).toEqual(["144+48", "96+48"]);
    pages.follow(null);
    expect(feed.ranges()).toEqual([]);
  });

  it("ignore a response that was requested before the latest result of their feed", async () => {
    const server = createServer(10);
    const pages = createVisiblePages(server);
    const feed = createFeed();
    pages.follow(feed.open);
    await server.respond();
    pages.refresh();
    feed.send(0, ["new", ...server.ids], 11);
    await server.respond();
    expect(namesAt(pages, 0, 2)).toEqual(["new", "room-0"]);
    expect(pages.view.get().total).toBe(11);
  });

  it("load a page whose feed failed again with the next refresh, and follow it again", async () => {
    const server = createServer(10);
    const pages = createVisiblePages(server);
    const feed = createFeed();
    pages.follow(feed.open);
    pages.setVisibleRange(0, 10);
    await server.respond();
    feed.fail(0, "internal");
    expect(pages.view.get().error).toBe("internal");
    expect(feed.ranges()).toEqual([]);
    pages.refresh();
    await server.respond();
    expect(pages.view.get().error).toBeNull();
    expect(feed.ranges()).toEqual(["0+48"]);
  });

  it("load further pages once a feed has ended an outage", async () => {
    const server = createServer(200);
    const pages = createVisiblePages(server);
    const feed = createFeed();
    pages.follow(feed.open);
    pages.setVisibleRange(0, 10);
    await server.respond();
    server.isDown = true;
    pages.setVisibleRange(0, 60);
    await server.respond();
    expect(pages.view.get().error).toBe("network");
    server.isDown = false;
    feed.send(0, server.ids.slice(0, 48), 200);
    await server.respond();
    expect(namesAt(pages, 50, 51)).toEqual(["room-50"]);
  });

  it("follow the number of rooms while there are none", async () => {
    const pages = createPages(createServer(0));
    const feed = createFeed();
    pages.seed(buildPage([], 0));
    pages.view.subscribe(() => undefined);
    pages.follow(feed.open);
    expect(feed.ranges()).toEqual(["0+1"]);
  });

  it("follow nothing while no component shows them", async () => {
    const server = createServer(10);
    const pages = createPages(server);
    const feed = createFeed();
    pages.follow(feed.open);
    pages.setVisibleRange(0, 10);
    const hide = pages.view.subscribe(() => undefined);
    await server.respond();
    expect(feed.ranges()).toEqual(["0+48"]);
    hide();
    expect(feed.ranges()).toEqual([]);
  });
});
