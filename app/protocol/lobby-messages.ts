import type { RoomId } from "#app/domain/ids.ts";
import type { NowPlaying } from "#app/domain/room/now-playing.ts";
import { decodeTagged } from "./tagged-message.ts";

/**
 * The messages between the lobby and a page that lists rooms: JSON, one message per WebSocket frame, over one WebSocket at
 * `/api/lobby/socket?v={LOBBY_VERSION}`. The lobby sends the numbers of active users and the tracks that rooms play; the
 * lists themselves are live queries.
 */
export const LOBBY_VERSION = 3;

/** Maximum number of rooms that a page can watch besides the public ones. */
export const WATCHED_ROOMS_MAX = 100;

/** A message from a page. */
export type LobbyClientMessage = {
  readonly type: "watch";
  /** Rooms on the page that are not public. A page that has their ids may see their counts. */
  readonly rooms: readonly RoomId[];
};

/** Changes of a room. A value that is left out has not changed. */
export type RoomActivity = {
  readonly activeUsers?: number;
  /** The track that the room plays, or null. Sent only of rooms that are public and have no password. */
  readonly nowPlaying?: NowPlaying | null;
};

/** A message from the lobby: the changes of some rooms. */
export type LobbyMessage = { readonly type: "activity"; readonly rooms: Readonly<Record<RoomId, RoomActivity>> };

export function decodeLobbyMessage(raw: unknown): LobbyMessage | null {
  return decodeTagged(raw, { activity: true });
}
