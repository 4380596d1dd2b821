import { CLOSE_CODES, type CloseReason } from "#app/protocol/room-messages.ts";

/**
 * Accepts a WebSocket and closes it at once with the reason. A browser does not tell a page why a handshake failed, but it
 * does pass on a close code.
 */
export function rejectWithCloseCode(reason: CloseReason): Response {
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  server.close(CLOSE_CODES[reason], reason);
  return new Response(null, { status: 101, webSocket: client });
}
