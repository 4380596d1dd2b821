import { z } from "zod";
import {
  type AccessRequest,
  decideInvite,
  decideOwnershipTransfer,
  decideRemoval,
  decideRoleChange,
  type Member,
} from "#app/domain/access/members.ts";
import { can, type GrantableRole, isMember, type Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Db } from "#db/client.ts";
import {
  addMember,
  addNewMember,
  changeRole,
  deleteMember,
  findExceededLimit,
  findMember,
  listMembers,
  MEMBER_ROLES,
  type Membership,
} from "#db/queries/members.ts";
import { findRole } from "#db/queries/rooms.ts";
import { findUser, findUserByLogin, type UserRow } from "#db/queries/users.ts";
import { grantableRole, roomIdOrUrl, userId } from "#workers/functions/arguments.ts";
import { defineFunction, type SignedInContext } from "#workers/functions/define.ts";
import { allowMemberChange } from "#workers/rate-limits/user-limits.ts";
import { hasSameRole, type InRoom, roomAction, roomVisitor } from "#workers/room-access/room-requirement.ts";
import { notifyRoleChange } from "./notify-role-change.ts";
import { transferRoomOwnership } from "./transfer-ownership.ts";

/** A member of a room, or a person whose request to join is pending or was rejected. */
export type RoomMember = {
  readonly person: Person;
  /** Null unless the caller is a member: a username is enough to add someone to a room. */
  readonly username: string | null;
  readonly role: Role;
  readonly invitedBy: Person | null;
  /** When the role was given, requested or rejected, server time. */
  readonly sinceMs: number;
  /** A request for access or, from a viewer, for a higher role. Null for callers who may not answer it, except their own. */
  readonly request: AccessRequest | null;
};

const memberArgs = { id: roomIdOrUrl, userId };
const expected = z
  .enum(MEMBER_ROLES)
  .optional()
  .describe("The role that the caller believes to be current. If the person has another, nothing changes: `changed-since`");

/** The role before a change, with which it can be undone: the caller may not know the latest one. */
type Changed = { readonly former: Role };
const FORMER_TEXT = "`former`: the role that the person had.";

/** Functions about the members of a room. */
export const memberFunctions = {
  list: defineFunction({
    kind: "query",
    access: roomVisitor("id"),
    summary: "Returns the members of a room. Callers who may answer requests also see pending and rejected requests.",
    returns:
      "`members`, each with `person`, `username` (null unless the caller is a member), `role`, `invitedBy`, `sinceMs` and `request`: its `state` and `changedAtMs`, for callers who may answer it.",
    args: z.strictObject({ id: roomIdOrUrl }),
    atTimestamp: hasSameRole,
    handler: async ({ db, user, access: { room, role, effectiveRole } }) => {
      const all = await listMembers(db, room.id);
      const canDecide = can(effectiveRole, "decide-requests", room);
      const visible = all.filter((one) => isMember(one.role) || canDecide);
      const people = new Map(all.map(({ person }) => [person.id, person]));
      const members = visible.map((one) => {
        const isRequestVisible = canDecide || one.userId === user?.id;
        return toRoomMember(one, people, { isForMember: isMember(role), isRequestVisible });
      });
      return ok({ members });
    },
  }),

  add: defineFunction({
    kind: "mutation",
    access: roomAction("id", "invite"),
    summary: "Gives a person a role in a room, by their username or their id.",
    returns: "`userId` of the new member.",
    args: z.union([
      z.strictObject({ id: roomIdOrUrl, username: z.string().min(1).max(100), role: grantableRole }),
      z.strictObject({
        ...memberArgs,
        role: grantableRole,
        expected: z.null().optional().describe("null: the person has no role and no request, else `changed-since`"),
      }),
    ]),
    handler: async (context, { role, ...invited }) => {
      const actor = await loadActor(context);
      if (!actor.ok) return actor;
      const decided = decideInvite(actor.value, role);
      if (!decided.ok) return decided;
      const { db } = context;
      const found = await ("userId" in invited ? findUser(db, invited.userId) : findByUsername(db, invited.username));
      if (!found) return fail("user-not-found");
      const isExpectedNew = "expected" in invited && invited.expected === null;
      return storeNewMember(context, { userId: found.id, role, isExpectedNew });
    },
  }),

  changeRole: defineFunction({
    kind: "mutation",
    access: roomAction("id", "manage-members"),
    summary: "Changes the role of a member.",
    returns: FORMER_TEXT,
    args: z.strictObject({ ...memberArgs, role: grantableRole, expected }),
    handler: async (context, { userId, role, expected }): Promise<Result<Changed>> => {
      const { db, user, nowMs, access } = context;
      const target = await loadTarget(context, userId, (actor, found) => decideRoleChange(actor, found, role));
      if (!target.ok) return target;
      const { role: from } = target.value;
      // an undo may be sent again after its reply was lost
      if (expected && from !== expected) return from === role ? ok({ former: expected }) : fail("changed-since");
      const epochs = await changeRole(db, { roomId: access.room.id, userId, from, to: role, nowMs });
      if (!epochs) return fail(expected ? "changed-since" : "member-not-found");
      await notifyRoleChange(context, access.metadata, { roles: [{ userId, role, from }], by: user.id, epochs });
      return ok({ former: from });
    },
  }),

  remove: defineFunction({
    kind: "mutation",
    access: roomAction("id", "listen"),
    summary:
      "Removes a member from a room, or, for the caller's own id, leaves it. The removed member's sound stops within two seconds. Members can remove only people they invited; admins and the owner can remove anyone below them.",
    returns: FORMER_TEXT,
    args: z.strictObject({ ...memberArgs, expected }),
    handler: async (context, { userId, expected }): Promise<Result<Changed>> => {
      const { db, user, access } = context;
      const target = await loadTarget(context, userId, decideRemoval);
      if (!target.ok) return target;
      const { role } = target.value;
      if (expected && role !== expected) return fail("changed-since");
      const epochs = await deleteMember(db, { roomId: access.room.id, userId, role });
      if (!epochs) return fail(expected ? "changed-since" : "member-not-found");
      const isRemoved = userId !== user.id;
      const roles = [{ userId, role: null, from: role }];
      await notifyRoleChange(context, access.metadata, { roles, by: user.id, isRemoved, epochs });
      return ok({ former: role });
    },
  }),

  transferOwnership: defineFunction({
    kind: "mutation",
    access: roomAction("id", "transfer-ownership"),
    summary: "Makes a member the owner of the room. The former owner becomes an admin.",
    returns: "null",
    args: z.strictObject(memberArgs),
    handler: async (context, { userId }): Promise<Result<null>> => {
      const target = await loadTarget(context, userId, decideOwnershipTransfer);
      return target.ok ? transferRoomOwnership(context, target.value) : target;
    },
  }),
};

type Addition = { readonly userId: UserId; readonly role: GrantableRole; readonly isExpectedNew: boolean };

/** @param addition `isExpectedNew`: the caller expects that the person has no role and no request */
async function storeNewMember(
  context: SignedInContext & InRoom,
  { userId, role, isExpectedNew }: Addition,
): Promise<Result<{ readonly userId: UserId }>> {
  const { db, user, nowMs, access } = context;
  const roomId = access.room.id;
  const added = { roomId, userId, role, invitedBy: user.id, nowMs };
  const epochs = await (isExpectedNew ? addNewMember(db, added) : addMember(db, added));
  if (!epochs) {
    const found = await findRole(db, roomId, userId);
    const exceeded = found === null || !isMember(found) ? await findExceededLimit(db, added) : null;
    if (exceeded) return fail(exceeded);
    if (!isExpectedNew) return fail("already-member");
    // an undo may be sent again after its reply was lost
    return found === role ? ok({ userId }) : fail("changed-since");
  }
  await notifyRoleChange(context, access.metadata, { roles: [{ userId, role }], by: user.id, epochs });
  return ok({ userId });
}

/** Search by email is not possible: it would reveal who has an account. */
async function findByUsername(db: Db, username: string): Promise<UserRow | null> {
  const name = username.trim().replace(/^@/, "");
  return name.includes("@") ? null : findUserByLogin(db, name);
}

/** The caller's membership. Counts a change of members against the caller's rate limit. */
async function loadActor({ db, user, nowMs, access }: SignedInContext & InRoom): Promise<Result<Membership | null>> {
  const actor = await findMember(db, access.room.id, user.id);
  const allowed = await allowMemberChange(db, user.id, nowMs);
  return allowed.ok ? ok(actor) : allowed;
}

/** The member that a change is about, if `decide` allows the caller to make it. */
async function loadTarget(
  context: SignedInContext & InRoom,
  userId: UserId,
  decide: (actor: Member | null, target: Member | null) => Result<null>,
): Promise<Result<Membership>> {
  const actor = await loadActor(context);
  if (!actor.ok) return actor;
  const target = await findMember(context.db, context.access.room.id, userId);
  const decided = decide(actor.value, target);
  if (!decided.ok) return decided;
  return target ? ok(target) : fail("member-not-found");
}

function toRoomMember(
  row: Membership,
  people: ReadonlyMap<UserId, Person>,
  { isForMember, isRequestVisible }: { readonly isForMember: boolean; readonly isRequestVisible: boolean },
): RoomMember {
  return {
    person: row.person,
    username: isForMember ? row.username : null,
    role: row.role,
    invitedBy: (row.invitedBy && people.get(row.invitedBy)) ?? null,
    sinceMs: row.changedAtMs,
    request: isRequestVisible ? row.request : null,
  };
}
