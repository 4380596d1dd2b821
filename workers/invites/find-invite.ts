import { decideInvite } from "#app/domain/access/members.ts";
import { isMember } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { findInvite, findInviteRoomId, type InviteRow } from "#db/queries/invites.ts";
import { findMember } from "#db/queries/members.ts";
import { findRole, findRoom, type RoomRow, type RoomWithOwner } from "#db/queries/rooms.ts";
import type { FunctionContext } from "#workers/functions/define.ts";
import { parseInviteCode } from "./invite-code.ts";

type ValidInvite = RoomWithOwner & { readonly invite: InviteRow; readonly inviter: Person };

/** Finds an invite that can be accepted: its creator must still be allowed to give its role. */
export async function findValidInvite({ env, db, nowMs }: FunctionContext, code: string): Promise<Result<ValidInvite>> {
  const id = parseInviteCode(env.APP_SECRET, code);
  const invite = id && (await findInvite(db, id, nowMs));
  const found = invite && (await findRoom(db, invite.roomId));
  if (!found) return fail("invite-not-found");
  const creator = await findMember(db, invite.roomId, invite.createdBy);
  if (!creator || !decideInvite(creator, invite.role).ok) return fail("invite-not-found");
  return ok({ ...found, invite, inviter: creator.person });
}

/**
 * The room of an invite if the caller is a member of it; otherwise null. The invite may have expired or been used up: its link
 * still leads members to the room.
 */
export async function findJoinedRoom({ env, db, user }: FunctionContext, code: string): Promise<RoomRow | null> {
  const id = parseInviteCode(env.APP_SECRET, code);
  const roomId = user && id && (await findInviteRoomId(db, id));
  if (!roomId || !isMember(await findRole(db, roomId, user.id))) return null;
  return (await findRoom(db, roomId))?.room ?? null;
}
