import type { EditId } from "#app/domain/ids.ts";
import { LOBBY_VERSION } from "#app/protocol/lobby-messages.ts";
import { decodeServerMessage } from "#app/protocol/room-client-codec.ts";
import { type ClientMessage, PROTOCOL_VERSION, type Snapshot } from "#app/protocol/room-messages.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { newId } from "#workers/crypto/random.ts";

type Command = Extract<ClientMessage, { type: "command" }>["command"];

/** A socket of a room, which may be refused. It records everything it receives. */
export type RoomConnection = {
  readonly socket: WebSocket;
  /** All messages, and the reason of the close. */
  readonly received: readonly string[];
  /** How the attempt to join ends: `joined`, `waiting`, or the close code of a refusal. */
  readonly outcome: Promise<string>;
  /** Resolves to the close code. */
  readonly closed: Promise<number>;
  /** Null until the socket is closed. */
  closeCode(): number | null;
  /** The latest snapshot; null if none was received. */
  snapshot(): Snapshot | null;
  /** Sends a command. Returns `ok`, the code of its refusal, or `closed`. */
  command(command: Command): Promise<string>;
};

const UPGRADE = { Upgrade: "websocket", Origin: ORIGIN };

export async function connectToRoom(client: Client, room: string): Promise<RoomConnection> {
  const response = await client.fetch(`/api/rooms/${room}/socket?v=${PROTOCOL_VERSION}`, { headers: UPGRADE });
  const socket = response.webSocket;
  if (!socket) throw new Error(`no socket: ${response.status} ${await response.text()}`);
  const received: string[] = [];
  let snapshot: Snapshot | null = null;
  let closeCode: number | null = null;
  const replies = new Map<string, (outcome: string) => void>();
  const closed = createDeferred<number>();
  const outcome = createDeferred<string>();
  // before `accept`: messages without a listener are lost
  socket.addEventListener("message", ({ data }) => {
    received.push(String(data));
    const message = decodeServerMessage(data);
    if (message?.type === "reply") replies.get(message.id)?.(message.error ?? "ok");
    if (message?.type === "waiting") outcome.resolve("waiting");
    if (message?.type !== "snapshot") return;
    snapshot = message;
    outcome.resolve("joined");
  });
  socket.addEventListener("close", ({ code, reason }) => {
    received.push(reason);
    closeCode = code;
    outcome.resolve(String(code));
    closed.resolve(code);
  });
  socket.accept();
  return {
    socket,
    received,
    outcome: outcome.promise,
    closed: closed.promise,
    closeCode: () => closeCode,
    snapshot: () => snapshot,
    command(command) {
      const id = newId<EditId>();
      const reply = new Promise<string>((resolve) => replies.set(id, resolve));
      try {
        socket.send(JSON.stringify({ type: "command", id, command } satisfies ClientMessage));
      } catch {
        // `send` throws on a closed socket
        return Promise.resolve("closed");
      }
      return Promise.race([reply, closed.promise.then(() => "closed")]);
    },
  };
}

function createDeferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Tries to join a room, and leaves it. Returns the outcome and everything that was received. */
export async function attemptToJoin(
  client: Client,
  room: string,
): Promise<{ readonly outcome: string; readonly received: string }> {
  const connection = await connectToRoom(client, room);
  const outcome = await connection.outcome;
  connection.socket.close(1000);
  return { outcome, received: connection.received.join("\n") };
}

/** The socket of the lobby, which sends the room list; null if it is refused. */
export async function openLiveSocket(client: Client): Promise<WebSocket | null> {
  return (await client.fetch("/api/1.48.0/sync", { headers: UPGRADE })).webSocket;
}

export async function openLobbySocket(client: Client): Promise<WebSocket | null> {
  return (await client.fetch(`/api/lobby/socket?v=${LOBBY_VERSION}`, { headers: UPGRADE })).webSocket;
}
