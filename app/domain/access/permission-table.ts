import { CLOSED_ROOM, can, type EffectiveRole, ROOM_ACTIONS, type RoomAction } from "./permissions.ts";

/** The columns of the permission table. The pending states share a column, because they permit the same actions. */
export const PERMISSION_COLUMNS = [
  ["owner"],
  ["admin"],
  ["editor"],
  ["participant"],
  ["viewer"],
  ["requested", "rejected"],
  ["spectator"],
  ["guest"],
] as const satisfies readonly (readonly EffectiveRole[])[];

export type PermissionRow = {
  readonly action: RoomAction;
  /** One value per column. */
  readonly allowed: readonly boolean[];
};

/** The permission table of the help and the README: what roles permit in a room that opens nothing. */
export function listPermissionRows(): readonly PermissionRow[] {
  return ROOM_ACTIONS.map((action) => ({
    action,
    allowed: PERMISSION_COLUMNS.map(([effectiveRole]) => can(effectiveRole, action, CLOSED_ROOM)),
  }));
}
