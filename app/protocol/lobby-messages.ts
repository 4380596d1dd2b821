import type { RoomId } from "#app/domain/ids.ts";
import { decodeTagged } from "./tagged-message.ts";

/**
 * The messages between the lobby and a page that lists rooms: JSON, one message per WebSocket frame, over one WebSocket at
 * `/api/lobby/socket?v={LOBBY_VERSION}`. The lobby sends the numbers of active users; the lists themselves are live queries.
 */
export const LOBBY_VERSION = 2;

/** Maximum number of rooms that a page can watch besides the public ones. */
export const WATCHED_ROOMS_MAX = 100;

/** A message from a page. */
export type LobbyClientMessage = {
  readonly type: "watch";
  /** Rooms on the page that are not public. A page that has their ids may see their counts. */
  readonly rooms: readonly RoomId[];
};

/** A message from the lobby: the number of active users of some rooms. */
export type LobbyMessage = { readonly type: "counts"; readonly rooms: Readonly<Record<RoomId, number>> };

export function decodeLobbyMessage(raw: unknown): LobbyMessage | null {
  return decodeTagged(raw, { counts: true });
}
