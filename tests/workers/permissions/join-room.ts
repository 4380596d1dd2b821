import { LOBBY_VERSION } from "#app/protocol/lobby-messages.ts";
import { decodeServerMessage } from "#app/protocol/room-client-codec.ts";
import { type ClientMessage, PROTOCOL_VERSION, type Snapshot } from "#app/protocol/room-messages.ts";
import { type Client, ORIGIN } from "#tests/workers/support/client.ts";

/** Somebody at the door of a room, who listens to whatever comes. */
export type Ear = {
  readonly socket: WebSocket;
  readonly received: readonly string[];
  /** What the door says: `in`, `waits`, or the code of how it closes. */
  readonly outcome: Promise<string>;
  /** The code. */
  readonly closed: Promise<number>;
  snapshot(): Snapshot | null;
  /** The answer to a command: its refusal, `ok`, or `closed`. */
  command(command: Extract<ClientMessage, { type: "command" }>["command"]): Promise<string>;
};

const UPGRADE = { Upgrade: "websocket", Origin: ORIGIN };

export async function listenAt(client: Client, room: string): Promise<Ear> {
  const response = await client.fetch(`/api/rooms/${room}/socket?v=${PROTOCOL_VERSION}`, { headers: UPGRADE });
  const socket = response.webSocket;
  if (!socket) throw new Error(`no socket: ${response.status} ${await response.text()}`);
  const received: string[] = [];
  let snapshot: Snapshot | null = null;
  const answers = new Map<string, (answer: string) => void>();
  const closing = later<number>();
  const door = later<string>();
  socket.addEventListener("message", ({ data }) => {
    received.push(String(data));
    const frame = decodeServerMessage(data);
    if (frame?.type === "reply") answers.get(frame.id)?.(frame.error ?? "ok");
    if (frame?.type === "waiting") door.resolve("waits");
    if (frame?.type !== "snapshot") return;
    snapshot = frame;
    door.resolve("in");
  });
  socket.addEventListener("close", ({ code, reason }) => {
    received.push(reason);
    door.resolve(String(code));
    closing.resolve(code);
  });
  socket.accept();
  return {
    ...{ socket, received, outcome: door.promise, closed: closing.promise },
    snapshot: () => snapshot,
    command(command) {
      const id = `c${answers.size}`;
      const answer = new Promise<string>((resolve) => answers.set(id, resolve));
      try {
        socket.send(JSON.stringify({ type: "command", id, command } satisfies ClientMessage));
      } catch {
        // it was closed before anything could be said
        return Promise.resolve("closed");
      }
      return Promise.race([answer, closing.promise.then(() => "closed")]);
    },
  };
}

function later<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** What the door of a room says to somebody who goes away then, and everything that was heard meanwhile. */
export async function knock(client: Client, room: string): Promise<{ readonly outcome: string; readonly received: string }> {
  const ear = await listenAt(client, room);
  const outcome = await ear.outcome;
  ear.socket.close(1000);
  return { outcome, received: ear.received.join("\n") };
}

/** The socket of a page that lists rooms. */
export async function createLobbyConnection(client: Client): Promise<WebSocket | null> {
  return (await client.fetch(`/api/lobby/socket?v=${LOBBY_VERSION}`, { headers: UPGRADE })).webSocket;
}
