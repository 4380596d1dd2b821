// The kinds of callers and rooms that the permission tables tell apart.

export const MEMBERS = ["owner", "admin", "editor", "participant", "viewer"] as const;
/** Callers who need a room access token for a room with a password. A spectator is signed in and has no role. */
export const OUTSIDERS = ["requested", "rejected", "spectator", "guest"] as const;
export const CALLERS = [...MEMBERS, ...OUTSIDERS] as const;
export type Caller = (typeof CALLERS)[number];

/** Both `locked` and `unlocked` rooms have a password; in an unlocked room, outsiders have a valid room access token. */
export const ROOM_KINDS = ["public", "hidden", "locked", "unlocked"] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/**
 * The callers that are tried in a room of a kind. Hidden and unlocked rooms differ from the other two for outsiders only, and for all of
 * them in the same way.
 */
export function listCallersIn(kind: RoomKind): readonly Caller[] {
  return kind === "public" || kind === "locked" ? CALLERS : ["spectator", "guest"];
}
