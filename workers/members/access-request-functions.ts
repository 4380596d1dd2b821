import { z } from "zod";
import { decideAccessRequest, decideRequestResponse } from "#app/domain/access/members.ts";
import type { GrantableRole, Role } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import {
  deleteAccessRequest,
  findExceededLimit,
  findMember,
  insertAccessRequest,
  resolveAccessRequest,
} from "#db/queries/members.ts";
import { approvePromotion, deletePromotionRequest, insertPromotionRequest, rejectPromotion } from "#db/queries/promotions.ts";
import { findRole } from "#db/queries/rooms.ts";
import { grantableRole, roomIdOrUrl, userId } from "#workers/functions/arguments.ts";
import { defineFunction, type SignedInContext } from "#workers/functions/define.ts";
import { allowAccessRequest } from "#workers/rate-limits/user-limits.ts";
import { existingRoom, existingRoomAction, type InRoom } from "#workers/room-access/room-requirement.ts";
import { notifyRoleChange } from "./notify-role-change.ts";

/** Functions about requests for access to a room and for a higher role in it. They are also open to callers who may not enter it. */
export const accessRequestFunctions = {
  request: defineFunction({
    kind: "mutation",
    access: existingRoom("id"),
    summary:
      "Requests to join a room, with or without a password, or, for a viewer, a higher role. A person who was rejected can request again after a day.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: (context) => requestAccess(context),
  }),

  cancel: defineFunction({
    kind: "mutation",
    access: existingRoom("id"),
    summary: "Withdraws the caller's request.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: (context) => withdrawRequest(context),
  }),

  approve: defineFunction({
    kind: "mutation",
    access: existingRoomAction("id", "decide-requests"),
    summary: "Approves a request and gives the person a role: a viewer, one above their own.",
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
    summary: "Rejects a request. A viewer keeps their role.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl, userId }),
    handler: (context, { userId }) => answerRequest(context, userId, null),
  }),
};

type RoomContext = SignedInContext & InRoom;

async function requestAccess(context: RoomContext): Promise<Result<null>> {
  const { db, user, nowMs, access } = context;
  const key = { roomId: access.room.id, userId: user.id, nowMs };
  const member = await findMember(db, key.roomId, user.id);
  const decided = decideAccessRequest(member, nowMs);
  if (!decided.ok) return decided;
  const allowed = await allowAccessRequest(db, user.id, nowMs);
  if (!allowed.ok) return allowed;
  const isPromotion = member?.role === "viewer";
  const isStored = await (isPromotion ? insertPromotionRequest(db, key) : insertAccessRequest(db, key));
  if (!isStored) return fail((await findRole(db, key.roomId, user.id)) ? "already-member" : "too-many-access-requests");
  await notifyOfRequest(context, { userId: user.id, role: isPromotion ? "viewer" : "requested" });
  return ok(null);
}

async function withdrawRequest(context: RoomContext): Promise<Result<null>> {
  const { db, user, access } = context;
  const key = { roomId: access.room.id, userId: user.id };
  if (await deletePromotionRequest(db, key)) await notifyOfRequest(context, { userId: user.id, role: "viewer" });
  else if (await deleteAccessRequest(db, key)) await notifyOfRequest(context, { userId: user.id, role: null });
  else return fail("request-not-found");
  return ok(null);
}

/** @param role the role to give; null to reject the request */
async function answerRequest(context: RoomContext, userId: UserId, role: GrantableRole | null): Promise<Result<null>> {
  const { db, user, access } = context;
  const roomId = access.room.id;
  const [actor, requester] = [await findMember(db, roomId, user.id), await findMember(db, roomId, userId)];
  const decided = decideRequestResponse(actor, requester, role);
  if (!decided.ok) return decided;
  return requester?.role === "viewer" ? answerPromotion(context, userId, role) : answerNewcomer(context, userId, role);
}

async function answerNewcomer(context: RoomContext, userId: UserId, role: GrantableRole | null): Promise<Result<null>> {
  const { db, user, nowMs, access } = context;
  const newRole = role ?? ("rejected" as const);
  const invitedBy = role ? user.id : null;
  const key = { roomId: access.room.id, userId, nowMs };
  const epochs = await resolveAccessRequest(db, { ...key, role: newRole, invitedBy });
  if (!epochs) return fail((role && (await findExceededLimit(db, key))) ?? "request-not-found");
  const roles = [{ userId, role: newRole, from: "requested" } as const];
  await notifyRoleChange(context, access.metadata, { roles, by: user.id, epochs });
  return ok(null);
}

/** A viewer stays a viewer if the request is rejected. */
async function answerPromotion(context: RoomContext, userId: UserId, role: GrantableRole | null): Promise<Result<null>> {
  const { db, user, nowMs, access } = context;
  const key = { roomId: access.room.id, userId, nowMs };
  if (!role) {
    if (!(await rejectPromotion(db, key))) return fail("request-not-found");
    await notifyOfRequest(context, { userId, role: "viewer" });
    return ok(null);
  }
  const epochs = await approvePromotion(db, { ...key, role });
  if (!epochs) return fail("request-not-found");
  const roles = [{ userId, role, from: "viewer" } as const];
  await notifyRoleChange(context, access.metadata, { roles, by: user.id, epochs });
  return ok(null);
}

/** Notifies the room of a request, which changes no permissions. */
async function notifyOfRequest(
  context: RoomContext,
  requester: { readonly userId: UserId; readonly role: Role | null },
): Promise<void> {
  await notifyRoleChange(context, context.access.metadata, { roles: [requester], epochs: null });
}
