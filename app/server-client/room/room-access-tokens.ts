import { ROOM_SESSION, ROOM_TOKEN } from "#app/protocol/http.ts";

// What somebody who knew a room's password was given, kept for this browser session, per room (SPEC §3): a token, and
// a flag that says that the room was open. A room is known by its id and by its url: an address may hold either.

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

/** The names under which a room may be asked for. */
export type RoomNames = { readonly _id: string; readonly room_url: string };

export function storeRoomAccessToken(room: RoomNames, token: string): void {
  for (const name of namesOf(room)) {
    sessionStorage.setItem(TOKEN + name, token);
    sessionStorage.setItem(FLAG + name, "true");
  }
}

export function removeRoomAccessToken(room: RoomNames): void {
  for (const name of namesOf(room)) {
    sessionStorage.removeItem(TOKEN + name);
    sessionStorage.removeItem(FLAG + name);
  }
}

/** Whether the room was open in this session; what does not open it any more has run out, or the password is another. */
export function hadRoomAccess({ _id }: RoomNames): boolean {
  return sessionStorage.getItem(FLAG + _id) !== null;
}

/** For a function that names its room. */
export function roomAccessTokenHeaders(args: object): Record<string, string> {
  const name = ["id", "roomId", "room_url"].map((key) => Reflect.get(args, key)).find((value) => typeof value === "string");
  return name ? keyOf(name, ROOM_TOKEN.header, ROOM_SESSION.header) : {};
}

/** For the address of a room's socket. */
export function roomAccessTokenQuery(idOrUrl: string): Record<string, string> {
  return keyOf(idOrUrl, ROOM_TOKEN.query, ROOM_SESSION.query);
}

function keyOf(idOrUrl: string, tokenName: string, sessionName: string): Record<string, string> {
  const token = sessionStorage.getItem(TOKEN + idOrUrl.toLowerCase());
  return token ? { [tokenName]: token, [sessionName]: browserSessionId() } : {};
}

function namesOf({ _id, room_url }: RoomNames): readonly string[] {
  return [_id, room_url];
}
