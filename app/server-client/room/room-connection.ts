import type { ErrorCode } from "#app/domain/errors.ts";
import type { EditId } from "#app/domain/ids.ts";
import { ID_BYTES, makeId } from "#app/domain/make-id.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import { decodeServerMessage, encodeClientMessage } from "#app/protocol/room-client-codec.ts";
import type { ClientMessage, CloseReason, ServerMessage } from "#app/protocol/room-messages.ts";
import { type MessageCodec, ReconnectingSocket, type ReconnectingSocketDeps } from "#app/server-client/reconnecting-socket.ts";
import { applyToChatSummary, type ChatSummary, INITIAL_CHAT_SUMMARY, markChatRead } from "./chat-summary.ts";
import { applyReactions, NO_REACTIONS, type RoomReactions } from "./room-reactions.ts";
import { applyMessage, INITIAL_ROOM_VIEW, type RoomView, withOptimisticEdits } from "./room-view.ts";

type PendingCommand = {
  readonly id: EditId;
  readonly command: RoomCommand;
  readonly settle: (error: ErrorCode | null) => void;
  isSent: boolean;
};

const CODEC: MessageCodec<ClientMessage, ServerMessage> = {
  encode: encodeClientMessage,
  decode: decodeServerMessage,
  isGreeting: ({ type }) => type === "snapshot",
  isPingRequest: ({ type }) => type === "ping-request",
};

/** Edits of the playlist wait for a connection. All other commands are about the present moment and time out. */
const EDITS: readonly RoomCommand["type"][] = ["move", "remove", "undo", "queue", "vote-queue"];
const COMMAND_TIMEOUT_MS = 6000;

/** The live connection to one room: keeps its view up to date and sends commands. */
export class RoomConnection {
  readonly #deps: ReconnectingSocketDeps;
  readonly #socket: ReconnectingSocket<ClientMessage, ServerMessage>;
  readonly #view = createStore<RoomView>(INITIAL_ROOM_VIEW);
  readonly #chat = createStore<ChatSummary>(INITIAL_CHAT_SUMMARY);
  readonly #reactions = createStore<RoomReactions>(NO_REACTIONS);
  readonly #messageListeners = new Set<(message: ServerMessage) => void>();
  /** In the order in which they were given. */
  #pending: readonly PendingCommand[] = [];
  #answeredListeners: (() => void)[] = [];

  constructor(deps: ReconnectingSocketDeps) {
    this.#deps = deps;
    this.#socket = new ReconnectingSocket(deps, CODEC, {
      onMessage: (message) => this.#receive(message),
      onDisconnected: (closeReason) => this.#handleDisconnect(closeReason),
    });
  }

  /** The reactions to the current track. */
  get reactions(): ReadableStore<RoomReactions> {
    return this.#reactions;
  }

  get view(): ReadableStore<RoomView> {
    return this.#view;
  }

  /** Apart from the view, because a lively chat changes it many times a second. */
  get chat(): ReadableStore<ChatSummary> {
    return this.#chat;
  }

  /** The user has seen all messages of the chat up to this one. The room is not informed. */
  readonly markChatRead = (seq: number): void => this.#chat.update((summary) => markChatRead(summary, seq));

  /**
   * Sends a command and resolves to the server's reply: null, or why it was refused. `id` identifies an edit that is to be
   * undone later.
   */
  command(command: RoomCommand, id: EditId = newEditId()): Promise<ErrorCode | null> {
    return new Promise((resolve) => {
      const cancelTimeout = this.#startTimeout(id, command);
      const settle = (error: ErrorCode | null) => {
        cancelTimeout();
        resolve(error);
      };
      this.#pending = [...this.#pending, { id, command, settle, isSent: false }];
      this.#sendPending();
      this.#publish(this.#view.get());
    });
  }

  /** Resolves once no command waits for its reply and those who sent the commands have continued with the replies. */
  readonly whenAnswered = (): Promise<void> =>
    new Promise((resolve) => {
      this.#answeredListeners.push(resolve);
      this.#checkAnswered();
    });

  /** Sends a message that gets no reply. Returns false if the room is not open; the message is then dropped. */
  readonly send = (message: ClientMessage): boolean => this.#view.get().connection === "open" && this.#socket.send(message);

  /** Calls the listener with each message, for what the view does not hold. Returns the function that unsubscribes it. */
  onMessage(listener: (message: ServerMessage) => void): () => void {
    this.#messageListeners.add(listener);
    return () => void this.#messageListeners.delete(listener);
  }

  /** To be called when the page becomes visible or the network returns. */
  wake(): void {
    this.#socket.wake();
  }

  /** Connects again with the current session or access token. */
  readonly rejoin = (): void => {
    // a reply on its way to the previous connection is lost
    this.#markAllUnsent();
    const view = this.#view.get();
    const isOutside = view.connection === "closed" || view.connection === "waiting";
    if (isOutside) this.#publish({ ...view, connection: "connecting", closeReason: null });
    this.#socket.rejoin();
  };

  /** Pending commands resolve to null: none of them is known to have failed. */
  close(): void {
    this.#socket.close();
    this.#settleAll(null);
    this.#messageListeners.clear();
  }

  #receive(message: ServerMessage): void {
    if (message.type === "batch") {
      for (const part of message.messages) this.#receive(part);
      return;
    }
    const view = this.#view.get();
    const next = applyMessage(view, message);
    if (next === "missed") {
      this.#socket.send({ type: "request-snapshot" });
      return;
    }
    if (next !== view) this.#publish(next);
    this.#chat.update((summary) => applyToChatSummary(summary, message));
    const { confirmed } = this.#view.get();
    const currentId = confirmed && currentEntryId(confirmed.playback);
    this.#reactions.set(applyReactions(this.#reactions.get(), message, currentId));
    if (message.type === "snapshot") this.#sendPending();
    if (message.type === "reply") this.#settle(message.id, message.error);
    for (const listener of this.#messageListeners) listener(message);
  }

  #handleDisconnect(closeReason: CloseReason | null): void {
    // The server may have received them. Sending them again is safe: they name entries, not positions in the playlist.
    this.#markAllUnsent();
    if (closeReason === null) {
      const view = this.#view.get();
      return this.#publish({ ...view, connection: view.confirmed ? "reconnecting" : "connecting" });
    }
    // without access, nothing of the room stays visible
    this.#publish({ ...INITIAL_ROOM_VIEW, connection: "closed", closeReason });
    this.#chat.set(INITIAL_CHAT_SUMMARY);
    this.#settleAll("network");
  }

  #publish(next: RoomView): void {
    const commands = this.#pending.map(({ command }) => command);
    this.#view.set(withOptimisticEdits(next, commands));
  }

  #startTimeout(id: EditId, { type }: RoomCommand): () => void {
    if (EDITS.includes(type)) return () => undefined;
    return this.#deps.after(COMMAND_TIMEOUT_MS, () => this.#settle(id, "network"));
  }

  #sendPending(): void {
    for (const pending of this.#pending) {
      pending.isSent ||= this.send({ type: "command", id: pending.id, command: pending.command });
    }
  }

  #markAllUnsent(): void {
    for (const pending of this.#pending) pending.isSent = false;
  }

  #settle(id: string, error: ErrorCode | null): void {
    const settled = this.#pending.find((pending) => pending.id === id);
    if (!settled) return;
    this.#pending = this.#pending.filter((pending) => pending !== settled);
    this.#publish(this.#view.get());
    settled.settle(error);
    this.#checkAnswered();
  }

  /** In a task of its own: who sent a command continues in this one, and may send the next. */
  #checkAnswered(): void {
    this.#deps.after(0, () => {
      if (this.#pending.length > 0) return;
      for (const listener of this.#answeredListeners.splice(0)) listener();
    });
  }

  #settleAll(error: ErrorCode | null): void {
    for (const { id } of this.#pending) this.#settle(id, error);
  }
}

/** The id of a new edit, for its undo. */
export function newEditId(): EditId {
  return makeId<EditId>(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
}
