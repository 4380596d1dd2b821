import type { UserId } from "#app/domain/ids.ts";
import { CLOSE_CODES, type CloseReason, type ServerFrame } from "#app/protocol/room-socket.ts";

/** People at the gate whose request waits for an answer. They hear nothing of the room but that they may come again. */
export type WaitingRoom = {
  admit(socket: WebSocket, userId: UserId): void;
  /** Sends one person back to the door, or everyone. */
  sendBack(userId: UserId | "everyone", reason: CloseReason): void;
};

const TAG = "waiting";
const WAITING: ServerFrame = { type: "waiting" };

export function openWaitingRoom(ctx: DurableObjectState): WaitingRoom {
  return {
    admit(socket, userId) {
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
