import { ROOM_SESSION, ROOM_TOKEN } from "#app/protocol/http.ts";

// The access tokens of rooms with a password, stored for this browser session (SPEC §3): per room a token, and a flag
// that the room was opened. Both are stored under the room's id and under its url, because an address may contain either.

const SESSION_KEY = "tutti-session-id";
export const TOKEN_PREFIX = "room-access-token:";
const FLAG_PREFIX = "room-access:";

/** The id of this browser session, created on first use. A token is valid only together with it. */
export function browserSessionId(): string {
  const stored = sessionStorage.getItem(SESSION_KEY);
  if (stored) return stored;
  const created = crypto.randomUUID();
  sessionStorage.setItem(SESSION_KEY, created);
  return created;
}

type RoomKeys = { readonly _id: string; readonly room_url: string };

export function storeRoomAccessToken({ _id, room_url }: RoomKeys, token: string): void {
  for (const key of [_id, room_url]) {
    sessionStorage.setItem(TOKEN_PREFIX + key, token);
    sessionStorage.setItem(FLAG_PREFIX + key, "true");
  }
}

export function removeRoomAccessToken({ _id, room_url }: RoomKeys): void {
  for (const key of [_id, room_url]) {
    sessionStorage.removeItem(TOKEN_PREFIX + key);
    sessionStorage.removeItem(FLAG_PREFIX + key);
  }
}

/** Removes the tokens of all rooms. */
export function removeRoomAccessTokens(): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(TOKEN_PREFIX) || key.startsWith(FLAG_PREFIX));
    for (const key of [SESSION_KEY, ...keys]) sessionStorage.removeItem(key);
  } catch {
    // storage is forbidden, so nothing is stored
  }
}

/** The stored token of a room. Null if its password was not entered in this browser session. */
export function getRoomAccessToken(idOrUrl: string): string | null {
  return sessionStorage.getItem(TOKEN_PREFIX + idOrUrl.toLowerCase());
}

/** The headers of a function call whose arguments name a room. Empty without a token. */
export function roomAccessTokenHeaders(args: object): Record<string, string> {
  const idOrUrl = ["id", "roomId", "room_url"].map((key) => Reflect.get(args, key)).find((value) => typeof value === "string");
  return idOrUrl ? tokenFields(idOrUrl, ROOM_TOKEN.header, ROOM_SESSION.header) : {};
}

/** The query parameters of a room's socket. Empty without a token. */
export function roomAccessTokenQuery(idOrUrl: string): Record<string, string> {
  return tokenFields(idOrUrl, ROOM_TOKEN.query, ROOM_SESSION.query);
}

function tokenFields(idOrUrl: string, tokenName: string, sessionName: string): Record<string, string> {
  const token = getRoomAccessToken(idOrUrl);
  return token ? { [tokenName]: token, [sessionName]: browserSessionId() } : {};
}
