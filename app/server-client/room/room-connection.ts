import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { decodeServerFrame, encodeClientFrame } from "#app/protocol/room-client-codec.ts";
import type { ClientFrame, ServerFrame } from "#app/protocol/room-messages.ts";
import { type LiveSocketDeps, type LiveSocketTongue, openLiveSocket } from "#app/server-client/reconnecting-socket.ts";
import { ENTERING, type RoomView, viewAfter, withGuesses } from "./room-view.ts";

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
  say(frame: ClientFrame): boolean;
  /** For what is not part of the view: the clock. */
  onFrame(listener: (frame: ServerFrame) => void): () => void;
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

const TONGUE: LiveSocketTongue<ClientFrame, ServerFrame> = {
  encode: encodeClientFrame,
  decode: decodeServerFrame,
  isWelcome: ({ type }) => type === "welcome",
  isAsk: ({ type }) => type === "ask",
};

/** What can wait for a connection. */
const EDITS: readonly RoomCommand["type"][] = ["move", "remove", "restore", "queue"];
/** A gesture at the player that nobody answered in this time is over. */
const GESTURE_MS = 6000;

export function connectRoom(deps: LiveSocketDeps): RoomConnection {
  const listeners = new Set<() => void>();
  const frameListeners = new Set<(frame: ServerFrame) => void>();
  const waiting: Waiting[] = [];
  let view: RoomView = ENTERING;
  let commands = 0;

  function publish(next: RoomView): void {
    view = withGuesses(
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

  function take(frame: ServerFrame): void {
    const next = viewAfter(view, frame);
    if (next === "missed") {
      socket.send({ type: "snapshot" });
      return;
    }
    if (next !== view) publish(next);
    if (frame.type === "welcome") sendWaiting();
    if (frame.type === "reply") settle(frame.id, frame.error);
    for (const listener of frameListeners) listener(frame);
  }

  const socket = openLiveSocket(deps, TONGUE, {
    onFrame: take,
    onDown(closeReason) {
      // whether they were heard is not known: asked again they do no harm, being about entries and not about places
      for (const one of waiting) one.isSent = false;
      const isLost = closeReason !== null;
      // what was in the room is nobody's business out here
      if (isLost) publish({ ...ENTERING, connection: "closed", closeReason });
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
    say: (frame) => view.connection === "open" && socket.send(frame),
    onFrame(listener) {
      frameListeners.add(listener);
      return () => void frameListeners.delete(listener);
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
      frameListeners.clear();
    },
  };
}
