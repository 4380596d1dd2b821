import { isSameNowPlaying } from "#app/domain/room/now-playing.ts";
import { hasPublicContent } from "#app/domain/room/public-content.ts";
import type { LobbyMessage, RoomActivity } from "#app/protocol/lobby-messages.ts";
import type { ListedRoom } from "./room-pages.ts";

/** The room with the changes that the lobby has sent. The same object if there are none. */
export function withActivity(listed: ListedRoom, rooms: LobbyMessage["rooms"]): ListedRoom {
  const { room } = listed;
  const activity: RoomActivity = rooms[room._id] ?? {};
  const { activeUsers = listed.activeUsers, nowPlaying: sent = listed.nowPlaying } = activity;
  // the message may be older than the room's password
  const isPublic = hasPublicContent({ visibility: room.visibility, hasPassword: room.isPasswordProtected });
  const nowPlaying = isPublic ? sent : listed.nowPlaying;
  const isSame = activeUsers === listed.activeUsers && isSameNowPlaying(nowPlaying, listed.nowPlaying);
  return isSame ? listed : { ...listed, activeUsers, nowPlaying };
}
