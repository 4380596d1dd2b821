import { VISIBILITIES } from "#app/domain/room/room.ts";
import { parseSearchQuery } from "#app/domain/text/search-key.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { canSeeTrack } from "./now-playing.ts";
import type { ListedRoom, RoomQuery } from "./room-list.ts";

type FoundRoom = Pick<ListedRoom, "room" | "author" | "role">;

/**
 * States what the two statements of a room list have read: those of its page and of its total. The rooms of a person are only
 * known from their memberships and marks, so all rooms count, and the number of a room's marks from the marks of the rooms that
 * were found.
 */
export function noteListReads(db: Db, query: RoomQuery, viewer: string, found: readonly FoundRoom[]): void {
  const { of, search, isFavoritesOnly, counts } = query;
  const authors = found.map(({ author }) => author.id);
  const rooms = found.map(({ room }) => room.id);
  const isSearch = parseSearchQuery(search).length > 0;
  noteRead(db, "users", "id", authors);
  noteRead(db, "members", "user_id", viewer);
  if (counts === "live") noteRead(db, "favorites", "room_id", rooms);
  else noteRead(db, "favorites", "user_id", viewer);
  if (isFavoritesOnly || of !== "everyone") noteRead(db, "favorites", "user_id", viewer);
  if (of !== "everyone") noteRead(db, "members", "user_id", of);
  else if (isSearch) noteRead(db, "members", "user_id", viewer);
  const noteRooms = () => {
    if (counts === "initial") noteRead(db, "rooms", "details", of === "everyone" ? "public" : VISIBILITIES);
    else if (of === "everyone") noteRead(db, "rooms", "visibility", "public");
  };
  // of the page, and of the total
  noteRooms();
  noteRooms();
  noteTracks(db, found, { isSearch, isLive: counts === "live" });
}

/**
 * A live search depends on the tracks of all rooms, also of those that it has not found. Otherwise the tracks of the rooms that
 * were found count, without those that the lobby sends.
 */
function noteTracks(db: Db, found: readonly FoundRoom[], { isSearch, isLive }: Record<"isSearch" | "isLive", boolean>): void {
  if (isSearch && isLive) return;
  const followed = found.filter(({ room, role }) => canSeeTrack(room, role) && (isLive || !canSeeTrack(room, null)));
  noteRead(
    db,
    "now_playing",
    "room_id",
    followed.map(({ room }) => room.id),
  );
  // of the total
  if (isSearch) noteRead(db, "now_playing", "room_id", []);
}
