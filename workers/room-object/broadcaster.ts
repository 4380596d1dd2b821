import { CLOSE_CODES, type CloseReason, type ServerMessage } from "#app/protocol/room-messages.ts";
import { encodeServerMessage } from "#app/protocol/room-server-codec.ts";
import { type Connection, type ConnectionStore, listPresence } from "./connections.ts";

/** Everyone who listens: what is said to them, and how they are let go. */
export type Broadcaster = {
  here(): readonly Connection[];
  /** Signed-in people and devices of guests. */
  activeUsers(): number;
  send(socket: WebSocket, message: ServerMessage): void;
  broadcast(message: ServerMessage, except?: WebSocket | null): void;
  /** The other side has closed, or is gone. */
  leave(socket: WebSocket): void;
  close(socket: WebSocket, reason: CloseReason): void;
  closeWhere(isIt: (connection: Connection) => boolean, reason: CloseReason): void;
};

/** @param onLeft told once of each person, and once of all guests, who have gone together */
export function createBroadcaster(connections: ConnectionStore, onLeft: (connection: Connection) => void): Broadcaster {
  function sendText(socket: WebSocket, text: string): void {
    try {
      socket.send(text);
    } catch {
      // it is closing: its close handler follows, and nobody else is concerned
    }
  }

  function recentRemovals(sockets: readonly WebSocket[], reason: CloseReason | null): void {
    const gone = new Map<string, Connection>();
    for (const socket of sockets) {
      const connection = connections.connectionOf(socket);
      if (reason) socket.close(CLOSE_CODES[reason], reason);
      if (!connection) continue;
      connections.forget(socket);
      gone.set(connection.person?.id ?? "guest", connection);
    }
    for (const connection of gone.values()) onLeft(connection);
  }

  const here = () => connections.sockets().flatMap((socket) => connections.connectionOf(socket) ?? []);
  return {
    here,
    activeUsers() {
      const { present, anonymous } = listPresence(here());
      return present.length + anonymous;
    },
    send: (socket, message) => sendText(socket, encodeServerMessage(message)),
    broadcast(message, except = null) {
      const text = encodeServerMessage(message);
      for (const socket of connections.sockets()) if (socket !== except) sendText(socket, text);
    },
    leave: (socket) => recentRemovals([socket], null),
    close: (socket, reason) => recentRemovals([socket], reason),
    closeWhere(isIt, reason) {
      const isTheirs = (socket: WebSocket) => {
        const connection = connections.connectionOf(socket);
        return connection !== null && isIt(connection);
      };
      recentRemovals(connections.sockets().filter(isTheirs), reason);
    },
  };
}
