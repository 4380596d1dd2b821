import { decideOwnershipTransfer, decideRemoval, decideRoleChange } from "#app/domain/access/members.ts";
import { canByRole, GRANTABLE_ROLES, type GrantableRole } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { type RoomMember, toDomainMember } from "./use-members.ts";

/** The changes that the user may make to a member. */
export type MemberRights = {
  /** The roles that the member can be given. */
  readonly roles: readonly GrantableRole[];
  readonly isSelf: boolean;
  readonly canTransferOwnership: boolean;
  /** Why the member cannot be removed. Null if they can. */
  readonly removalError: ErrorCode | null;
};

/**
 * Null if there is nothing to offer: the user may change nothing, and there is no refused removal to explain.
 * @param self the user's own membership; null if they are not a member
 */
export function getMemberRights(member: RoomMember, self: RoomMember | null): MemberRights | null {
  if (!self || !canByRole(self.role, "listen")) return null;
  const [actor, target] = [toDomainMember(self), toDomainMember(member)];
  const isSelf = actor.userId === target.userId;
  if (!canByRole(self.role, "invite") && !isSelf) return null;
  if (member.role === "owner" && isSelf) return null;
  const removal = decideRemoval(actor, target);
  return {
    roles: GRANTABLE_ROLES.filter((role) => decideRoleChange(actor, target, role).ok),
    isSelf,
    canTransferOwnership: decideOwnershipTransfer(actor, target).ok,
    removalError: removal.ok ? null : removal.error,
  };
}
