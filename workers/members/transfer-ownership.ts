import { fail, ok, type Result } from "#app/domain/result.ts";
import { type Membership, transferOwnership } from "#db/queries/members.ts";
import { canOwnMore, findRoom, refreshSearchKey } from "#db/queries/rooms.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import type { InRoom } from "#workers/room-access/room-requirement.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { notifyRoleChange } from "./notify-role-change.ts";

/** Makes a member the owner of the caller's room, and the caller an admin. */
export async function transferRoomOwnership(context: SignedInContext & InRoom, target: Membership): Promise<Result<null>> {
  const { db, user, nowMs, access } = context;
  const roomId = access.room.id;
  const epochs = await transferOwnership(db, { roomId, from: user.id, to: target, nowMs });
  const changed = await findRoom(db, roomId);
  if (!epochs && !(await canOwnMore(db, target.userId))) return fail("too-many-rooms");
  if (!epochs || !changed) return fail("member-not-found");
  await refreshSearchKey(db, changed);
  // the log has one row: the new role of the former owner follows from it
  const former = { userId: user.id, role: "admin", from: "admin" } as const;
  const roles = [former, { userId: target.userId, role: "owner", from: target.role } as const];
  await notifyRoleChange(context, toRoomMetadata(changed), { roles, by: user.id, epochs });
  return ok(null);
}
