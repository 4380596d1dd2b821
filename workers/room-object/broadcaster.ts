import type { Connection } from "#app/domain/access/connection.ts";
import { CLOSE_CODES, type CloseReason, type ServerMessage } from "#app/protocol/room-messages.ts";
import { encodeBatch, encodeServerMessage } from "#app/protocol/room-server-codec.ts";
import type { ConnectionStore } from "./connection-store.ts";
import { TurnSender } from "./turn-sender.ts";

type Deps = {
  readonly connections: ConnectionStore;
  /** Called for each connection that has ended, before those below. */
  readonly onEnded: (socket: WebSocket) => void;
  /** Called when the other side has closed a connection. */
  readonly onLeft: (connection: Connection) => void;
  /** Called once for each person, and once for all guests, whose connections the room has closed together. */
  readonly onDismissed: (connection: Connection) => void;
  readonly onClosed: (reason: CloseReason, connections: number) => void;
};

type Broadcast = { readonly text: string; readonly kind: "events" | "message" | "batch" };

/** Sends messages to the connections of a room, and closes connections. */
export class Broadcaster {
  readonly #deps: Deps;
  /** The socket that is served first, and what the others do not have yet. */
  #first: WebSocket | null = null;
  readonly #waiting: Broadcast[] = [];
  /** Messages that are sent in one frame; null if each has its own. */
  #batch: string[] | null = null;
  readonly #turns = new TurnSender((socket, text) => this.sendText(socket, text));
  /** The connections that get a snapshot soon, and no events until then. */
  readonly withheld = new Set<WebSocket>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  send(socket: WebSocket, message: ServerMessage): void {
    this.sendText(socket, encodeServerMessage(message));
  }

  /** Sends the messages of a snapshot, after the batches that the connection does not have yet. */
  sendSnapshot(socket: WebSocket, texts: readonly string[]): void {
    this.#turns.flush(socket);
    for (const text of texts) this.sendText(socket, text);
  }

  /** Sends a message that is already encoded. */
  sendText(socket: WebSocket, text: string): void {
    try {
      socket.send(text);
    } catch {
      // the socket is closing; its close handler follows, and the other connections are not affected
    }
  }

  broadcast(message: ServerMessage): void {
    const text = encodeServerMessage(message);
    const kind = message.type === "events" ? "events" : "message";
    if (this.#batch && kind === "message") this.#batch.push(text);
    else this.#broadcastText({ text, kind });
  }

  /**
   * Runs `act`. What it broadcasts besides events goes to each connection in one frame, and to a thousand in several turns: the number
   * of frames decides how long a broadcast takes, not their length, and a command need not wait for it.
   */
  batch(act: () => void): void {
    if (this.#batch) return act();
    const texts: string[] = [];
    this.#batch = texts;
    try {
      act();
    } finally {
      this.#batch = null;
    }
    if (texts.length > 0) this.#broadcastText({ text: encodeBatch(texts), kind: "batch" });
  }

  /** Whether a batch is still being sent. */
  isBatching(): boolean {
    return this.#turns.isBusy();
  }

  #broadcastText(broadcast: Broadcast): void {
    if (!this.#first) return this.#sendToAll(broadcast, null);
    if (broadcast.kind === "batch") this.#turns.flush(this.#first);
    this.#deliver(this.#first, broadcast);
    this.#waiting.push(broadcast);
  }

  /** All connections, the one that is served first before the others. */
  listSockets(): readonly WebSocket[] {
    const sockets = [...this.#deps.connections.sockets()];
    const first = this.#first;
    return first ? [first, ...sockets.filter((socket) => socket !== first)] : sockets;
  }

  /**
   * Runs `act`. Its broadcasts are sent to `socket` at once and to the others afterwards, so that the answer to a command does not
   * wait for a thousand sends.
   */
  serveFirst(socket: WebSocket, act: () => void): void {
    this.#first = socket;
    try {
      act();
    } finally {
      this.#first = null;
      for (const broadcast of this.#waiting.splice(0)) this.#sendToAll(broadcast, socket);
    }
  }

  /** Forgets a socket that the other side has closed. */
  leave(socket: WebSocket): void {
    for (const connection of this.#remove([socket])) this.#deps.onLeft(connection);
  }

  close(sockets: readonly WebSocket[], reason: CloseReason): void {
    if (sockets.length > 0) this.#deps.onClosed(reason, sockets.length);
    for (const socket of sockets) socket.close(CLOSE_CODES[reason], reason);
    for (const connection of this.#remove(sockets)) this.#deps.onDismissed(connection);
  }

  closeWhere(predicate: (connection: Connection) => boolean, reason: CloseReason): void {
    const matching = this.#deps.connections.entries().filter(({ connection }) => predicate(connection));
    this.close(
      matching.map(({ key }) => key),
      reason,
    );
  }

  #sendToAll(broadcast: Broadcast, except: WebSocket | null): void {
    const sockets = [...this.#deps.connections.sockets()].filter((socket) => socket !== except);
    if (broadcast.kind === "batch") this.#turns.send(broadcast.text, sockets);
    else for (const socket of sockets) this.#deliver(socket, broadcast);
  }

  #deliver(socket: WebSocket, { text, kind }: Broadcast): void {
    if (kind !== "events" || !this.withheld.has(socket)) this.sendText(socket, text);
  }

  /** Returns a connection of each person, and one of all guests, who were connected with the sockets. */
  #remove(sockets: readonly WebSocket[]): Iterable<Connection> {
    const { connections, onEnded } = this.#deps;
    const left = new Map<string, Connection>();
    for (const socket of sockets) {
      this.withheld.delete(socket);
      this.#turns.forget(socket);
      const connection = connections.get(socket);
      if (!connection) continue;
      connections.set(socket, null);
      onEnded(socket);
      left.set(connection.person?.id ?? "guest", connection);
    }
    return left.values();
  }
}
