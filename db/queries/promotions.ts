import { and, eq, isNull, ne, or } from "drizzle-orm";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/rooms.ts";
import { hasRole, type MemberKey, NO_PROMOTION, type RoleChangeResult, writeAndIncrementEpochs } from "./members.ts";

// A viewer's request for a higher role. The viewer keeps the role, and with it the access to the room, until it is answered.

/** False if the person is not a viewer, or has a pending request. */
export async function insertPromotionRequest(db: Db, { nowMs, ...key }: MemberKey): Promise<boolean> {
  const hasNone = or(isNull(members.promotion), ne(members.promotion, "requested"));
  const stored = await db
    .update(members)
    .set({ promotion: "requested", promotionChangedAtMs: nowMs })
    .where(and(hasRole(key, "viewer"), hasNone))
    .returning({ role: members.role });
  return stored.length > 0;
}

/** Withdraws a pending request. False if there is none. */
export async function deletePromotionRequest(db: Db, key: Omit<MemberKey, "nowMs">): Promise<boolean> {
  const deleted = await db.update(members).set(NO_PROMOTION).where(isPending(key)).returning({ role: members.role });
  return deleted.length > 0;
}

/** False if there is no pending request. */
export async function rejectPromotion(db: Db, { nowMs, ...key }: MemberKey): Promise<boolean> {
  const rejected = await db
    .update(members)
    .set({ promotion: "rejected", promotionChangedAtMs: nowMs })
    .where(isPending(key))
    .returning({ role: members.role });
  return rejected.length > 0;
}

/** Gives a viewer with a pending request the role. */
export async function approvePromotion(db: Db, key: MemberKey & { readonly role: GrantableRole }): RoleChangeResult {
  const { role, nowMs, roomId } = key;
  const granted = { role, changedAtMs: nowMs, ...NO_PROMOTION };
  return writeAndIncrementEpochs(db, roomId, db.update(members).set(granted).where(isPending(key)));
}

function isPending(key: Omit<MemberKey, "nowMs">) {
  return and(hasRole(key, "viewer"), eq(members.promotion, "requested"));
}
