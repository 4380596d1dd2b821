import { z } from "zod";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import { decideInvite } from "#app/domain/access/members.ts";
import { can, type GrantableRole, isMember } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { InviteId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import {
  countInvites,
  deleteInvite,
  findInvite,
  findInvitedRoom,
  type InviteRow,
  insertInvite,
  listInvites,
  takeUse,
} from "#db/queries/invites.ts";
import { addMember, findMember } from "#db/queries/members.ts";
import { findRole, findRoom, type RoomRow, type RoomWithOwner } from "#db/queries/rooms.ts";
import { newId } from "#workers/crypto/random.ts";
import { grantableRole, idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { type FunctionContext, openFunction, signedInFunction } from "#workers/functions/define.ts";
import { notifyRoleChange } from "#workers/members/notify-role-change.ts";
import { loadAccessibleRoom, toRoomMetadata } from "#workers/rooms/room-access.ts";
import type { RoomSummary } from "#workers/rooms/room-summary.ts";
import { inviteCode, readInviteCode } from "./invite-code.ts";

/** A link that lets whoever has it into a room. */
export type Invite = {
  readonly id: InviteId;
  /** What stands in the link: `/invite/{code}` */
  readonly code: string;
  readonly role: GrantableRole;
  readonly createdBy: Person["id"];
  readonly expiresAtMs: number;
  readonly usesLeft: number;
};

type InvitedTo = Pick<RoomSummary, "_id" | "name" | "room_url">;
/** What a link leads to; for who is in already, by this link or not, that is all there is to know. */
export type InvitePreview =
  | { readonly room: InvitedTo; readonly isMember: true }
  | { readonly room: InvitedTo; readonly isMember: false; readonly role: GrantableRole; readonly inviter: Person };

const code = z.string().min(1).max(100);
const HOUR_MS = 3_600_000;

/** Invitations by link. */
export const invites = {
  create: signedInFunction("mutation", {
    summary: "Makes a link that lets people into a room as something, for a time and a number of them.",
    returns: "The invite: `id`, `code` (the link is `/invite/{code}`), `role`, `createdBy`, `expiresAtMs`, `usesLeft`.",
    args: z.strictObject({
      id: roomIdOrUrl,
      role: grantableRole,
      expiresInMs: z.number().int().min(HOUR_MS).max(accessLimits.inviteMsMax).describe("An hour to a year"),
      uses: z.number().int().min(1).max(accessLimits.inviteUsesMax),
    }),
    handler: async (context, { id, role, expiresInMs, uses }) => {
      const { env, db, user, nowMs } = context;
      const access = await loadAccessibleRoom(context, id);
      if (!access.ok) return access;
      const roomId = access.value.room.id;
      const decided = decideInvite(await findMember(db, roomId, user.id), role);
      if (!decided.ok) return decided;
      if ((await countInvites(db, roomId, nowMs)) >= accessLimits.invitesPerRoom) return fail("too-many-invites");
      const invite: InviteRow = {
        id: newId<InviteId>(),
        roomId,
        role,
        createdBy: user.id,
        createdAtMs: nowMs,
        expiresAtMs: nowMs + expiresInMs,
        usesLeft: uses,
      };
      await insertInvite(db, invite);
      // many at once do not slip through
      if ((await countInvites(db, roomId, nowMs)) > accessLimits.invitesPerRoom) {
        await deleteInvite(db, roomId, invite.id);
        return fail("too-many-invites");
      }
      return ok(show(env, invite));
    },
  }),

  list: signedInFunction("query", {
    summary: "The links of a room that are still good: all of them for those who manage members, else the caller's own.",
    returns: "`invites`",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: async (context, { id }) => {
      const access = await loadAccessibleRoom(context, id);
      if (!access.ok) return access;
      const { room, effectiveRole } = access.value;
      if (!can(effectiveRole, "invite")) return fail("forbidden");
      const all = await listInvites(context.db, room.id, context.nowMs);
      const seen = all.filter(({ createdBy }) => createdBy === context.user.id || can(effectiveRole, "manage-members"));
      return ok({ invites: seen.map((invite) => show(context.env, invite)) });
    },
  }),

  revoke: signedInFunction("mutation", {
    summary: "Makes a link worthless: one's own, or any for those who manage members.",
    returns: "null",
    args: z.strictObject({
      id: roomIdOrUrl,
      inviteId: idOf<InviteId>(),
    }),
    handler: async (context, { id, inviteId }): Promise<Result<null>> => {
      const { db, user, nowMs } = context;
      const access = await loadAccessibleRoom(context, id);
      if (!access.ok) return access;
      const { room, effectiveRole } = access.value;
      if (!can(effectiveRole, "invite")) return fail("forbidden");
      const invite = await findInvite(db, inviteId, nowMs);
      if (invite?.roomId !== room.id) return fail("invite-gone");
      if (invite.createdBy !== user.id && !can(effectiveRole, "manage-members")) return fail("forbidden");
      await deleteInvite(db, room.id, inviteId);
      return ok(null);
    },
  }),

  look: openFunction("query", {
    summary: "What a link leads to.",
    returns:
      "`room` (`_id`, `name`, `room_url`) and `isMember`: whether the caller is in already; for who is not, `role` and `inviter`.",
    args: z.strictObject({ code }),
    handler: async (context, args) => {
      const own = await findOwnRoom(context, args.code);
      if (own) return ok<InvitePreview>({ room: shown(own), isMember: true });
      const found = await findGood(context, args.code);
      if (!found.ok) return found;
      const { invite, inviter, room } = found.value;
      return ok<InvitePreview>({ room: shown(room), isMember: false, role: invite.role, inviter });
    },
  }),

  accept: signedInFunction("mutation", {
    summary: "Comes in by a link. Who is a member already stays what they are, and uses nothing up.",
    returns: "`room_url`",
    args: z.strictObject({ code }),
    handler: async (context, args) => {
      const own = await findOwnRoom(context, args.code);
      if (own) return ok({ room_url: own.url });
      const found = await findGood(context, args.code);
      if (!found.ok) return found;
      const { db, user, nowMs } = context;
      const { invite, room, owner } = found.value;
      // a use is taken first: two who come by the last one do not both get in
      if (!(await takeUse(db, invite.id, nowMs))) return fail("invite-gone");
      const { role, createdBy: invitedBy } = invite;
      const epochs = await addMember(db, { roomId: room.id, userId: user.id, role, invitedBy, nowMs });
      // else another page of theirs was faster
      if (epochs)
        await notifyRoleChange(context, toRoomMetadata({ room, owner }), { roles: [{ userId: user.id, role }], epochs });
      return ok({ room_url: room.url });
    },
  }),
};

/** The room of a link, good or not any more, where the caller is a member of it. */
async function findOwnRoom({ env, db, user }: FunctionContext, text: string): Promise<RoomRow | null> {
  const id = readInviteCode(env.APP_SECRET, text);
  const roomId = user && id && (await findInvitedRoom(db, id));
  if (!roomId || !isMember(await findRole(db, roomId, user.id))) return null;
  return (await findRoom(db, roomId))?.room ?? null;
}

function shown({ id, name, url }: RoomRow): InvitedTo {
  return { _id: id, name, room_url: url };
}

type GoodInvite = RoomWithOwner & { readonly invite: InviteRow; readonly inviter: Person };

/** An invite whose maker may still give what it gives. */
async function findGood({ env, db, nowMs }: FunctionContext, text: string): Promise<Result<GoodInvite>> {
  const id = readInviteCode(env.APP_SECRET, text);
  const invite = id && (await findInvite(db, id, nowMs));
  const found = invite && (await findRoom(db, invite.roomId));
  if (!found) return fail("invite-gone");
  const maker = await findMember(db, invite.roomId, invite.createdBy);
  if (!maker || !decideInvite(maker, invite.role).ok) return fail("invite-gone");
  return ok({ ...found, invite, inviter: maker.person });
}

function show(env: Env, { id, role, createdBy, expiresAtMs, usesLeft }: InviteRow): Invite {
  return { id, code: inviteCode(env.APP_SECRET, id), role, createdBy, expiresAtMs, usesLeft };
}
