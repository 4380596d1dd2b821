/** A role stored for a member of a room (§6). `requested` and `rejected` grant no more than a spectator has. */
export const ROLES = ["owner", "admin", "editor", "participant", "viewer", "requested", "rejected"] as const;
export type Role = (typeof ROLES)[number];

/** The actions in a room that require permission. Access to the room is checked first. */
export const ROOM_ACTIONS = [
  "listen",
  "read-chat",
  "write-chat",
  "control-playback",
  "skip-without-vote",
  "add-tracks",
  "arrange-own-entries",
  "arrange-any-entry",
  "invite",
  "decide-requests",
  "manage-members",
  "moderate-chat",
  "manage-devices",
  "change-settings",
  "see-log",
  "delete-room",
  "transfer-ownership",
] as const;
export type RoomAction = (typeof ROOM_ACTIONS)[number];

/** A person's rights in a room: a role; `spectator`, signed in without a role; or `guest`, not signed in. */
export const EFFECTIVE_ROLES = [...ROLES, "spectator", "guest"] as const;
export type EffectiveRole = (typeof EFFECTIVE_ROLES)[number];

const LISTENER: readonly RoomAction[] = ["listen", "read-chat"];
const PARTICIPANT: readonly RoomAction[] = [
  ...LISTENER,
  "write-chat",
  "control-playback",
  "add-tracks",
  "arrange-own-entries",
  "invite",
];
const EDITOR: readonly RoomAction[] = [...PARTICIPANT, "arrange-any-entry", "skip-without-vote"];
const ADMIN: readonly RoomAction[] = [
  ...EDITOR,
  "decide-requests",
  "manage-members",
  "moderate-chat",
  "manage-devices",
  "change-settings",
  "see-log",
];
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

/** The settings of a room that permit actions to people whose role does not. */
export type RoomOpening = {
  /** Everyone in the room may control playback, guests included. */
  readonly guestsMayControl: boolean;
  /** Everyone signed in may add tracks, and arrange those they added. */
  readonly guestsMayAdd: boolean;
};

/** The settings of a room that opens nothing. */
export const CLOSED_ROOM: RoomOpening = { guestsMayControl: false, guestsMayAdd: false };

/** The actions that each setting permits. */
const OPENED = {
  guestsMayControl: ["control-playback"],
  guestsMayAdd: ["add-tracks", "arrange-own-entries"],
} as const satisfies Record<keyof RoomOpening, readonly RoomAction[]>;

/** The actions that no setting of a room permits. */
export type RoleAction = Exclude<RoomAction, (typeof OPENED)[keyof RoomOpening][number]>;

/** The permission table. The server, the room object and the interface all use it. */
export function can(effectiveRole: EffectiveRole, action: RoomAction, opening: RoomOpening): boolean {
  return ALLOWED[effectiveRole].includes(action) || isOpenTo(effectiveRole, action, opening);
}

/** The permission table for rules that know a person's role and not the room. */
export function canByRole(effectiveRole: EffectiveRole, action: RoleAction): boolean {
  return can(effectiveRole, action, CLOSED_ROOM);
}

/** Tracks belong to accounts, so guests cannot add any. */
function isOpenTo(effectiveRole: EffectiveRole, action: RoomAction, opening: RoomOpening): boolean {
  const opened: Record<keyof RoomOpening, readonly RoomAction[]> = OPENED;
  if (opening.guestsMayControl && opened.guestsMayControl.includes(action)) return true;
  return opening.guestsMayAdd && effectiveRole !== "guest" && opened.guestsMayAdd.includes(action);
}

/** The roles that a member can be given. Ownership is transferred, and the pending states come from access requests. */
export const GRANTABLE_ROLES = ["admin", "editor", "participant", "viewer"] as const satisfies readonly Role[];
export type GrantableRole = (typeof GRANTABLE_ROLES)[number];

const RANK: Record<Role, number> = { owner: 4, admin: 3, editor: 2, participant: 1, viewer: 0, requested: -1, rejected: -1 };

/** The order of roles. A person may grant roles up to their own, and change only members ranked below them. */
export function rankOf(role: Role): number {
  return RANK[role];
}

/** Whether the role admits its holder to a room with a password. */
export function isMember(role: Role | null): boolean {
  return role !== null && RANK[role] >= 0;
}

export function toEffectiveRole(role: Role | null, isSignedIn: boolean): EffectiveRole {
  return role ?? (isSignedIn ? "spectator" : "guest");
}
