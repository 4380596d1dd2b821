import { describe, expect, it } from "vitest";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { RoomPage } from "#app/features/rooms/list-query.ts";
import { createRoomPages, PAGE_ROOMS, type RoomPages, roomAt } from "#app/features/rooms/room-pages.ts";

function pageOf(ids: readonly string[], total: number): RoomPage {
  const rooms = ids.map((id) => ({
    _id: id as RoomId,
    name: id,
    description: "",
    room_url: id,
    visibility: "public" as const,
    isPasswordProtected: false,
    createdAt: 0,
    creator: "mira" as UserId,
    favorite_users: [],
    role: null,
  }));
  return { rooms, roomAuthors: {}, roomUsers: {}, total };
}

/** A server whose rooms can be changed, and whose answers wait until they are let go. */
function newServer(count: number) {
  const server = {
    ids: Array.from({ length: count }, (_, i) => `room-${i}`),
    asked: [] as number[],
    isDown: false,
    waiting: [] as (() => void)[],
    fetchPage(offset: number, limit: number): Promise<Result<RoomPage>> {
      server.asked.push(offset / PAGE_ROOMS);
      return new Promise((resolve) => {
        server.waiting.push(() =>
          resolve(server.isDown ? fail("network") : ok(pageOf(server.ids.slice(offset, offset + limit), server.ids.length))),
        );
      });
    },
    async answer() {
      while (server.waiting.length > 0) {
        for (const recentRemovals of server.waiting.splice(0)) recentRemovals();
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
  };
  return server;
}

function open(server: ReturnType<typeof newServer>): RoomPages {
  const pages = createRoomPages({ fetchPage: server.fetchPage, localNowMs: () => 5 });
  pages.want(0, 20);
  pages.subscribe(() => undefined);
  return pages;
}

const namesAt = (pages: RoomPages, first: number, end: number) =>
  Array.from({ length: end - first }, (_, i) => roomAt(pages.view(), first + i)?.room.name);

describe("pages of rooms", () => {
  it("fetches what is looked at, wherever that is, and what comes next", async () => {
    const server = newServer(10_000);
    const pages = open(server);
    pages.want(0, 20);
    await server.answer();
    expect(server.asked).toEqual([0]);
    expect(pages.view()).toMatchObject({ total: 10_000, lastMessageAtMs: 5, error: null });
    pages.want(5000, 5020);
    await server.answer();
    expect(server.asked).toEqual([0, 104, 105, 103]);
    expect(namesAt(pages, 5000, 5002)).toEqual(["room-5000", "room-5001"]);
  });

  it("does not ask for what was only scrolled past", async () => {
    const server = newServer(10_000);
    const pages = open(server);
    pages.want(0, 20);
    await server.answer();
    for (let at = 100; at < 9000; at += 100) pages.want(at, at + 20);
    await server.answer();
    expect(server.asked.length).toBeLessThan(9);
    expect(namesAt(pages, 8900, 8901)).toEqual(["room-8900"]);
  });

  it("after news shows what was there until the answer comes, and asks for what is looked at only", async () => {
    const server = newServer(200);
    const pages = open(server);
    pages.want(0, 20);
    await server.answer();
    pages.want(60, 70);
    await server.answer();
    server.asked = [];
    server.ids = ["new", ...server.ids];
    pages.refresh();
    expect(namesAt(pages, 60, 61)).toEqual(["room-60"]);
    await server.answer();
    expect(namesAt(pages, 60, 61)).toEqual(["room-59"]);
    expect(pages.view().total).toBe(201);
    expect(server.asked).not.toContain(3);
  });

  it("never shows a room twice: where it was, a hole stays until that page is asked for again", async () => {
    const server = newServer(96);
    const pages = open(server);
    await server.answer();
    // how far there is anything to want is known from here on
    pages.want(0, 96);
    await server.answer();
    expect(namesAt(pages, 95, 96)).toEqual(["room-95"]);
    server.ids = server.ids.filter((id) => id !== "room-0");
    pages.want(0, 10);
    pages.refresh();
    await server.answer();
    const shown = namesAt(pages, 0, 96).filter((name) => name !== undefined);
    expect(new Set(shown).size).toBe(shown.length);
    pages.want(48, 96);
    await server.answer();
    expect(namesAt(pages, 47, 49)).toEqual(["room-48", "room-49"]);
  });

  it("news that come while a page is on its way make it ask once more", async () => {
    const server = newServer(10);
    const pages = open(server);
    pages.want(0, 10);
    pages.refresh();
    await server.answer();
    expect(server.asked).toEqual([0, 0]);
  });

  it("stops where nobody answers, keeps what it has, and goes on when asked to", async () => {
    const server = newServer(100);
    const pages = open(server);
    pages.want(0, 20);
    await server.answer();
    server.isDown = true;
    pages.refresh();
    await server.answer();
    expect(pages.view().error).toBe("network");
    expect(namesAt(pages, 0, 1)).toEqual(["room-0"]);
    const asked = server.asked.length;
    pages.want(0, 30);
    expect(server.asked.length).toBe(asked);
    server.isDown = false;
    pages.refresh();
    await server.answer();
    expect(pages.view().error).toBeNull();
  });

  it("a list that has become empty is known to be, and is not asked for in circles", async () => {
    const server = newServer(60);
    const pages = open(server);
    pages.want(48, 60);
    await server.answer();
    server.ids = [];
    server.asked = [];
    pages.refresh();
    await server.answer();
    expect(pages.view().total).toBe(0);
    expect(server.asked.length).toBeLessThan(3);
  });

  it("a list that nobody looks at asks for its length alone", async () => {
    const server = newServer(60);
    const pages = createRoomPages({ fetchPage: server.fetchPage, localNowMs: () => 5 });
    pages.subscribe(() => undefined);
    await server.answer();
    expect(pages.view()).toMatchObject({ total: 60 });
    expect(pages.view().pages.size).toBe(0);
  });

  it("a change that changes nothing draws nothing", async () => {
    const pages = open(newServer(3));
    pages.seed(pageOf(["a", "b"], 2));
    const before = pages.view();
    pages.change((listed) => listed);
    expect(pages.view()).toBe(before);
    pages.change((listed) => (listed.room.name === "a" ? { ...listed, activeUsers: 3 } : listed));
    expect(roomAt(pages.view(), 0)?.activeUsers).toBe(3);
    expect(roomAt(pages.view(), 1)).toBe(roomAt(before, 1));
  });
});
