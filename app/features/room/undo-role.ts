import { GRANTABLE_ROLES, type GrantableRole, type Role } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { mutation } from "#app/server-client/functions.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";

// The undos of changes of a person's role. Each is refused if the role has changed again.

type Membership = { readonly id: RoomId; readonly userId: UserId };
type Undo = () => Promise<ErrorCode | null>;

/** Takes a role away that the person has been given without having one before. */
export function createGrantUndo(membership: Membership, role: GrantableRole): Undo {
  return () => toError(mutation("members.remove", { ...membership, expected: role }));
}

/** Null if the former role cannot be given again. */
export function createRoleUndo(membership: Membership, former: Role, role: GrantableRole): Undo | null {
  const grantable = toGrantable(former);
  return grantable && (() => toError(mutation("members.changeRole", { ...membership, role: grantable, expected: role })));
}

/** Null if the former role cannot be given again. */
export function createRemovalUndo(membership: Membership, former: Role): Undo | null {
  const grantable = toGrantable(former);
  return grantable && (() => toError(mutation("members.add", { ...membership, role: grantable, expected: null })));
}

function toGrantable(role: Role): GrantableRole | null {
  return GRANTABLE_ROLES.find((grantable) => grantable === role) ?? null;
}

async function toError(request: Promise<Result<unknown>>): Promise<ErrorCode | null> {
  const done = await request;
  return done.ok ? null : replaceInternal(done.error, "member-update-failed");
}
