import type { RoomId } from "#app/domain/ids.ts";
import {
  decodeLobbyFrame,
  LOBBY_VERSION,
  type LobbyClientFrame,
  type LobbyFrame,
  WATCHED_MAX,
} from "#app/protocol/lobby-messages.ts";
import { type LiveSocket, type LiveSocketDeps, type LiveSocketTongue, openLiveSocket } from "./reconnecting-socket.ts";

/** The news of a page that lists rooms, while somebody looks at it. */
export type Lobby = {
  /** Rooms that are not listed for everyone, and that the page shows. */
  watch(rooms: readonly RoomId[]): void;
  close(): void;
};

type LobbyEvents = {
  readonly onFrame: (frame: LobbyFrame) => void;
  /** From here on nothing is missed; what came before may have been. */
  readonly onUp: () => void;
};

const TONGUE: LiveSocketTongue<LobbyClientFrame, LobbyFrame> = {
  encode: (frame) => JSON.stringify(frame),
  decode: decodeLobbyFrame,
  isWelcome: null,
  isAsk: () => false,
};

export function openLobby({ onFrame, onUp }: LobbyEvents): Lobby {
  let socket: LiveSocket<LobbyClientFrame> | null = null;
  let watched: readonly RoomId[] = [];

  const say = () => socket?.send({ type: "watch", rooms: watched.slice(0, WATCHED_MAX) });
  const listen = () => {
    if (document.visibilityState === "hidden") {
      socket?.close();
      socket = null;
    } else if (socket) {
      socket.wake();
    } else {
      socket = openLiveSocket(DEPS, TONGUE, {
        onFrame,
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

const DEPS: LiveSocketDeps = {
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
