import { ROOM_SESSION, ROOM_TOKEN } from "#app/protocol/http.ts";

/** What somebody who knew a room's password shows at its door. */
export type RoomAccessToken = { readonly token: string; readonly sessionId: string };

/** In headers, or in the query where a browser cannot set any: a socket's address. */
export function readRoomAccessToken(request: Request): RoomAccessToken | null {
  const { searchParams } = new URL(request.url);
  const read = ({ header, query }: { readonly header: string; readonly query: string }) =>
    request.headers.get(header) ?? searchParams.get(query);
  const [token, sessionId] = [read(ROOM_TOKEN), read(ROOM_SESSION)];
  return token && sessionId ? { token, sessionId } : null;
}
