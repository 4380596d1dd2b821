import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { RoomSummary } from "#app/features/rooms/list-query.ts";
import { findRoom, type ListedRoom, ROOMS_PER_PAGE, type RoomPagesView } from "#app/features/rooms/room-pages.ts";

export const toRoomId = (name: string) => name as RoomId;

/** A public room of another person, whose name is its id. */
export function buildListed(name: string, changes: Partial<RoomSummary> = {}): ListedRoom {
  const room: RoomSummary = {
    _id: toRoomId(name),
    name,
    description: "",
    room_url: name,
    visibility: "public",
    isPasswordProtected: false,
    createdAt: 0,
    creator: "mira" as UserId,
    activeUsers: 0,
    favorite_users: [],
    favorites: 0,
    role: null,
    ...changes,
  };
  return { room, author: undefined, activeUsers: 0, nowPlaying: null, isFavorite: false };
}

/** A list of rooms, given by name or as they are. Default: all its pages are loaded. */
export function buildView(rooms: readonly (string | ListedRoom)[], loadedPages?: readonly number[]): RoomPagesView {
  const listed = rooms.map((room) => (typeof room === "string" ? buildListed(room) : room));
  const all = Array.from({ length: Math.ceil(listed.length / ROOMS_PER_PAGE) }, (_, page) => page);
  const toPage = (page: number) => listed.slice(page * ROOMS_PER_PAGE, (page + 1) * ROOMS_PER_PAGE);
  const pages = new Map((loadedPages ?? all).map((page) => [page, toPage(page)]));
  return { total: listed.length, pages, lastMessageAtMs: 1, error: null };
}

/** The names from `first` up to `end`; undefined where no room is loaded. */
export function namesIn(view: RoomPagesView, first = 0, end = view.total ?? 0): readonly (string | undefined)[] {
  return Array.from({ length: end - first }, (_, i) => findRoom(view, first + i)?.room.name);
}

export const nameRooms = (count: number) => Array.from({ length: count }, (_, i) => `r${i}`);
