import { ROOM_SESSION, ROOM_TOKEN } from "#app/protocol/http.ts";

/** Proves that a browser session entered a room's password. */
export type RoomAccessToken = { readonly token: string; readonly sessionId: string };

/** Reads the token from the headers, or from the query: a browser cannot set headers on a WebSocket. */
export function readRoomAccessToken(request: Request): RoomAccessToken | null {
  const { searchParams } = new URL(request.url);
  const read = ({ header, query }: { readonly header: string; readonly query: string }) =>
    request.headers.get(header) ?? searchParams.get(query);
  const [token, sessionId] = [read(ROOM_TOKEN), read(ROOM_SESSION)];
  return token && sessionId ? { token, sessionId } : null;
}
