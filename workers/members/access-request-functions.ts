import { z } from "zod";
import { decideAccessRequest, decideRequestResponse } from "#app/domain/access/members.ts";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { deleteAccessRequest, findMember, insertAccessRequest, resolveAccessRequest } from "#db/queries/members.ts";
import { grantableRole, roomIdOrUrl, userId } from "#workers/functions/arguments.ts";
import { defineFunction, type SignedInContext } from "#workers/functions/define.ts";
import { allowAccessRequest } from "#workers/rate-limits/user-limits.ts";
import { existingRoom, existingRoomAction, type InRoom } from "#workers/room-access/room-requirement.ts";
import { notifyRoleChange } from "./notify-role-change.ts";

/** Functions about requests to join a room. They are also open to callers who may not enter it. */
export const accessRequestFunctions = {
  request: defineFunction({
    kind: "mutation",
    access: existingRoom("id"),
    summary: "Requests to join a room, with or without a password. A person who was rejected can request again after a day.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: (context) => requestAccess(context),
  }),

  cancel: defineFunction({
    kind: "mutation",
    access: existingRoom("id"),
    summary: "Withdraws the caller's request to join.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: async (context): Promise<Result<null>> => {
      const { user, db, access } = context;
      const isDeleted = await deleteAccessRequest(db, { roomId: access.room.id, userId: user.id });
      if (!isDeleted) return fail("request-not-found");
      await notifyRoleChange(context, access.metadata, { roles: [{ userId: user.id, role: null }], epochs: null });
      return ok(null);
    },
  }),

  approve: defineFunction({
    kind: "mutation",
    access: existingRoomAction("id", "decide-requests"),
    summary: "Approves a request to join and gives the person a role.",
    returns: "null",
    args: z.strictObject({
      id: roomIdOrUrl,
      userId,
      role: grantableRole.optional().describe("Default: `participant`"),
    }),
    handler: (context, { userId, role = "participant" }) => answerRequest(context, userId, role),
  }),

  reject: defineFunction({
    kind: "mutation",
    access: existingRoomAction("id", "decide-requests"),
    summary: "Rejects a request to join.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl, userId }),
    handler: (context, { userId }) => answerRequest(context, userId, null),
  }),
};

async function requestAccess(context: SignedInContext & InRoom): Promise<Result<null>> {
  const { db, user, nowMs, access } = context;
  const roomId = access.room.id;
  const member = await findMember(db, roomId, user.id);
  const decided = decideAccessRequest(member, { rejectedAtMs: member?.changedAtMs ?? null, nowMs });
  if (!decided.ok) return decided;
  const allowed = await allowAccessRequest(db, user.id, nowMs);
  if (!allowed.ok) return allowed;
  if (!(await insertAccessRequest(db, { roomId, userId: user.id, nowMs }))) return fail("already-member");
  await notifyRoleChange(context, access.metadata, { roles: [{ userId: user.id, role: "requested" }], epochs: null });
  return ok(null);
}

/** @param role the role to give; null to reject the request */
async function answerRequest(
  context: SignedInContext & InRoom,
  userId: UserId,
  role: GrantableRole | null,
): Promise<Result<null>> {
  const { db, user, nowMs, access } = context;
  const roomId = access.room.id;
  const [actor, requester] = [await findMember(db, roomId, user.id), await findMember(db, roomId, userId)];
  const decided = decideRequestResponse(actor, requester, role);
  if (!decided.ok) return decided;
  const newRole = role ?? ("rejected" as const);
  const invitedBy = role ? user.id : null;
  const epochs = await resolveAccessRequest(db, { roomId, userId, role: newRole, invitedBy, nowMs });
  if (!epochs) return fail("request-not-found");
  await notifyRoleChange(context, access.metadata, { roles: [{ userId, role: newRole }], epochs });
  return ok(null);
}
