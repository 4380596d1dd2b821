import { z } from "zod";
import {
  decideInvite,
  decideOwnershipTransfer,
  decideRemoval,
  decideRoleChange,
  type Member,
} from "#app/domain/access/members.ts";
import { can, isMember, type Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Db } from "#db/client.ts";
import {
  addMember,
  changeRole,
  deleteMember,
  findMember,
  listMembers,
  type Membership,
  transferOwnership,
} from "#db/queries/members.ts";
import { findRoom, refreshSearchKey } from "#db/queries/rooms.ts";
import { findUser, findUserByLogin, type UserRow } from "#db/queries/users.ts";
import { grantableRole, roomIdOrUrl, userId } from "#workers/functions/arguments.ts";
import { openFunction, type SignedInContext, signedInFunction } from "#workers/functions/define.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import { mayChangeMembers } from "#workers/rate-limits/rate-limits.ts";
import { loadAccessibleRoom, type RoomAccess, toRoomMetadata } from "#workers/rooms/room-access.ts";
import { notifyRoleChange } from "./notify-role-change.ts";

/** Somebody with a role in a room, or who asks for one. */
export type RoomMember = {
  readonly person: Person;
  /** For members' eyes: what one is added by. */
  readonly username: string | null;
  readonly role: Role;
  readonly invitedBy: Person | null;
  /** ms since the epoch: when the role was given, asked for or denied. */
  readonly sinceMs: number;
};

const aboutSomebody = { id: roomIdOrUrl, userId };

/** Who belongs to a room. */
export const members = {
  list: openFunction("query", {
    summary: "The members of a room; for those who may answer them, also who asks to join and who was denied.",
    returns: "`members`, each with `person`, `username` (null for who is no member), `role`, `invitedBy` and `sinceMs`.",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: async (context, { id }) => {
      const access = await loadAccessibleRoom(context, id);
      if (!access.ok) return access;
      const { room, role, effectiveRole } = access.value;
      const all = await listMembers(context.db, room.id);
      const seen = all.filter((member) => isMember(member.role) || can(effectiveRole, "decide-requests"));
      const people = new Map(all.map(({ person }) => [person.id, person]));
      return ok({ members: seen.map((member) => show(member, people, isMember(role))) });
    },
  }),

  add: signedInFunction("mutation", {
    summary: "Gives somebody a role in a room, by their username or their id.",
    returns: "`userId` of the new member.",
    args: z.union([
      z.strictObject({ id: roomIdOrUrl, username: z.string().min(1).max(100), role: grantableRole }),
      z.strictObject({ ...aboutSomebody, role: grantableRole }),
    ]),
    handler: async (context, { id, role, ...who }) => {
      const entered = await enter(context, id);
      if (!entered.ok) return entered;
      const { access, actor } = entered.value;
      const decided = decideInvite(actor, role);
      if (!decided.ok) return decided;
      const { db, user, nowMs } = context;
      const invited = await ("userId" in who ? findUser(db, who.userId) : findByUsername(db, who.username));
      if (!invited) return fail("user-not-found");
      const epochs = await addMember(db, { roomId: access.room.id, userId: invited.id, role, invitedBy: user.id, nowMs });
      if (!epochs) return fail("already-member");
      await notifyRoleChange(context, access.metadata, { roles: [{ userId: invited.id, role }], epochs });
      return ok({ userId: invited.id });
    },
  }),

  changeRole: signedInFunction("mutation", {
    summary: "Makes a member of the room something else.",
    returns: "null",
    args: z.strictObject({ ...aboutSomebody, role: grantableRole }),
    handler: async (context, { id, userId, role }) => {
      const faced = await face(context, { id, userId }, (actor, target) => decideRoleChange(actor, target, role));
      if (!faced.ok) return faced;
      const { access, target } = faced.value;
      const { db, nowMs } = context;
      const epochs = await changeRole(db, { roomId: access.room.id, userId, from: target.role, to: role, nowMs });
      if (!epochs) return fail("member-not-found");
      await notifyRoleChange(context, access.metadata, { roles: [{ userId, role }], epochs });
      return ok(null);
    },
  }),

  remove: signedInFunction("mutation", {
    summary: "Puts a member out of the room, who hears no more of it within two seconds; or lets the caller leave.",
    returns: "null",
    args: z.strictObject(aboutSomebody),
    handler: async (context, { id, userId }) => {
      const faced = await face(context, { id, userId }, decideRemoval);
      if (!faced.ok) return faced;
      const { access, target } = faced.value;
      const epochs = await deleteMember(context.db, { roomId: access.room.id, userId, role: target.role });
      if (!epochs) return fail("member-not-found");
      const isExpelled = userId !== context.user.id;
      await notifyRoleChange(context, access.metadata, { roles: [{ userId, role: null }], isExpelled, epochs });
      return ok(null);
    },
  }),

  transferOwnership: signedInFunction("mutation", {
    summary: "Makes a member the owner of the room. Who owned it stays as an admin.",
    returns: "null",
    args: z.strictObject(aboutSomebody),
    handler: async (context, { id, userId }) => {
      const faced = await face(context, { id, userId }, decideOwnershipTransfer);
      if (!faced.ok) return faced;
      const { access, target } = faced.value;
      const { env, db, user, nowMs, waitUntil } = context;
      const roomId = access.room.id;
      const epochs = await transferOwnership(db, { roomId, from: user.id, to: target, nowMs });
      const changed = await findRoom(db, roomId);
      if (!epochs || !changed) return fail("member-not-found");
      await refreshSearchKey(db, changed);
      const metadata = toRoomMetadata(changed);
      const roles = [{ userId: user.id, role: "admin" } as const, { userId, role: "owner" } as const];
      await notifyRoleChange(context, metadata, { roles, epochs });
      if (changed.room.visibility === "public") waitUntil(lobbyObject(env).tell({ list: true }));
      return ok(null);
    },
  }),
};

/** Never by email, which would tell who has an account here. */
async function findByUsername(db: Db, username: string): Promise<UserRow | null> {
  const name = username.trim().replace(/^@/, "");
  return name.includes("@") ? null : findUserByLogin(db, name);
}

/** The room, and the caller as a member of it. */
async function enter(
  context: SignedInContext,
  id: string,
): Promise<Result<{ readonly access: RoomAccess; readonly actor: Membership | null }>> {
  const access = await loadAccessibleRoom(context, id);
  if (!access.ok) return access;
  const { db, user, nowMs } = context;
  const actor = await findMember(db, access.value.room.id, user.id);
  if (!(await mayChangeMembers(db, user.id, nowMs))) return fail("too-many-attempts");
  return ok({ access: access.value, actor });
}

/** The room, and the member whom the caller may do to what `decide` says. */
async function face(
  context: SignedInContext,
  { id, userId }: { readonly id: string; readonly userId: UserId },
  decide: (actor: Member | null, target: Member | null) => Result<null>,
): Promise<Result<{ readonly access: RoomAccess; readonly target: Membership }>> {
  const entered = await enter(context, id);
  if (!entered.ok) return entered;
  const { access, actor } = entered.value;
  const target = await findMember(context.db, access.room.id, userId);
  const decided = decide(actor, target);
  if (!decided.ok) return decided;
  return target ? ok({ access, target }) : fail("member-not-found");
}

function show(member: Membership, people: ReadonlyMap<UserId, Person>, isForMember: boolean): RoomMember {
  return {
    person: member.person,
    username: isForMember ? member.username : null,
    role: member.role,
    invitedBy: (member.invitedBy && people.get(member.invitedBy)) ?? null,
    sinceMs: member.changedAtMs,
  };
}
