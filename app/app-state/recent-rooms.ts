import { isId, type RoomId, type UserId } from "#app/domain/ids.ts";
import { createStoredValue } from "#app/lib/local-storage.ts";
import type { ReadableStore } from "#app/lib/store.ts";

/** A room that this browser has opened, as it was then. */
export type RecentRoom = {
  readonly id: RoomId;
  /** The last part of its address. */
  readonly url: string;
  readonly name: string;
  /** The owner's name. Null for a room that is not open to everyone. */
  readonly hostName: string | null;
  /** Whether the visitor was a member, so that it is one of their own rooms. */
  readonly isMember: boolean;
  readonly visitedAtMs: number;
};

/** The rooms that one person has opened with this browser, the latest first. They are never sent to the server. */
export type RecentRooms = {
  /** Null for a guest, whose rooms are still shown after a sign-in. */
  readonly visitorId: UserId | null;
  readonly rooms: readonly RecentRoom[];
};

export const NO_RECENT_ROOMS: RecentRooms = { visitorId: null, rooms: [] };
const ROOMS_MAX = 12;
const URL_PATTERN = /^[a-z0-9-]+$/;

/** The key in the browser's local storage. */
export const RECENT_ROOMS_KEY = "recent-rooms";

const stored = createStoredValue(RECENT_ROOMS_KEY, parseRecentRooms);
export const recentRooms: ReadableStore<RecentRooms> = stored;

/** Puts a room first in the list of its visitor. */
export function recordVisit(visitorId: UserId | null, room: RecentRoom): void {
  stored.set(withVisit(stored.get(), visitorId, room));
}

/** Removes a room from the list. */
export function removeRecentRoom(idOrUrl: string): void {
  const { visitorId, rooms } = stored.get();
  const address = idOrUrl.toLowerCase();
  const rest = rooms.filter(({ id, url }) => id !== address && url !== address);
  if (rest.length < rooms.length) stored.set({ visitorId, rooms: rest });
}

/** Removes the rooms of another person. */
export function keepRecentRoomsOf(visitorId: UserId | null): void {
  if (stored.get().rooms.length > 0 && !isListOf(stored.get(), visitorId)) stored.set(NO_RECENT_ROOMS);
}

export function withVisit(recent: RecentRooms, visitorId: UserId | null, room: RecentRoom): RecentRooms {
  const others = isListOf(recent, visitorId) ? recent.rooms.filter(({ id }) => id !== room.id) : [];
  return { visitorId, rooms: [room, ...others].slice(0, ROOMS_MAX) };
}

/** Whether the list may be shown to this visitor. */
export function isListOf(recent: RecentRooms, visitorId: UserId | null): boolean {
  return recent.visitorId === null || recent.visitorId === visitorId;
}

/** Leaves out what is malformed. */
export function parseRecentRooms(value: unknown): RecentRooms {
  const { visitorId, rooms }: Partial<Record<keyof RecentRooms, unknown>> = isObject(value) ? value : {};
  const valid = (Array.isArray(rooms) ? rooms : []).filter(isRecentRoom).slice(0, ROOMS_MAX);
  return { visitorId: typeof visitorId === "string" && isId<UserId>(visitorId) ? visitorId : null, rooms: valid };
}

function isRecentRoom(value: unknown): value is RecentRoom {
  if (!isObject(value)) return false;
  const { id, url, name, hostName, isMember, visitedAtMs }: Partial<Record<keyof RecentRoom, unknown>> = value;
  const isAddress = typeof id === "string" && isId(id) && typeof url === "string" && URL_PATTERN.test(url);
  const isNamed = typeof name === "string" && (hostName === null || typeof hostName === "string");
  return isAddress && isNamed && typeof isMember === "boolean" && typeof visitedAtMs === "number";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
