import { z } from "zod";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import { decideInvite } from "#app/domain/access/members.ts";
import { can, type GrantableRole } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { InviteId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import { countInvites, deleteInvite, type InviteRow, insertInvite, listInvites, redeemInvite } from "#db/queries/invites.ts";
import { addMember, findExceededLimit, findMember } from "#db/queries/members.ts";
import type { RoomRow } from "#db/queries/rooms.ts";
import { newId } from "#workers/crypto/random.ts";
import { grantableRole, idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { anyone, defineFunction, type FunctionContext, type SignedInContext, signedIn } from "#workers/functions/define.ts";
import { notifyRoleChange } from "#workers/members/notify-role-change.ts";
import { hasSameRole, type InRoom, roomAction } from "#workers/room-access/room-requirement.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";
import type { RoomSummary } from "#workers/rooms/room-summary.ts";
import { findJoinedRoom, findValidInvite } from "./find-invite.ts";
import { createInviteCode } from "./invite-code.ts";
import { revocableInvite } from "./invite-requirement.ts";

/** A link with which people join a room. */
export type Invite = {
  readonly id: InviteId;
  /** The link is `/invite/{code}`. */
  readonly code: string;
  readonly role: GrantableRole;
  readonly createdBy: Person["id"];
  readonly expiresAtMs: number;
  readonly usesLeft: number;
};

type InviteRoom = Pick<RoomSummary, "_id" | "name" | "room_url">;

/** The content of an invite's page. Members of the room see only the room. */
export type InvitePreview =
  | { readonly room: InviteRoom; readonly isMember: true }
  | { readonly room: InviteRoom; readonly isMember: false; readonly role: GrantableRole; readonly inviter: Person };

type NewInvite = { readonly role: GrantableRole; readonly expiresInMs: number; readonly uses: number };

const code = z.string().min(1).max(100);

/** Functions about invite links. */
export const inviteFunctions = {
  create: defineFunction({
    kind: "mutation",
    access: roomAction("id", "invite"),
    summary: "Creates a link that adds people to a room with a role. It expires and has a use limit.",
    returns: "The invite: `id`, `code` (the link is `/invite/{code}`), `role`, `createdBy`, `expiresAtMs`, `usesLeft`.",
    args: z.strictObject({
      id: roomIdOrUrl,
      role: grantableRole,
      expiresInMs: z.number().int().min(HOUR_MS).max(accessLimits.inviteMsMax).describe("An hour to a year"),
      uses: z.number().int().min(1).max(accessLimits.inviteUsesMax),
    }),
    handler: (context, invite) => createInvite(context, invite),
  }),

  list: defineFunction({
    kind: "query",
    access: roomAction("id", "invite"),
    summary: "Returns a room's valid invites: all for callers who may manage members, otherwise only the caller's own.",
    returns: "`invites`",
    args: z.strictObject({ id: roomIdOrUrl }),
    atTimestamp: hasSameRole,
    handler: async ({ env, db, user, nowMs, access: { room, effectiveRole } }) => {
      const all = await listInvites(db, room.id, nowMs);
      const visible = all.filter(({ createdBy }) => createdBy === user.id || can(effectiveRole, "manage-members", room));
      return ok({ invites: visible.map((invite) => toInvite(env, invite)) });
    },
  }),

  revoke: defineFunction({
    kind: "mutation",
    access: revocableInvite,
    summary: "Deletes an invite.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl, inviteId: idOf<InviteId>() }),
    handler: async ({ db, invite }): Promise<Result<null>> => {
      await deleteInvite(db, invite.roomId, invite.id);
      return ok(null);
    },
  }),

  get: defineFunction({
    kind: "query",
    access: anyone,
    summary: "Returns the room that an invite link leads to.",
    returns: "`room` (`_id`, `name`, `room_url`) and `isMember`; if the caller is not a member, also `role` and `inviter`.",
    args: z.strictObject({ code }),
    handler: (context, args) => getInvitePreview(context, args.code),
  }),

  accept: defineFunction({
    kind: "mutation",
    access: signedIn,
    summary: "Adds the caller to the room of an invite link. A member keeps their role, and the invite is not used up.",
    returns: "`room_url`",
    args: z.strictObject({ code }),
    handler: (context, args) => acceptInvite(context, args.code),
  }),
};

async function createInvite(context: SignedInContext & InRoom, invite: NewInvite): Promise<Result<Invite>> {
  const { env, db, user, nowMs, access } = context;
  const { role, expiresInMs, uses } = invite;
  const roomId = access.room.id;
  const decided = decideInvite(await findMember(db, roomId, user.id), role);
  if (!decided.ok) return decided;
  if ((await countInvites(db, roomId, nowMs)) >= accessLimits.invitesPerRoom) return fail("too-many-invites");
  const id = newId<InviteId>();
  const times = { createdAtMs: nowMs, expiresAtMs: nowMs + expiresInMs };
  const row: InviteRow = { id, roomId, role, createdBy: user.id, ...times, usesLeft: uses };
  await insertInvite(db, row);
  // simultaneous requests may have passed the first check together
  if ((await countInvites(db, roomId, nowMs)) > accessLimits.invitesPerRoom) {
    await deleteInvite(db, roomId, id);
    return fail("too-many-invites");
  }
  return ok(toInvite(env, row));
}

async function getInvitePreview(context: FunctionContext, code: string): Promise<Result<InvitePreview>> {
  const joined = await findJoinedRoom(context, code);
  if (joined) return ok({ room: toInviteRoom(joined), isMember: true });
  const found = await findValidInvite(context, code);
  if (!found.ok) return found;
  const { invite, inviter, room } = found.value;
  return ok({ room: toInviteRoom(room), isMember: false, role: invite.role, inviter });
}

async function acceptInvite(context: SignedInContext, code: string): Promise<Result<{ readonly room_url: string }>> {
  const joined = await findJoinedRoom(context, code);
  if (joined) return ok({ room_url: joined.url });
  const found = await findValidInvite(context, code);
  if (!found.ok) return found;
  const { db, user, nowMs } = context;
  const { invite, room, owner } = found.value;
  const exceeded = await findExceededLimit(db, { roomId: room.id, userId: user.id });
  if (exceeded) return fail(exceeded);
  // the use is counted before the member is added, so that the last use cannot add two people
  if (!(await redeemInvite(db, invite.id, nowMs))) return fail("invite-not-found");
  const { role, createdBy: invitedBy } = invite;
  const epochs = await addMember(db, { roomId: room.id, userId: user.id, role, invitedBy, nowMs });
  // null if a simultaneous request has added the caller
  if (epochs) {
    await notifyRoleChange(context, toRoomMetadata({ room, owner }), {
      roles: [{ userId: user.id, role }],
      by: user.id,
      epochs,
    });
  }
  return ok({ room_url: room.url });
}

function toInvite(env: Env, { id, role, createdBy, expiresAtMs, usesLeft }: InviteRow): Invite {
  return { id, code: createInviteCode(env.APP_SECRET, id), role, createdBy, expiresAtMs, usesLeft };
}

function toInviteRoom({ id, name, url }: RoomRow): InviteRoom {
  return { _id: id, name, room_url: url };
}
