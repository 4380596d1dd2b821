import { can } from "#app/domain/access/permissions.ts";
import type { InviteId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import { findInvite, type InviteRow } from "#db/queries/invites.ts";
import type { AccessRequirement, SignedIn } from "#workers/functions/define.ts";
import { type InRoom, roomAction } from "#workers/room-access/room-requirement.ts";

type InviteArgs = { readonly id: string; readonly inviteId: InviteId };

/** Users who may invite people, for their own invites; for every invite of the room if they may manage its members. */
export const revocableInvite: AccessRequirement<InviteArgs, SignedIn & InRoom & { readonly invite: InviteRow }> = {
  caller: "signed-in",
  description:
    "Signed-in users who may invite people to the room identified by `id`, for their own invites; for every invite if they may manage the members of the room.",
  authorize: async (context, { id, inviteId }) => {
    const granted = await roomAction("id", "invite").authorize(context, { id });
    if (!granted.ok) return granted;
    const { access, user } = granted.value;
    const invite = await findInvite(context.db, inviteId, context.nowMs);
    if (invite?.roomId !== access.room.id) return fail("invite-not-found");
    const isOwn = invite.createdBy === user.id;
    return isOwn || can(access.effectiveRole, "manage-members", access.room)
      ? ok({ ...granted.value, invite })
      : fail("forbidden");
  },
};
