import type { PresentPerson } from "#app/domain/access/connection.ts";
import type { EditId } from "#app/domain/ids.ts";
import { withEntries } from "#app/domain/playlist/playlist.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { unpackEntries } from "#app/protocol/packed-entries.ts";
import { decodeServerMessage } from "#app/protocol/room-client-codec.ts";
import { type ClientMessage, PROTOCOL_VERSION, type ServerMessage, type Snapshot } from "#app/protocol/room-messages.ts";
import { newId } from "#workers/crypto/random.ts";
import type { Client } from "./client.ts";
import { ORIGIN } from "./origin.ts";

type MessageType = ServerMessage["type"];
type MessageOf<T extends MessageType> = Extract<ServerMessage, { type: T }>;

/** A device in a room. It applies events to its state as a browser does. */
export type RoomDevice = {
  readonly socket: WebSocket;
  readonly snapshot: Snapshot;
  state(): RoomState;
  revision(): number;
  send(message: ClientMessage | string): void;
  /** Sends a command. Returns the code of its refusal; null if it succeeds. */
  command(command: RoomCommand, id?: EditId): Promise<string | null>;
  /** Probes the room's clock, and waits for the answer. The room then knows that the device is connected. */
  probe(): Promise<void>;
  /** The next message of a type that has not been returned yet. */
  next<T extends MessageType>(type: T): Promise<MessageOf<T>>;
  /** The same for several types. */
  nextOf<T extends MessageType>(types: readonly T[]): Promise<MessageOf<T>>;
  /** Waits until a person is announced with this number of devices, 0 after leaving. */
  personWithDevices(name: string, devices: number): Promise<PresentPerson>;
  /** Waits until this number of guests is announced. */
  guestsBecome(count: number): Promise<void>;
  /** Waits until these names of guests are announced. */
  guestNamesBecome(names: readonly string[]): Promise<void>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
};

export async function openSocket(client: Client, room: string, version: number = PROTOCOL_VERSION): Promise<WebSocket> {
  const headers = { Upgrade: "websocket", Origin: ORIGIN };
  const response = await client.fetch(`/api/rooms/${room}/socket?v=${version}`, { headers });
  if (!response.webSocket) throw new Error(`no socket: ${response.status} ${await response.text()}`);
  return response.webSocket;
}

/** Opens a room's socket and waits for the snapshot. */
export async function joinRoom(client: Client, room: string): Promise<RoomDevice> {
  const socket = await openSocket(client, room);
  const inbox = createInbox();
  let state: RoomState | null = null;
  let revision = 0;

  // before `accept`: messages without a listener are lost
  socket.addEventListener("message", ({ data }) => {
    const message = decodeServerMessage(data);
    for (const part of message?.type === "batch" ? message.messages : message ? [message] : []) {
      if (part.type === "snapshot" || part.type === "events") revision = part.revision;
      state = nextState(state, part);
      inbox.put(part);
    }
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.addEventListener("close", ({ code, reason }) => resolve({ code, reason }));
  });
  socket.accept();

  const send = (message: ClientMessage | string) =>
    socket.send(typeof message === "string" ? message : JSON.stringify(message));
  const snapshot = await inbox.next("snapshot");
  return {
    socket,
    snapshot,
    closed,
    send,
    next: inbox.next,
    nextOf: inbox.nextOf,
    async probe() {
      send({ type: "clock", sentLocalMs: 0, roundTripMs: null });
      await inbox.next("clock");
    },
    async personWithDevices(name, devices) {
      for (;;) {
        const { present } = await inbox.next("presence");
        const found = present.find((other) => other.person.name === name && other.devices === devices);
        if (found) return found;
      }
    },
    async guestsBecome(count) {
      while ((await inbox.next("presence")).guests !== count);
    },
    async guestNamesBecome(names) {
      const expected = JSON.stringify(names);
      while (JSON.stringify((await inbox.next("presence")).guestNames) !== expected);
    },
    revision: () => revision,
    state() {
      if (!state) throw new Error("no snapshot received");
      return state;
    },
    async command(command, id = newId<EditId>()) {
      send({ type: "command", id, command });
      for (;;) {
        const reply = await inbox.next("reply");
        if (reply.id === id) return reply.error;
      }
    },
  };
}

function nextState(state: RoomState | null, message: ServerMessage): RoomState | null {
  if (message.type === "snapshot") return { ...message.state, playlist: unpackEntries(message.entries) };
  if (state && message.type === "entries") {
    return { ...state, playlist: withEntries(state.playlist, unpackEntries(message.entries)) };
  }
  return state && message.type === "events" ? message.events.reduce(evolve, state) : state;
}

/** Messages by type: those that no one has waited for yet, and those that are waited for. */
function createInbox() {
  const messages: ServerMessage[] = [];
  const waiting: { readonly types: readonly MessageType[]; readonly resolve: (message: ServerMessage) => void }[] = [];

  function nextOf<T extends MessageType>(types: readonly T[]): Promise<MessageOf<T>> {
    const isWanted = ({ type }: ServerMessage) => (types as readonly MessageType[]).includes(type);
    const index = messages.findIndex(isWanted);
    const [message] = index < 0 ? [] : messages.splice(index, 1);
    // found by its type
    if (message) return Promise.resolve(message as MessageOf<T>);
    return new Promise((resolve) => waiting.push({ types, resolve: resolve as (message: ServerMessage) => void }));
  }

  return {
    nextOf,
    next: <T extends MessageType>(type: T): Promise<MessageOf<T>> => nextOf([type]),
    put(message: ServerMessage): void {
      const index = waiting.findIndex(({ types }) => types.includes(message.type));
      if (index < 0) messages.push(message);
      else waiting.splice(index, 1)[0]?.resolve(message);
    },
  };
}
