import type { RoomId } from "#app/domain/ids.ts";
import { decodeTagged } from "./tagged-message.ts";

/**
 * The messages between the lobby and a page that lists rooms: JSON, one message per WebSocket frame, over one WebSocket at
 * `/api/lobby/socket?v={LOBBY_VERSION}`. Counts are sent directly; after any other change the page queries the list again.
 */
export const LOBBY_VERSION = 1;

/** Maximum number of rooms that a page can watch besides the public ones. */
export const WATCHED_ROOMS_MAX = 100;

/** A message from a page. */
export type LobbyClientMessage = {
  readonly type: "watch";
  /** Rooms on the page that are not public. A page that has their ids may see their counts. */
  readonly rooms: readonly RoomId[];
};

/** A message from the lobby. */
export type LobbyMessage =
  /** The number of active users of some rooms. */
  | { readonly type: "counts"; readonly rooms: Readonly<Record<RoomId, number>> }
  /** Public rooms were created, changed or deleted. */
  | { readonly type: "list" }
  /** The recipient's own rooms have changed. */
  | { readonly type: "mine" }
  /** The recipient added or removed a favorite on another page. */
  | { readonly type: "favorite"; readonly roomId: RoomId; readonly isFavorite: boolean };

const TYPES: Record<LobbyMessage["type"], true> = { counts: true, list: true, mine: true, favorite: true };

export function decodeLobbyMessage(raw: unknown): LobbyMessage | null {
  return decodeTagged(raw, TYPES);
}
