import type { Connection } from "#app/domain/access/connection.ts";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { toEffectiveRole } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { GuestCommandLimit } from "#app/domain/room/guest-command-limit.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { packEntries } from "#app/protocol/packed-entries.ts";
import type { ClientMessage } from "#app/protocol/room-messages.ts";
import {
  decodeClientMessage,
  encodeServerMessage,
  encodeSharedSnapshot,
  encodeSnapshot,
} from "#app/protocol/room-server-codec.ts";
import { newToken } from "#workers/crypto/random.ts";
import { logError } from "#workers/http/log-error.ts";
import { toErrorCode } from "#workers/http/to-error-code.ts";
import type { Broadcaster } from "./broadcaster.ts";
import { ChatProtocol } from "./chat-protocol.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { RoomChat } from "./create-chat.ts";
import { DeviceProtocol } from "./device-protocol.ts";
import type { MediaGrants } from "./media-grants.ts";
import type { PeopleDirectory } from "./people-directory.ts";
import { createPlaylistPager } from "./playlist-pages.ts";
import type { Reactions } from "./reactions.ts";
import { readStatus } from "./read-chat.ts";
import { recordCommand } from "./record-command.ts";
import type { ReturningTracks } from "./returning-tracks.ts";
import type { RoomStore } from "./room-store.ts";
import type { RoomVotes } from "./room-votes.ts";
import { SyncSummaryPublisher } from "./sync-summary-publisher.ts";

type Deps = {
  readonly connections: ConnectionStore;
  readonly broadcaster: Broadcaster;
  readonly media: MediaGrants;
  readonly guestCommands: GuestCommandLimit;
  readonly reactions: Reactions;
  readonly votes: RoomVotes;
  readonly publishPresence: (connection: Connection) => void;
  readonly returningTracks: ReturningTracks;
  readonly chat: RoomChat;
  readonly people: Pick<PeopleDirectory, "checkIfDue">;
};
type CommandMessage = Extract<ClientMessage, { type: "command" }>;
type Sender = { readonly socket: WebSocket; readonly connection: Connection };

const NO_ENTRIES = packEntries([]);

/** A state as messages: the shared part of its snapshot, and its other pages. */
type EncodedState = { readonly state: RoomState; readonly shared: string; readonly pages: readonly string[] };

/** Handles the messages of a room's connections. */
export class ConnectionProtocol {
  readonly devices: DeviceProtocol;
  readonly #deps: Deps;
  readonly #syncSummary: SyncSummaryPublisher;
  readonly #chat: ChatProtocol;
  readonly #paginate = createPlaylistPager();
  /** The latest state that was sent in a snapshot. Many connections may join before it changes. */
  #encoded: EncodedState | null = null;
  /** A new object may run on another machine, with another clock. */
  readonly #clockEpoch = newToken();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#syncSummary = new SyncSummaryPublisher(deps.connections, deps.broadcaster);
    this.#chat = new ChatProtocol(deps);
    this.devices = new DeviceProtocol(deps);
  }

  /** Sends the snapshot that a connection starts with, page by page. */
  sendSnapshot(room: RoomStore, { socket, connection }: Sender): void {
    const { connections, broadcaster, media, chat, reactions, votes } = this.#deps;
    const { person, role } = connection;
    const { shared, pages } = this.#encode(room);
    const snapshot = encodeSnapshot(shared, {
      deviceId: connection.deviceId,
      self: { userId: person?.id ?? null, effectiveRole: toEffectiveRole(role, person !== null) },
      ...connections.presence.list(),
      media: media.issue(room.state().info.id, socket, connection),
      syncSummary: this.#syncSummary.current(),
      clockEpoch: this.#clockEpoch,
      chat: readStatus(chat, chat.chat, person?.id ?? null),
    });
    broadcaster.sendSnapshot(socket, [snapshot, ...pages]);
    reactions.sendCurrent(room.state(), socket);
    votes.sendCurrent(room, socket);
  }

  #encode(room: RoomStore): EncodedState {
    const current = room.state();
    if (this.#encoded?.state === current) return this.#encoded;
    const { playlist, ...state } = current;
    const [entries = NO_ENTRIES, ...pages] = this.#paginate(playlist, currentEntryId(state.playback));
    this.#encoded = {
      state: current,
      shared: encodeSharedSnapshot({ revision: room.revision(), state, entries, entryCount: playlist.length }),
      pages: pages.map((page) => encodeServerMessage({ type: "entries", entries: page })),
    };
    return this.#encoded;
  }

  /** Handles one message. Returns whether it was a command, after which the room may have changed. */
  handleClientMessage(room: RoomStore, sender: Sender, raw: string | ArrayBuffer): boolean | Promise<boolean> {
    const { connections, broadcaster, people } = this.#deps;
    const { socket } = sender;
    if (!connections.recordMessage(socket, Date.now())) {
      broadcaster.send(socket, { type: "error", error: "too-many-messages" });
      broadcaster.close([socket], "too-many-messages");
      return false;
    }
    const message = decodeClientMessage(raw);
    if (!message.ok) {
      const { code: error, requestId } = message.error;
      broadcaster.send(socket, requestId ? { type: "reply", id: requestId, error } : { type: "error", error });
      return false;
    }
    const { value } = message;
    // they measure time, and nothing waits for their sender's session
    const checking =
      value.type === "clock" || value.type === "report" ? null : people.checkIfDue(sender.connection, Date.now());
    return checking ? checking.then(() => this.#handleChecked(room, socket, value)) : this.#act(room, sender, value);
  }

  /** The session may have ended, and the connection with it. */
  #handleChecked(room: RoomStore, socket: WebSocket, message: ClientMessage): boolean | Promise<boolean> {
    const connection = this.#deps.connections.get(socket);
    return connection !== null && this.#act(room, { socket, connection }, message);
  }

  #act(room: RoomStore, sender: Sender, message: ClientMessage): boolean | Promise<boolean> {
    if (message.type === "command") return this.#handleCommand(room, sender, message);
    this.#handle(room, sender, message);
    return false;
  }

  /** Replies in this turn, unless the command has to wait for D1. */
  #handleCommand(room: RoomStore, sender: Sender, { id, command }: CommandMessage): true | Promise<true> {
    const { broadcaster, returningTracks } = this.#deps;
    const { socket } = sender;
    const reply = (error: ErrorCode | null) => broadcaster.send(socket, { type: "reply", id, error });
    const run = () => {
      this.#sendWithheldSnapshot(room, socket);
      broadcaster.serveFirst(socket, () => reply(this.#runCommand(room, sender, { id, command })));
      return true as const;
    };
    const running = returningTracks.run(room, command, run);
    if (running === true) return true;
    return running.catch((error) => {
      logError("room-command", error, { room: room.state().info.id, command: command.type });
      reply(toErrorCode(error));
      return true;
    });
  }

  /** A connection that waits for a snapshot would get the reply to its command without the events. */
  #sendWithheldSnapshot(room: RoomStore, socket: WebSocket): void {
    const { connections, broadcaster } = this.#deps;
    const connection = connections.get(socket);
    if (connection && broadcaster.withheld.delete(socket)) this.sendSnapshot(room, { socket, connection });
  }

  #handle(room: RoomStore, sender: Sender, message: Exclude<ClientMessage, CommandMessage>): void {
    const { connections, broadcaster } = this.#deps;
    const { socket } = sender;
    switch (message.type) {
      case "clock": {
        const { sentLocalMs, roundTripMs } = message;
        this.#sendTime(socket, sentLocalMs);
        if (roundTripMs !== null) connections.setRoundTrip(socket, roundTripMs);
        return;
      }
      case "report":
        this.#sendTime(socket, message.sentLocalMs);
        connections.setReport(socket, message.report);
        return this.#syncSummary.publish();
      case "set-name":
        return this.#setGuestName(sender, message.name);
      case "reaction":
        this.#react(room, sender, message);
        return;
      case "request-snapshot":
        if (!connections.recordMessage(socket, Date.now(), connectionLimits.snapshotMessageCost)) {
          return broadcaster.close([socket], "too-many-messages");
        }
        room.run({ type: "tick" }, { kind: "server" });
        return this.sendSnapshot(room, sender);
      case "watch-devices":
      case "device-report":
      case "device-request":
        return this.devices.handle(sender, message);
      default:
        return this.#chat.handle(sender, message);
    }
  }

  #runCommand(room: RoomStore, { socket }: Sender, { id, command }: Omit<CommandMessage, "type">): ErrorCode | null {
    const { connections, guestCommands, votes } = this.#deps;
    // the role may have changed while the command waited
    const connection = connections.get(socket);
    if (!connection) return "forbidden";
    const actor = toActor(connection);
    const sender = connections.senderOf(socket);
    const isAdmitted = guestCommands.admit({ state: room.state(), command, actor, sender, nowMs: Date.now() });
    return isAdmitted ? runCommand(room, votes, { id, command, actor }) : "too-many-messages";
  }

  /** A refused reaction gets no reply: its sender sees that it is not counted. */
  #react(room: RoomStore, { socket, connection }: Sender, { entryId, reaction }: Extract<ClientMessage, { type: "reaction" }>) {
    const { connections, reactions } = this.#deps;
    const sender = connection.person?.id ?? connections.senderOf(socket);
    reactions.react(room.state(), { entryId, reaction, sender });
  }

  /** Everyone signed in has the name of their account. */
  #setGuestName({ socket, connection }: Sender, guestName: string | null): void {
    const { connections, broadcaster, publishPresence } = this.#deps;
    if (connection.person) return broadcaster.send(socket, { type: "error", error: "forbidden" });
    if (connection.guestName === guestName) return;
    if (!connections.recordMessage(socket, Date.now(), connectionLimits.guestNameMessageCost)) {
      return broadcaster.close([socket], "too-many-messages");
    }
    connections.update(socket, { guestName });
    publishPresence(connection);
  }

  #sendTime(socket: WebSocket, sentLocalMs: number): void {
    const serverMs = Date.now();
    this.#deps.broadcaster.send(socket, { type: "clock", sentLocalMs, serverMs, clockEpoch: this.#clockEpoch });
  }
}

function toActor({ person, guestName, role }: Connection): Actor {
  return { kind: "person", userId: person?.id ?? null, guestName, effectiveRole: toEffectiveRole(role, person !== null) };
}

type Attempt = Omit<CommandMessage, "type"> & { readonly actor: Actor };

function runCommand(room: RoomStore, votes: RoomVotes, { id, command, actor }: Attempt): ErrorCode | null {
  try {
    const result = recordCommand(() => votes.run(room, command, actor, id));
    return result.ok ? null : result.error;
  } catch (error) {
    // a commit is atomic: the room is as it was before
    logError("room-command", error, { room: room.state().info.id, command: command.type });
    return toErrorCode(error);
  }
}
