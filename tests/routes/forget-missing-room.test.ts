import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type RecentRoom, recentRooms, recordVisit, removeRecentRoom } from "#app/app-state/recent-rooms.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { forgetMissingRoom } from "#app/routes/use-forget-missing-room.ts";
import { createMemoryStorage } from "#tests/support/memory-storage.ts";

const KITCHEN: RecentRoom = {
  ...{ id: "kitchenkitchenki" as RoomId, url: "kitchen", name: "Kitchen" },
  ...{ hostName: null, isMember: false, visitedAtMs: 1 },
};

beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  recordVisit(null, KITCHEN);
});
afterEach(() => {
  removeRecentRoom(KITCHEN.url);
  vi.unstubAllGlobals();
});

const isRemembered = () => recentRooms.get().rooms.length === 1;

it.each(["/room/kitchen", "/room/Kitchen/", `/room/${KITCHEN.id}`])("a room that is not found is forgotten: %s", (pathname) => {
  forgetMissingRoom(404, pathname);
  expect(isRemembered()).toBe(false);
});

it.each([
  [500, "/room/kitchen"],
  [403, "/room/kitchen"],
  [404, "/room/kitchen/people"],
  [404, "/room/attic"],
  [404, "/kitchen"],
])("a room is remembered after an error %d of %s", (status, pathname) => {
  forgetMissingRoom(status, pathname);
  expect(isRemembered()).toBe(true);
});
