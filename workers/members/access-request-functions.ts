import { z } from "zod";
import { decideRequest, decideRequestAnswer } from "#app/domain/access/members.ts";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { answerRequest, askToJoin, findMember, withdrawRequest } from "#db/queries/members.ts";
import { grantableRole, roomIdOrUrl, userId } from "#workers/functions/arguments.ts";
import { type SignedInContext, signedInFunction } from "#workers/functions/define.ts";
import { mayAsk } from "#workers/rate-limits/rate-limits.ts";
import { loadRoom, type RoomAccess, toRoomAccess } from "#workers/rooms/room-access.ts";
import { notifyRoleChange } from "./notify-role-change.ts";

/** Asking to join a room, and answering who asks. */
export const access = {
  request: signedInFunction("mutation", {
    summary: "Asks to join a room; at its gate too, where it has a password. Who was denied may ask again after a day.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: async (context, { id }): Promise<Result<null>> => {
      const room = await look(context, id);
      if (!room.ok) return room;
      const { db, user, nowMs } = context;
      const roomId = room.value.room.id;
      const member = await findMember(db, roomId, user.id);
      const decided = decideRequest(member, { deniedAtMs: member?.changedAtMs ?? null, nowMs });
      if (!decided.ok) return decided;
      if (!(await mayAsk(db, user.id, nowMs))) return fail("too-many-attempts");
      if (!(await askToJoin(db, { roomId, userId: user.id, nowMs }))) return fail("already-member");
      await notifyRoleChange(context, room.value.metadata, { roles: [{ userId: user.id, role: "requested" }], epochs: null });
      return ok(null);
    },
  }),

  cancel: signedInFunction("mutation", {
    summary: "Takes the caller's request back.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: async (context, { id }): Promise<Result<null>> => {
      const room = await look(context, id);
      if (!room.ok) return room;
      const { user, db } = context;
      const isGone = await withdrawRequest(db, { roomId: room.value.room.id, userId: user.id });
      if (!isGone) return fail("request-gone");
      await notifyRoleChange(context, room.value.metadata, { roles: [{ userId: user.id, role: null }], epochs: null });
      return ok(null);
    },
  }),

  approve: signedInFunction("mutation", {
    summary: "Lets somebody in who asks, as what is given.",
    returns: "null",
    args: z.strictObject({
      id: roomIdOrUrl,
      userId,
      role: grantableRole.optional().describe("`participant` where it is not given"),
    }),
    handler: (context, { id, userId, role = "participant" }) => answer(context, { id, userId, role }),
  }),

  reject: signedInFunction("mutation", {
    summary: "Denies somebody who asks.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl, userId }),
    handler: (context, { id, userId }) => answer(context, { id, userId, role: null }),
  }),
};

type Answer = { readonly id: string; readonly userId: UserId; readonly role: GrantableRole | null };

async function answer(context: SignedInContext, { id, userId, role }: Answer): Promise<Result<null>> {
  const room = await look(context, id);
  if (!room.ok) return room;
  const { db, user, nowMs } = context;
  const roomId = room.value.room.id;
  const [actor, asker] = [await findMember(db, roomId, user.id), await findMember(db, roomId, userId)];
  const decided = decideRequestAnswer(actor, asker, role);
  if (!decided.ok) return decided;
  const answered = { roomId, userId, role: role ?? ("rejected" as const), invitedBy: role ? user.id : null, nowMs };
  const epochs = await answerRequest(db, answered);
  if (!epochs) return fail("request-gone");
  await notifyRoleChange(context, room.value.metadata, { roles: [{ userId, role: answered.role }], epochs });
  return ok(null);
}

/** The room, whether or not the caller may come in: asking to is for those who may not. */
async function look(context: SignedInContext, id: string): Promise<Result<RoomAccess>> {
  const roomForCaller = await loadRoom(context, id);
  if (!roomForCaller) return fail("room-not-found");
  return ok(toRoomAccess(roomForCaller, context));
}
