import { ROOM_SESSION, ROOM_TOKEN } from "#app/protocol/http.ts";

// What somebody who knew a room's password was given, kept for this browser session, per room (SPEC §3): a token, and
// a flag that says that the room was open. Rooms are named by their id.

const SESSION = "tutti-session-id";
const TOKEN = "room-access-token:";
const FLAG = "room-access:";

/** Made once for each browser session; a token is worth nothing in another. */
export function browserSessionId(): string {
  const known = sessionStorage.getItem(SESSION);
  if (known) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(SESSION, made);
  return made;
}

export function keepRoomKey(roomId: string, token: string): void {
  sessionStorage.setItem(TOKEN + roomId, token);
  sessionStorage.setItem(FLAG + roomId, "true");
}

export function dropRoomKey(roomId: string): void {
  sessionStorage.removeItem(TOKEN + roomId);
  sessionStorage.removeItem(FLAG + roomId);
}

/** Whether the room was open in this browser session: a key that is refused has run out then. */
export function hadRoomKey(roomId: string): boolean {
  return sessionStorage.getItem(FLAG + roomId) !== null;
}

/** For a function that names its room by id. */
export function roomKeyHeaders(args: unknown): Record<string, string> {
  const { id, roomId } = (args ?? {}) as { readonly id?: unknown; readonly roomId?: unknown };
  const token = sessionStorage.getItem(TOKEN + String(id ?? roomId));
  return token ? { [ROOM_TOKEN.header]: token, [ROOM_SESSION.header]: browserSessionId() } : {};
}

/** For the address of a room's socket. */
export function roomKeyQuery(roomId: string): Record<string, string> {
  const token = sessionStorage.getItem(TOKEN + roomId);
  return token ? { [ROOM_TOKEN.query]: token, [ROOM_SESSION.query]: browserSessionId() } : {};
}
