import type { UserId } from "#app/domain/ids.ts";
import { CLOSE_CODES, type CloseReason, type ServerMessage } from "#app/protocol/room-messages.ts";

/** Signed-in people at a locked gate, asking or not. They hear nothing of the room but that they may come again. */
export type WaitingList = {
  admit(socket: WebSocket, userId: UserId): void;
  /** Sends one person back to the door, or everyone. */
  sendBack(userId: UserId | "everyone", reason: CloseReason): void;
};

const TAG = "waiting";
/** Pages on which one person may wait. */
const PAGES_MAX = 5;
const WAITING: ServerMessage = { type: "waiting" };

export function createWaitingList(ctx: DurableObjectState): WaitingList {
  return {
    admit(socket, userId) {
      const others = ctx.getWebSockets(tagOf(userId));
      for (const other of others.slice(0, Math.max(0, others.length - PAGES_MAX + 1)))
        other.close(CLOSE_CODES["too-many-messages"]);
      ctx.acceptWebSocket(socket, [TAG, tagOf(userId)]);
      socket.send(JSON.stringify(WAITING));
    },
    sendBack(userId, reason) {
      for (const socket of ctx.getWebSockets(userId === "everyone" ? TAG : tagOf(userId))) {
        socket.close(CLOSE_CODES[reason], reason);
      }
    },
  };
}

function tagOf(userId: UserId): string {
  return `waiting:${userId}`;
}
