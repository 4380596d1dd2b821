import type { UserId } from "#app/domain/ids.ts";
import { CLOSE_CODES, type CloseReason } from "#app/protocol/room-messages.ts";
import { encodeServerMessage } from "#app/protocol/room-server-codec.ts";

/**
 * The sockets of signed-in users who have no access to the room but may get it, by an approved request or an invite. They
 * receive nothing about the room, and are closed when the user should try again.
 */
export type WaitingList = {
  admit(socket: WebSocket, userId: UserId, tag: string): void;
  /** Closes the sockets of one user, or of everyone. */
  release(userId: UserId | "everyone", reason: CloseReason): void;
  /** The number of open sockets. */
  size(): number;
};

const TAG = "waiting";
const SOCKETS_PER_USER_MAX = 5;

export function createWaitingList(ctx: DurableObjectState): WaitingList {
  return {
    admit(socket, userId, tag) {
      const others = ctx.getWebSockets(tagOf(userId));
      const excess = others.slice(0, Math.max(0, others.length - SOCKETS_PER_USER_MAX + 1));
      for (const other of excess) other.close(CLOSE_CODES["too-many-messages"]);
      ctx.acceptWebSocket(socket, [TAG, tagOf(userId), tag]);
      socket.send(encodeServerMessage({ type: "waiting" }));
    },
    release(userId, reason) {
      const sockets = ctx.getWebSockets(userId === "everyone" ? TAG : tagOf(userId));
      for (const socket of sockets) socket.close(CLOSE_CODES[reason], reason);
    },
    size: () => ctx.getWebSockets(TAG).filter(({ readyState }) => readyState === WebSocket.OPEN).length,
  };
}

function tagOf(userId: UserId): string {
  return `waiting:${userId}`;
}
