import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  isListOf,
  keepRecentRoomsOf,
  NO_RECENT_ROOMS,
  parseRecentRooms,
  type RecentRoom,
  recentRooms,
  recordVisit,
  removeRecentRoom,
  withVisit,
} from "#app/app-state/recent-rooms.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";

const MIRA = "miramiramiramira" as UserId;
const LEO = "leoleoleoleoleol" as UserId;

/** A room whose id and url are derived from a letter. */
const room = (letter: string, name = letter): RecentRoom => ({
  id: letter.repeat(16) as RoomId,
  url: `room-${letter}`,
  name,
  hostName: null,
  isMember: false,
  visitedAtMs: 1,
});
const names = () => recentRooms.get().rooms.map(({ name }) => name);

describe("the list of recent rooms", () => {
  it("has each room once, the latest visit first, and at most twelve", () => {
    let recent = NO_RECENT_ROOMS;
    for (const letter of "abcdefghijklm") recent = withVisit(recent, null, room(letter));
    expect(recent.rooms.map(({ name }) => name).join("")).toBe("mlkjihgfedcb");
    recent = withVisit(recent, null, room("f", "renamed"));
    expect(recent.rooms).toHaveLength(12);
    expect(recent.rooms[0]?.name).toBe("renamed");
  });

  it("keeps a guest's rooms after a sign-in, and none of another person", () => {
    const ofGuest = withVisit(NO_RECENT_ROOMS, null, room("a"));
    const ofMira = withVisit(ofGuest, MIRA, room("b"));
    expect(ofMira.rooms.map(({ name }) => name)).toEqual(["b", "a"]);
    expect(withVisit(ofMira, LEO, room("c")).rooms.map(({ name }) => name)).toEqual(["c"]);
    expect(withVisit(ofMira, null, room("c")).rooms.map(({ name }) => name)).toEqual(["c"]);
    expect([isListOf(ofGuest, LEO), isListOf(ofMira, MIRA), isListOf(ofMira, LEO), isListOf(ofMira, null)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("survives being stored, and drops what is malformed", () => {
    const recent = withVisit(NO_RECENT_ROOMS, MIRA, room("a"));
    expect(parseRecentRooms(JSON.parse(JSON.stringify(recent)))).toEqual(recent);
    for (const value of [null, "nonsense", 7, [], {}, { rooms: 7 }, { rooms: [null, 7, {}] }]) {
      expect(parseRecentRooms(value), JSON.stringify(value)).toEqual(NO_RECENT_ROOMS);
    }
    const malformed = [{ id: "../a" }, { url: "//elsewhere" }, { name: 7 }, { hostName: 7 }, { isMember: "no" }];
    const rooms = [...malformed.map((part) => ({ ...room("b"), ...part })), room("a")];
    expect(parseRecentRooms({ visitorId: "no id", rooms })).toEqual({
      visitorId: null,
      rooms: [room("a")],
    });
  });
});

describe("the stored list", () => {
  let items: Map<string, string>;
  beforeEach(() => {
    items = new Map();
    vi.stubGlobal("localStorage", { setItem: (key: string, value: string) => void items.set(key, value) });
  });
  afterEach(() => {
    removeRecentRoom("room-a");
    removeRecentRoom("room-b");
    vi.unstubAllGlobals();
  });

  it("follows visits and removals by id or url", () => {
    recordVisit(MIRA, room("a"));
    recordVisit(MIRA, room("b"));
    expect(names()).toEqual(["b", "a"]);
    removeRecentRoom("ROOM-A");
    expect(names()).toEqual(["b"]);
    expect(parseRecentRooms(JSON.parse(items.get("recent-rooms") ?? "null"))).toEqual(recentRooms.get());
    removeRecentRoom(room("b").id);
    expect(names()).toEqual([]);
  });

  it("is deleted after a sign-out and for another person", () => {
    recordVisit(MIRA, room("a"));
    keepRecentRoomsOf(MIRA);
    expect(names()).toEqual(["a"]);
    keepRecentRoomsOf(null);
    expect(names()).toEqual([]);
    expect(items.get("recent-rooms")).not.toContain("room-a");
  });

  it("works without storage", () => {
    vi.stubGlobal("localStorage", undefined);
    recordVisit(null, room("a"));
    expect(names()).toEqual(["a"]);
  });
});
