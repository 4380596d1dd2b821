/**
 * What is said between the lobby and a page that lists rooms: one JSON frame a message over one WebSocket at
 * `/api/lobby/socket?v={LOBBY_VERSION}`. Counts come as they are; what else has changed is asked for again.
 */
import type { RoomId } from "#app/domain/ids.ts";
import { decodeTagged } from "./tagged-message.ts";

export const LOBBY_VERSION = 1;

/** Rooms that a page may watch beside the public ones. */
export const WATCHED_MAX = 100;

/** What a page says. */
export type LobbyClientMessage = {
  readonly type: "watch";
  /** Rooms that are not listed for everyone and that the page shows: it knows their ids, so they are open to it. */
  readonly rooms: readonly RoomId[];
};

/** What the lobby says. */
export type LobbyMessage =
  /** How many are in some rooms now. */
  | { readonly type: "counts"; readonly rooms: Readonly<Record<RoomId, number>> }
  /** Public rooms came, went or changed: ask again for what is shown. */
  | { readonly type: "list" }
  /** The visitor's own rooms did. */
  | { readonly type: "mine" }
  /** The visitor has marked a room elsewhere, or taken the mark away. */
  | { readonly type: "favorite"; readonly roomId: RoomId; readonly isFavorite: boolean };

const TYPES: Record<LobbyMessage["type"], true> = { counts: true, list: true, mine: true, favorite: true };

export function decodeLobbyMessage(raw: unknown): LobbyMessage | null {
  return decodeTagged(raw, TYPES);
}
