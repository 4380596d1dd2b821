import type { RoomId } from "#app/domain/ids.ts";
import {
  decodeLobbyMessage,
  LOBBY_VERSION,
  type LobbyClientMessage,
  type LobbyMessage,
  WATCHED_ROOMS_MAX,
} from "#app/protocol/lobby-messages.ts";
import { createBrowserSocketDeps } from "./browser-socket-deps.ts";
import { type MessageCodec, ReconnectingSocket } from "./reconnecting-socket.ts";

/** The numbers of active users of rooms and the tracks that they play, as they change. Connected only while the page is visible. */
export type LobbyConnection = {
  /** Requests updates of rooms that are not in the public list. Replaces the earlier request. */
  watch(rooms: readonly RoomId[]): void;
  close(): void;
};

type LobbyEvents = {
  readonly onMessage: (message: LobbyMessage) => void;
  /** From here on no update is missed; earlier ones may have been. */
  readonly onConnected: () => void;
  /** Updates may be missed from here on. */
  readonly onDisconnected: () => void;
};

export function createLobbyConnection({ onMessage, onConnected, onDisconnected }: LobbyEvents): LobbyConnection {
  let socket: ReconnectingSocket<LobbyClientMessage, LobbyMessage> | null = null;
  let watched: readonly RoomId[] = [];

  const sendWatched = () => socket?.send({ type: "watch", rooms: watched.slice(0, WATCHED_ROOMS_MAX) });
  const connect = () =>
    new ReconnectingSocket(DEPS, CODEC, {
      onMessage,
      onConnected() {
        if (watched.length > 0) sendWatched();
        onConnected();
      },
      onDisconnected,
    });
  const disconnect = () => {
    socket?.close();
    socket = null;
    onDisconnected();
  };
  const followVisibility = () => {
    if (document.visibilityState === "hidden") disconnect();
    else if (socket) socket.wake();
    else socket = connect();
  };

  followVisibility();
  document.addEventListener("visibilitychange", followVisibility);
  window.addEventListener("online", followVisibility);
  return {
    watch(rooms) {
      watched = rooms;
      sendWatched();
    },
    close() {
      document.removeEventListener("visibilitychange", followVisibility);
      window.removeEventListener("online", followVisibility);
      disconnect();
    },
  };
}

const CODEC: MessageCodec<LobbyClientMessage, LobbyMessage> = {
  encode: (message) => JSON.stringify(message),
  decode: decodeLobbyMessage,
  isGreeting: null,
  isPingRequest: () => false,
};

const DEPS = createBrowserSocketDeps(() => `/api/lobby/socket?v=${LOBBY_VERSION}`);
