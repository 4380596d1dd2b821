import type { Connection } from "#app/domain/access/connection.ts";
import { CLOSE_CODES, type CloseReason, type ServerMessage } from "#app/protocol/room-messages.ts";
import { encodeServerMessage } from "#app/protocol/room-server-codec.ts";
import type { ConnectionStore } from "./connection-store.ts";

/** Sends messages to the connections of a room, and closes connections. */
export type Broadcaster = {
  send(socket: WebSocket, message: ServerMessage): void;
  /** Sends a message that is already encoded. */
  sendText(socket: WebSocket, text: string): void;
  broadcast(message: ServerMessage): void;
  /**
   * Runs `act`. Its broadcasts are sent to `socket` at once and to the others afterwards, so that the answer to a command does not
   * wait for a thousand sends.
   */
  serveFirst(socket: WebSocket, act: () => void): void;
  /** Forgets a socket that the other side has closed. */
  leave(socket: WebSocket): void;
  close(sockets: readonly WebSocket[], reason: CloseReason): void;
  closeWhere(predicate: (connection: Connection) => boolean, reason: CloseReason): void;
};

type Deps = {
  readonly connections: ConnectionStore;
  /** Called once for each person, and once for all guests, who have left together. */
  readonly onLeft: (connection: Connection) => void;
  readonly onClosed: (reason: CloseReason, connections: number) => void;
};

export function createBroadcaster({ connections, onLeft, onClosed }: Deps): Broadcaster {
  /** The socket that is served first, and what the others do not have yet. */
  let first: WebSocket | null = null;
  const texts: string[] = [];

  function remove(sockets: readonly WebSocket[]): void {
    const left = new Map<string, Connection>();
    for (const socket of sockets) {
      const connection = connections.get(socket);
      if (!connection) continue;
      connections.set(socket, null);
      left.set(connection.person?.id ?? "guest", connection);
    }
    for (const connection of left.values()) onLeft(connection);
  }

  function close(sockets: readonly WebSocket[], reason: CloseReason): void {
    if (sockets.length > 0) onClosed(reason, sockets.length);
    for (const socket of sockets) socket.close(CLOSE_CODES[reason], reason);
    remove(sockets);
  }

  function sendToAll(text: string, except: WebSocket | null): void {
    for (const socket of connections.sockets()) if (socket !== except) sendText(socket, text);
  }

  return {
    send: (socket, message) => sendText(socket, encodeServerMessage(message)),
    sendText,
    broadcast(message) {
      const text = encodeServerMessage(message);
      if (!first) return sendToAll(text, null);
      sendText(first, text);
      texts.push(text);
    },
    serveFirst(socket, act) {
      first = socket;
      try {
        act();
      } finally {
        first = null;
        for (const text of texts.splice(0)) sendToAll(text, socket);
      }
    },
    leave: (socket) => remove([socket]),
    close,
    closeWhere(predicate, reason) {
      const matching = connections.entries().filter(({ connection }) => predicate(connection));
      close(
        matching.map(({ key }) => key),
        reason,
      );
    },
  };
}

function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // the socket is closing; its close handler follows, and the other connections are not affected
  }
}
