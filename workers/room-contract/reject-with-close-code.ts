import { CLOSE_CODES, type CloseReason } from "#app/protocol/room-messages.ts";

/** Browsers do not tell a page why a handshake failed; a close code they do. */
export function rejectWithCloseCode(reason: CloseReason): Response {
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  server.close(CLOSE_CODES[reason], reason);
  return new Response(null, { status: 101, webSocket: client });
}
