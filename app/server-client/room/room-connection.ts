import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { decodeServerMessage, encodeClientMessage } from "#app/protocol/room-client-codec.ts";
import type { ClientMessage, ServerMessage } from "#app/protocol/room-messages.ts";
import {
  createReconnectingSocket,
  type MessageCodec,
  type ReconnectingSocketDeps,
} from "#app/server-client/reconnecting-socket.ts";
import { applyMessage, INITIAL_ROOM_VIEW, type RoomView, withOptimisticEdits } from "./room-view.ts";

/**
 * One room, live: its state kept by the same events as everywhere, and commands that are answered. Edits of the
 * playlist that meet no connection wait for one; what has to do with playing is about now, and is refused soon.
 */
export type RoomConnection = {
  view(): RoomView;
  subscribe(listener: () => void): () => void;
  /** Null, or why not. */
  command(command: RoomCommand): Promise<ErrorCode | null>;
  /** Says something that needs no answer; false where nobody would hear it. */
  say(message: ClientMessage): boolean;
  /** For what is not part of the view: the clock. */
  onMessage(listener: (message: ServerMessage) => void): () => void;
  /** The page has come back, or the network has. */
  wake(): void;
  /** Somebody has signed in or out: comes in as who they are now. */
  rejoin(): void;
  close(): void;
};

type Waiting = {
  readonly id: string;
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

/** What can wait for a connection. */
const EDITS: readonly RoomCommand["type"][] = ["move", "remove", "restore", "queue"];
/** A gesture at the player that nobody answered in this time is over. */
const GESTURE_MS = 6000;

export function connectRoom(deps: ReconnectingSocketDeps): RoomConnection {
  const listeners = new Set<() => void>();
  const messageListeners = new Set<(message: ServerMessage) => void>();
  const waiting: Waiting[] = [];
  let view: RoomView = INITIAL_ROOM_VIEW;
  let commands = 0;

  function publish(next: RoomView): void {
    view = withOptimisticEdits(
      next,
      waiting.map(({ command }) => command),
    );
    for (const listener of listeners) listener();
  }

  function sendWaiting(): void {
    for (const one of waiting) {
      one.isSent ||= view.connection === "open" && socket.send({ type: "command", id: one.id, command: one.command });
    }
  }

  function settle(id: string, error: ErrorCode | null): void {
    const at = waiting.findIndex((one) => one.id === id);
    const [settled] = at < 0 ? [] : waiting.splice(at, 1);
    if (!settled) return;
    publish(view);
    settled.settle(error);
  }

  function take(message: ServerMessage): void {
    const next = applyMessage(view, message);
    if (next === "missed") {
      socket.send({ type: "request-snapshot" });
      return;
    }
    if (next !== view) publish(next);
    if (message.type === "snapshot") sendWaiting();
    if (message.type === "reply") settle(message.id, message.error);
    for (const listener of messageListeners) listener(message);
  }

  const socket = createReconnectingSocket(deps, CODEC, {
    onMessage: take,
    onDown(closeReason) {
      // whether they were heard is not known: asked again they do no harm, being about entries and not about places
      for (const one of waiting) one.isSent = false;
      const isLost = closeReason !== null;
      // what was in the room is nobody's business out here
      if (isLost) publish({ ...INITIAL_ROOM_VIEW, connection: "closed", closeReason });
      else publish({ ...view, connection: view.confirmed ? "reconnecting" : "connecting" });
      if (isLost) for (const { id } of [...waiting]) settle(id, "network");
    },
  });

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    command(command) {
      return new Promise((resolve) => {
        commands += 1;
        const id = `c${commands}`;
        const cancel = EDITS.includes(command.type) ? () => undefined : deps.after(GESTURE_MS, () => settle(id, "network"));
        waiting.push({
          id,
          command,
          isSent: false,
          settle(error) {
            cancel();
            resolve(error);
          },
        });
        sendWaiting();
        publish(view);
      });
    },
    say: (message) => view.connection === "open" && socket.send(message),
    onMessage(listener) {
      messageListeners.add(listener);
      return () => void messageListeners.delete(listener);
    },
    wake: socket.wake,
    rejoin() {
      // an answer on the way to who we were is lost
      for (const one of waiting) one.isSent = false;
      const isOutside = view.connection === "closed" || view.connection === "waiting";
      if (isOutside) publish({ ...view, connection: "connecting", closeReason: null });
      socket.rejoin();
    },
    close() {
      socket.close();
      // nobody is left to be told, and nothing is known to have failed
      for (const { id } of [...waiting]) settle(id, null);
      listeners.clear();
      messageListeners.clear();
    },
  };
}
