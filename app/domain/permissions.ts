/** What somebody is in a room (SPEC §6). `requested` and `rejected` are pending states and grant nothing. */
export const ROLES = ["owner", "admin", "editor", "participant", "viewer", "requested", "rejected"] as const;
export type Role = (typeof ROLES)[number];

/** What can be done in a room once somebody may see it. */
export const ROOM_ACTIONS = [
  "listen",
  "control-playback",
  "add-tracks",
  "arrange-own-entries",
  "arrange-any-entry",
  "manage-room",
] as const;
export type RoomAction = (typeof ROOM_ACTIONS)[number];

/** Who is asking: a role in the room, or nobody's in particular (a spectator is signed in, a guest is not). */
export type Standing = Role | "spectator" | "guest";

const LISTENER: readonly RoomAction[] = ["listen"];
const PARTICIPANT: readonly RoomAction[] = [...LISTENER, "control-playback", "add-tracks", "arrange-own-entries"];
const EDITOR: readonly RoomAction[] = [...PARTICIPANT, "arrange-any-entry"];
const ADMIN: readonly RoomAction[] = [...EDITOR, "manage-room"];

const ALLOWED: Record<Standing, readonly RoomAction[]> = {
  owner: ADMIN,
  admin: ADMIN,
  editor: EDITOR,
  participant: PARTICIPANT,
  viewer: LISTENER,
  requested: LISTENER,
  rejected: LISTENER,
  spectator: LISTENER,
  guest: LISTENER,
};

/** The one table of who may do what, for the server, the room and the interface alike. */
export function can(standing: Standing, action: RoomAction): boolean {
  return ALLOWED[standing].includes(action);
}

export function standingOf(role: Role | null, isSignedIn: boolean): Standing {
  return role ?? (isSignedIn ? "spectator" : "guest");
}
