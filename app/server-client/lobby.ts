import type { RoomId } from "#app/domain/ids.ts";
import {
  decodeLobbyMessage,
  LOBBY_VERSION,
  type LobbyClientMessage,
  type LobbyMessage,
  WATCHED_MAX,
} from "#app/protocol/lobby-messages.ts";
import {
  createReconnectingSocket,
  type MessageCodec,
  type ReconnectingSocket,
  type ReconnectingSocketDeps,
} from "./reconnecting-socket.ts";

/** The news of a page that lists rooms, while somebody looks at it. */
export type Lobby = {
  /** Rooms that are not listed for everyone, and that the page shows. */
  watch(rooms: readonly RoomId[]): void;
  close(): void;
};

type LobbyEvents = {
  readonly onMessage: (message: LobbyMessage) => void;
  /** From here on nothing is missed; what came before may have been. */
  readonly onUp: () => void;
};

const CODEC: MessageCodec<LobbyClientMessage, LobbyMessage> = {
  encode: (message) => JSON.stringify(message),
  decode: decodeLobbyMessage,
  isGreeting: null,
  isPingRequest: () => false,
};

export function createLobbyConnection({ onMessage, onUp }: LobbyEvents): Lobby {
  let socket: ReconnectingSocket<LobbyClientMessage> | null = null;
  let watched: readonly RoomId[] = [];

  const say = () => socket?.send({ type: "watch", rooms: watched.slice(0, WATCHED_MAX) });
  const listen = () => {
    if (document.visibilityState === "hidden") {
      socket?.close();
      socket = null;
    } else if (socket) {
      socket.wake();
    } else {
      socket = createReconnectingSocket(DEPS, CODEC, {
        onMessage,
        onUp() {
          if (watched.length > 0) say();
          onUp();
        },
        onDown: () => undefined,
      });
    }
  };

  listen();
  document.addEventListener("visibilitychange", listen);
  window.addEventListener("online", listen);
  return {
    watch(rooms) {
      watched = rooms;
      say();
    },
    close() {
      document.removeEventListener("visibilitychange", listen);
      window.removeEventListener("online", listen);
      socket?.close();
    },
  };
}

const DEPS: ReconnectingSocketDeps = {
  connect() {
    const url = new URL(`/api/lobby/socket?v=${LOBBY_VERSION}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    return new WebSocket(url);
  },
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};
