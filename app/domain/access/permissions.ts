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
  "invite",
  "decide-requests",
  "manage-members",
  "change-settings",
  "delete-room",
  "transfer-ownership",
] as const;
export type RoomAction = (typeof ROOM_ACTIONS)[number];

/** Who is asking: a role in the room, or nobody's in particular (a spectator is signed in, a guest is not). */
export const EFFECTIVE_ROLES = [...ROLES, "spectator", "guest"] as const;
export type EffectiveRole = (typeof EFFECTIVE_ROLES)[number];

const LISTENER: readonly RoomAction[] = ["listen"];
const PARTICIPANT: readonly RoomAction[] = [...LISTENER, "control-playback", "add-tracks", "arrange-own-entries", "invite"];
const EDITOR: readonly RoomAction[] = [...PARTICIPANT, "arrange-any-entry"];
const ADMIN: readonly RoomAction[] = [...EDITOR, "decide-requests", "manage-members", "change-settings"];
const OWNER: readonly RoomAction[] = [...ADMIN, "delete-room", "transfer-ownership"];

const ALLOWED: Record<EffectiveRole, readonly RoomAction[]> = {
  owner: OWNER,
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
export function can(effectiveRole: EffectiveRole, action: RoomAction): boolean {
  return ALLOWED[effectiveRole].includes(action);
}

/** Roles that somebody may be given; a room has one owner, and the pending states are asked for. */
export const GRANTABLE_ROLES = ["admin", "editor", "participant", "viewer"] as const satisfies readonly Role[];
export type GrantableRole = (typeof GRANTABLE_ROLES)[number];

const RANK: Record<Role, number> = { owner: 4, admin: 3, editor: 2, participant: 1, viewer: 0, requested: -1, rejected: -1 };

/** How far up somebody stands: whoever gives or takes a role must not reach above their own. */
export function rankOf(role: Role): number {
  return RANK[role];
}

/** A role that lets somebody into a room that is closed to others. */
export function isMember(role: Role | null): boolean {
  return role !== null && RANK[role] >= 0;
}

export function toEffectiveRole(role: Role | null, isSignedIn: boolean): EffectiveRole {
  return role ?? (isSignedIn ? "spectator" : "guest");
}
