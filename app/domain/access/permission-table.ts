import { can, type EffectiveRole, ROOM_ACTIONS, type RoomAction } from "./permissions.ts";

/** Standings side by side as people read them; the pending states are one column, being alike. */
export const COLUMNS = [
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
  /** One for each column. */
  readonly allowed: readonly boolean[];
};

/** Who may do what, as the help and the README show it. */
export function permissionRows(): readonly PermissionRow[] {
  return ROOM_ACTIONS.map((action) => ({ action, allowed: COLUMNS.map(([effectiveRole]) => can(effectiveRole, action)) }));
}
