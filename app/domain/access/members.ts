import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { accessLimits } from "./access-limits.ts";
import { can, type EffectiveRole, GRANTABLE_ROLES, type GrantableRole, isMember, type Role, rankOf } from "./permissions.ts";

/** A person's membership of a room, as D1 stores it. */
export type Member = {
  readonly userId: UserId;
  readonly role: Role;
  /** Null for a person who created the room or requested access. */
  readonly invitedBy: UserId | null;
};

/** Whether `actor` may invite others as `role`, directly or by a link. */
export function decideInvite(actor: Pick<Member, "role"> | null, role: GrantableRole): Result<null> {
  if (!actor || !can(actor.role, "invite")) return fail("forbidden");
  return rankOf(role) <= rankOf(actor.role) ? ok(null) : fail("forbidden");
}

/** The roles that an invite may have, the highest first; empty for a person who may not invite. */
export function listGrantableRoles(effectiveRole: EffectiveRole): readonly GrantableRole[] {
  if (effectiveRole === "spectator" || effectiveRole === "guest") return [];
  return GRANTABLE_ROLES.filter((role) => decideInvite({ role: effectiveRole }, role).ok);
}

/** Whether `actor` may change the role of a member. */
export function decideRoleChange(actor: Member | null, target: Member | null, role: GrantableRole): Result<null> {
  if (!actor || !can(actor.role, "manage-members")) return fail("forbidden");
  if (!target || !isMember(target.role)) return fail("member-not-found");
  const isBelow = rankOf(target.role) < rankOf(actor.role);
  return isBelow && rankOf(role) <= rankOf(actor.role) ? ok(null) : fail("forbidden");
}

/** Whether `actor` may remove a member from the room, or leave it (§6). */
export function decideRemoval(actor: Member | null, target: Member | null): Result<null> {
  if (!actor || !isMember(actor.role)) return fail("forbidden");
  if (!target || !isMember(target.role)) return fail("member-not-found");
  if (target.role === "owner") return fail("member-is-owner");
  if (target.userId === actor.userId) return ok(null);
  if (actor.role !== "owner" && actor.invitedBy === target.userId) return fail("member-invited-you");
  if (target.invitedBy === actor.userId) {
    // the roles may have changed since the invite was created
    return can(actor.role, "invite") && rankOf(target.role) <= rankOf(actor.role) ? ok(null) : fail("forbidden");
  }
  if (!can(actor.role, "manage-members")) return fail("member-not-invited-by-you");
  return rankOf(target.role) < rankOf(actor.role) ? ok(null) : fail("forbidden");
}

/** Whether `actor` may transfer the ownership of the room to `target`. */
export function decideOwnershipTransfer(actor: Member | null, target: Member | null): Result<null> {
  if (!actor || !can(actor.role, "transfer-ownership")) return fail("forbidden");
  if (!target || !isMember(target.role)) return fail("member-not-found");
  return target.userId === actor.userId ? fail("forbidden") : ok(null);
}

/** Whether a person may request access. A rejected person may request it again after `accessLimits.requestCooldownMs`. */
export function decideAccessRequest(
  member: Member | null,
  { rejectedAtMs, nowMs }: { readonly rejectedAtMs: number | null; readonly nowMs: number },
): Result<null> {
  if (!member) return ok(null);
  if (member.role === "rejected") {
    return rejectedAtMs !== null && nowMs - rejectedAtMs >= accessLimits.requestCooldownMs
      ? ok(null)
      : fail("request-rejected");
  }
  return fail(member.role === "requested" ? "request-pending" : "already-member");
}

/** Whether `actor` may answer an access request by granting `role`, or by a rejection if `role` is null. */
export function decideRequestResponse(
  actor: Member | null,
  requester: Member | null,
  role: GrantableRole | null,
): Result<null> {
  if (!actor || !can(actor.role, "decide-requests")) return fail("forbidden");
  if (requester?.role !== "requested") return fail("request-not-found");
  return role === null || rankOf(role) <= rankOf(actor.role) ? ok(null) : fail("forbidden");
}
