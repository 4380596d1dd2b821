import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { accessLimits } from "./access-limits.ts";
import { can, type EffectiveRole, GRANTABLE_ROLES, type GrantableRole, isMember, type Role, rankOf } from "./permissions.ts";

/** Somebody's place in a room, as the directory has it. */
export type Member = {
  readonly userId: UserId;
  readonly role: Role;
  /** Null: nobody, they made the room or asked to join. */
  readonly invitedBy: UserId | null;
};

/** Whether `actor` may let somebody in as `role`, themselves or by a link. */
export function decideInvite(actor: Pick<Member, "role"> | null, role: GrantableRole): Result<null> {
  if (!actor || !can(actor.role, "invite")) return fail("forbidden");
  return rankOf(role) <= rankOf(actor.role) ? ok(null) : fail("forbidden");
}

/** What somebody may let others in as, the highest first; nothing for who may invite nobody. */
export function grantableRoles(effectiveRole: EffectiveRole): readonly GrantableRole[] {
  if (effectiveRole === "spectator" || effectiveRole === "guest") return [];
  return GRANTABLE_ROLES.filter((role) => decideInvite({ role: effectiveRole }, role).ok);
}

/** Whether `actor` may make a member of the room something else. */
export function decideRoleChange(actor: Member | null, target: Member | null, role: GrantableRole): Result<null> {
  if (!actor || !can(actor.role, "manage-members")) return fail("forbidden");
  if (!target || !isMember(target.role)) return fail("member-not-found");
  const isBelow = rankOf(target.role) < rankOf(actor.role);
  return isBelow && rankOf(role) <= rankOf(actor.role) ? ok(null) : fail("forbidden");
}

/** Whether `actor` may put a member out of the room, or leave it (SPEC §6). */
export function decideRemoval(actor: Member | null, target: Member | null): Result<null> {
  if (!actor || !isMember(actor.role)) return fail("forbidden");
  if (!target || !isMember(target.role)) return fail("member-not-found");
  if (target.role === "owner") return fail("member-is-owner");
  if (target.userId === actor.userId) return ok(null);
  if (actor.role !== "owner" && actor.invitedBy === target.userId) return fail("member-invited-you");
  if (target.invitedBy === actor.userId) {
    // who only views now, or stands below them by now, may no more
    return can(actor.role, "invite") && rankOf(target.role) <= rankOf(actor.role) ? ok(null) : fail("forbidden");
  }
  if (!can(actor.role, "manage-members")) return fail("member-not-yours");
  return rankOf(target.role) < rankOf(actor.role) ? ok(null) : fail("forbidden");
}

/** Whether `actor` may make `target` the owner in their own place. */
export function decideOwnershipTransfer(actor: Member | null, target: Member | null): Result<null> {
  if (!actor || !can(actor.role, "transfer-ownership")) return fail("forbidden");
  if (!target || !isMember(target.role)) return fail("member-not-found");
  return target.userId === actor.userId ? fail("forbidden") : ok(null);
}

/** Whether somebody may ask to join: who was denied may ask again after a day. */
export function decideRequest(
  member: Member | null,
  { deniedAtMs, nowMs }: { readonly deniedAtMs: number | null; readonly nowMs: number },
): Result<null> {
  if (!member) return ok(null);
  if (member.role === "rejected") {
    return deniedAtMs !== null && nowMs - deniedAtMs >= accessLimits.askAgainAfterMs ? ok(null) : fail("request-denied");
  }
  return fail(member.role === "requested" ? "request-waiting" : "already-member");
}

/** Whether `actor` may answer somebody who asks; `role`: what they become, null: they are denied. */
export function decideRequestAnswer(actor: Member | null, asker: Member | null, role: GrantableRole | null): Result<null> {
  if (!actor || !can(actor.role, "decide-requests")) return fail("forbidden");
  if (asker?.role !== "requested") return fail("request-gone");
  return role === null || rankOf(role) <= rankOf(actor.role) ? ok(null) : fail("forbidden");
}
