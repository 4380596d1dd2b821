import { withEntries } from "#app/domain/playlist/playlist.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { unpackEntries } from "#app/protocol/packed-entries.ts";
import { decodeServerMessage } from "#app/protocol/room-client-codec.ts";
import { type ClientMessage, PROTOCOL_VERSION, type ServerMessage, type Snapshot } from "#app/protocol/room-messages.ts";
import { type Client, ORIGIN } from "./client.ts";

/** A device in a room: it keeps the state as a browser does. */
export type RoomDevice = {
  readonly socket: WebSocket;
  readonly snapshot: Snapshot;
  state(): RoomState;
  revision(): number;
  say(frame: ClientMessage | string): void;
  /** The answer to a command: null, or the refusal. */
  command(command: RoomCommand): Promise<string | null>;
  /** The next frame of a type that has not been looked at yet. */
  next<T extends ServerMessage["type"]>(type: T): Promise<Extract<ServerMessage, { type: T }>>;
  /** How it was closed. */
  closed: Promise<{ readonly code: number; readonly reason: string }>;
};

export async function openSocket(client: Client, room: string, version: number = PROTOCOL_VERSION): Promise<WebSocket> {
  const headers = { Upgrade: "websocket", Origin: ORIGIN };
  const response = await client.fetch(`/api/rooms/${room}/socket?v=${version}`, { headers });
  if (!response.webSocket) throw new Error(`no socket: ${response.status} ${await response.text()}`);
  return response.webSocket;
}

export async function joinRoom(client: Client, room: string): Promise<RoomDevice> {
  const socket = await openSocket(client, room);
  const inbox: ServerMessage[] = [];
  const waiting: { type: string; resolve: (frame: ServerMessage) => void }[] = [];
  let state: RoomState | null = null;
  let revision = 0;
  let commands = 0;

  // listeners first: what came before `accept` would be lost
  socket.addEventListener("message", ({ data }) => {
    const frame = decodeServerMessage(data);
    if (!frame) return;
    if (frame.type === "snapshot") {
      state = { ...frame.state, playlist: unpackEntries(frame.entries) };
      revision = frame.revision;
    }
    if (frame.type === "entries" && state) {
      state = { ...state, playlist: withEntries(state.playlist, unpackEntries(frame.entries)) };
    }
    if (frame.type === "events" && state) {
      state = frame.events.reduce(evolve, state);
      revision = frame.revision;
    }
    const at = waiting.findIndex(({ type }) => type === frame.type);
    if (at < 0) inbox.push(frame);
    else waiting.splice(at, 1)[0]?.resolve(frame);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.addEventListener("close", ({ code, reason }) => resolve({ code, reason }));
  });
  socket.accept();

  function next<T extends ServerMessage["type"]>(type: T): Promise<Extract<ServerMessage, { type: T }>> {
    const at = inbox.findIndex((frame) => frame.type === type);
    const [found] = at < 0 ? [] : inbox.splice(at, 1);
    // the frame was looked for by its type
    if (found) return Promise.resolve(found as Extract<ServerMessage, { type: T }>);
    return new Promise((resolve) => waiting.push({ type, resolve: resolve as (frame: ServerMessage) => void }));
  }

  const say = (frame: ClientMessage | string) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  const snapshot = await next("snapshot");
  return {
    socket,
    snapshot,
    closed,
    say,
    next,
    revision: () => revision,
    state() {
      if (!state) throw new Error("not welcomed yet");
      return state;
    },
    async command(command) {
      commands += 1;
      const id = `c${commands}`;
      say({ type: "command", id, command });
      for (;;) {
        const reply = await next("reply");
        if (reply.id === id) return reply.error;
      }
    },
  };
}
