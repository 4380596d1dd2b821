import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { accessLimits } from "./access-limits.ts";
import {
  canByRole,
  type EffectiveRole,
  GRANTABLE_ROLES,
  type GrantableRole,
  isMember,
  type Role,
  rankOf,
} from "./permissions.ts";

/** A person's membership of a room, as D1 stores it. */
export type Member = {
  readonly userId: UserId;
  readonly role: Role;
  /** Null for a person who created the room or requested access. */
  readonly invitedBy: UserId | null;
};

/** The pending states of a request. An approved or withdrawn request is deleted. */
export type RequestState = "requested" | "rejected";

/** A person's request for access or, from a viewer, for a higher role. */
export type AccessRequest = {
  readonly state: RequestState;
  /** When it was made or rejected, server time. */
  readonly changedAtMs: number;
};

/** A person who may have requested access or, as a viewer, a higher role. */
export type Requester = Pick<Member, "role"> & { readonly request: AccessRequest | null };

/** Whether `actor` may invite others as `role`, directly or by a link. */
export function decideInvite(actor: Pick<Member, "role"> | null, role: GrantableRole): Result<null> {
  if (!actor || !canByRole(actor.role, "invite")) return fail("forbidden");
  return rankOf(role) <= rankOf(actor.role) ? ok(null) : fail("forbidden");
}

/** The roles that an invite may have, the highest first; empty for a person who may not invite. */
export function listGrantableRoles(effectiveRole: EffectiveRole): readonly GrantableRole[] {
  if (effectiveRole === "spectator" || effectiveRole === "guest") return [];
  return GRANTABLE_ROLES.filter((role) => decideInvite({ role: effectiveRole }, role).ok);
}

/** Whether `actor` may change the role of a member. */
export function decideRoleChange(actor: Member | null, target: Member | null, role: GrantableRole): Result<null> {
  if (!actor || !canByRole(actor.role, "manage-members")) return fail("forbidden");
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
    return canByRole(actor.role, "invite") && rankOf(target.role) <= rankOf(actor.role) ? ok(null) : fail("forbidden");
  }
  if (!canByRole(actor.role, "manage-members")) return fail("member-not-invited-by-you");
  return rankOf(target.role) < rankOf(actor.role) ? ok(null) : fail("forbidden");
}

/** Whether `actor` may transfer the ownership of the room to `target`. */
export function decideOwnershipTransfer(actor: Member | null, target: Member | null): Result<null> {
  if (!actor || !canByRole(actor.role, "transfer-ownership")) return fail("forbidden");
  if (!target || !isMember(target.role)) return fail("member-not-found");
  return target.userId === actor.userId ? fail("forbidden") : ok(null);
}

/**
 * Whether a person may request access or, as a viewer, a higher role. A person whose request was rejected may request again
 * after `accessLimits.requestCooldownMs`.
 */
export function decideAccessRequest(requester: Requester | null, nowMs: number): Result<null> {
  if (!requester) return ok(null);
  const { role, request } = requester;
  if (isMember(role) && role !== "viewer") return fail("already-member");
  if (!request) return ok(null);
  if (request.state === "requested") return fail("request-pending");
  return nowMs - request.changedAtMs >= accessLimits.requestCooldownMs ? ok(null) : fail("request-rejected");
}

/** Whether `actor` may answer a request by granting `role`, or by a rejection if `role` is null. */
export function decideRequestResponse(
  actor: Pick<Member, "role"> | null,
  requester: Requester | null,
  role: GrantableRole | null,
): Result<null> {
  if (!actor || !canByRole(actor.role, "decide-requests")) return fail("forbidden");
  if (requester?.request?.state !== "requested") return fail("request-not-found");
  if (role === null) return ok(null);
  const isPromotion = !isMember(requester.role) || rankOf(role) > rankOf(requester.role);
  return isPromotion && rankOf(role) <= rankOf(actor.role) ? ok(null) : fail("forbidden");
}
