import { LOBBY_VERSION } from "#app/protocol/lobby-messages.ts";
import { decodeServerFrame } from "#app/protocol/room-client-codec.ts";
import { type ClientFrame, PROTOCOL_VERSION, type Welcome } from "#app/protocol/room-messages.ts";
import { ORIGIN, type Visitor } from "#tests/workers/support/client.ts";

/** Somebody at the door of a room, who listens to whatever comes. */
export type Ear = {
  readonly socket: WebSocket;
  readonly heard: readonly string[];
  /** What the door says: `in`, `waits`, or the code of how it closes. */
  readonly outcome: Promise<string>;
  /** The code. */
  readonly closed: Promise<number>;
  welcome(): Welcome | null;
  /** The answer to a command: its refusal, `ok`, or `closed`. */
  command(command: Extract<ClientFrame, { type: "command" }>["command"]): Promise<string>;
};

const UPGRADE = { Upgrade: "websocket", Origin: ORIGIN };

export async function listenAt(visitor: Visitor, room: string): Promise<Ear> {
  const response = await visitor.fetch(`/api/rooms/${room}/socket?v=${PROTOCOL_VERSION}`, { headers: UPGRADE });
  const socket = response.webSocket;
  if (!socket) throw new Error(`no socket: ${response.status} ${await response.text()}`);
  const heard: string[] = [];
  let welcome: Welcome | null = null;
  const answers = new Map<string, (answer: string) => void>();
  const closing = later<number>();
  const door = later<string>();
  socket.addEventListener("message", ({ data }) => {
    heard.push(String(data));
    const frame = decodeServerFrame(data);
    if (frame?.type === "reply") answers.get(frame.id)?.(frame.error ?? "ok");
    if (frame?.type === "waiting") door.resolve("waits");
    if (frame?.type !== "welcome") return;
    welcome = frame;
    door.resolve("in");
  });
  socket.addEventListener("close", ({ code, reason }) => {
    heard.push(reason);
    door.resolve(String(code));
    closing.resolve(code);
  });
  socket.accept();
  return {
    ...{ socket, heard, outcome: door.promise, closed: closing.promise },
    welcome: () => welcome,
    command(command) {
      const id = `c${answers.size}`;
      const answer = new Promise<string>((resolve) => answers.set(id, resolve));
      try {
        socket.send(JSON.stringify({ type: "command", id, command } satisfies ClientFrame));
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
export async function knock(visitor: Visitor, room: string): Promise<{ readonly outcome: string; readonly heard: string }> {
  const ear = await listenAt(visitor, room);
  const outcome = await ear.outcome;
  ear.socket.close(1000);
  return { outcome, heard: ear.heard.join("\n") };
}

/** The socket of a page that lists rooms. */
export async function openLobby(visitor: Visitor): Promise<WebSocket | null> {
  return (await visitor.fetch(`/api/lobby/socket?v=${LOBBY_VERSION}`, { headers: UPGRADE })).webSocket;
}
