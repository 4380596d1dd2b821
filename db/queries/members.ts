import { and, asc, desc, eq, exists, inArray, isNull, ne, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Epochs } from "#app/domain/access/access-epochs.ts";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import type { AccessRequest, Member } from "#app/domain/access/members.ts";
import { isMember, ROLES, type Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { invites, members, rooms, users } from "#db/schema/rooms.ts";
import { incrementEpochs, mayOwnMore, personColumns } from "./rooms.ts";

/** The roles of members. The others are stages of a request for access. */
export const MEMBER_ROLES = ROLES.filter((role) => isMember(role));

/** Values of a member without a request for a higher role. */
export const NO_PROMOTION = { promotion: null, promotionChangedAtMs: null } as const;

/** A condition on `rooms`: the user is a member. */
export function isMemberOfRoom(userId: UserId): SQL {
  return sql`${rooms.id} in (select room_id from members where user_id = ${userId} and role in ${MEMBER_ROLES})`;
}

/** A member with public data. */
export type Membership = Member & {
  readonly person: Person;
  readonly username: string;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  /** The person's request for access or, from a viewer, for a higher role. */
  readonly request: AccessRequest | null;
};

const columns = {
  userId: members.userId,
  role: members.role,
  invitedBy: members.invitedBy,
  createdAtMs: members.createdAtMs,
  changedAtMs: members.changedAtMs,
  promotion: members.promotion,
  promotionChangedAtMs: members.promotionChangedAtMs,
  person: personColumns,
  username: users.username,
};

export async function findMember(db: Db, roomId: RoomId, userId: UserId): Promise<Membership | null> {
  const row = await db
    .select(columns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.roomId, roomId), eq(members.userId, userId), isNull(users.deletedAtMs)))
    .get();
  noteRead(db, "members", "user_id", userId);
  noteRead(db, "users", "id", userId);
  return row ? toMembership(row) : null;
}

/** In order of joining. */
export async function listMembers(db: Db, roomId: RoomId): Promise<readonly Membership[]> {
  const rows = await db
    .select(columns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.roomId, roomId), isNull(users.deletedAtMs)))
    .orderBy(asc(members.createdAtMs), asc(members.userId));
  noteRead(db, "members", "room_id", roomId);
  noteRead(
    db,
    "users",
    "id",
    rows.map(({ userId }) => userId),
  );
  return rows.map(toMembership);
}

type MembershipRow = Omit<Membership, "request"> & Pick<typeof members.$inferSelect, "promotion" | "promotionChangedAtMs">;

function toMembership({ promotion, promotionChangedAtMs, ...row }: MembershipRow): Membership {
  const { role, changedAtMs } = row;
  if (role === "requested" || role === "rejected") return { ...row, request: { state: role, changedAtMs } };
  return { ...row, request: promotion && { state: promotion, changedAtMs: promotionChangedAtMs ?? 0 } };
}

export type MemberKey = { readonly roomId: RoomId; readonly userId: UserId; readonly nowMs: number };
type NewMember = MemberKey & { readonly role: Role; readonly invitedBy: UserId | null };

/** The room's epochs after a change. Null if a simultaneous change came first; nothing is then changed. */
export type RoleChangeResult = Promise<Epochs | null>;

/** Why a person cannot become a member. */
export type MembershipLimit = "too-many-members" | "too-many-memberships";

/** The limit that another membership would exceed; null if it exceeds none. */
export async function findExceededLimit(db: Db, { roomId, userId }: Pick<MemberKey, "roomId" | "userId">) {
  const inRoom = mayHaveMore(sql`room_id = ${roomId}`, accessLimits.membersPerRoom);
  const ofPerson = mayHaveMore(sql`user_id = ${userId}`, accessLimits.membershipsPerPerson);
  const row = await db.get<{ inRoom: number; ofPerson: number }>(sql`select ${inRoom} as inRoom, ${ofPerson} as ofPerson`);
  if (row?.inRoom === 0) return "too-many-members" satisfies MembershipLimit;
  return row?.ofPerson === 0 ? ("too-many-memberships" satisfies MembershipLimit) : null;
}

/** A condition: another membership exceeds no limit. */
function mayJoin({ roomId, userId }: Pick<MemberKey, "roomId" | "userId">): SQL {
  const inRoom = mayHaveMore(sql`room_id = ${roomId}`, accessLimits.membersPerRoom);
  return sql`${inRoom} and ${mayHaveMore(sql`user_id = ${userId}`, accessLimits.membershipsPerPerson)}`;
}

function mayHaveMore(condition: SQL, max: number, roles: readonly Role[] = MEMBER_ROLES): SQL {
  return sql`(select count(*) from members where ${condition} and role in ${roles}) < ${max}`;
}

/** Adds a member. A pending or rejected access request is replaced; an existing member stays unchanged. */
export async function addMember(db: Db, member: NewMember): RoleChangeResult {
  const { roomId, role, invitedBy, nowMs } = member;
  const memberRow = { role, invitedBy, createdAtMs: nowMs, changedAtMs: nowMs };
  const write = db
    .insert(members)
    .select(selectNewMember(member))
    .onConflictDoUpdate({
      target: [members.roomId, members.userId],
      set: memberRow,
      setWhere: inArray(members.role, ["requested", "rejected"]),
    });
  return writeAndIncrementEpochs(db, roomId, write);
}

/** Adds a member who has neither a role nor a request, not even a rejected one. */
export async function addNewMember(db: Db, member: NewMember): RoleChangeResult {
  const write = db.insert(members).select(selectNewMember(member)).onConflictDoNothing();
  return writeAndIncrementEpochs(db, member.roomId, write);
}

/** The member as a row, or no row if it exceeds a limit. */
function selectNewMember(member: NewMember): SQL {
  const { roomId, userId, role, invitedBy, nowMs } = member;
  return sql`select ${roomId}, ${userId}, ${role}, ${invitedBy}, ${nowMs}, ${nowMs}, null, null where ${mayJoin(member)}`;
}

/** Changes the role of a member who still has the role `from`. */
export async function changeRole(db: Db, change: MemberKey & { readonly from: Role; readonly to: Role }): RoleChangeResult {
  const { roomId, from, to, nowMs } = change;
  return writeAndIncrementEpochs(
    db,
    roomId,
    db
      .update(members)
      .set({ role: to, changedAtMs: nowMs, ...NO_PROMOTION })
      .where(hasRole(change, from)),
  );
}

/**
 * Stores an access request, also after a rejected one. It grants no rights. False if the person already has a role or a request, or
 * if there are too many requests. Of many rejected requests, the oldest are deleted.
 */
export async function insertAccessRequest(db: Db, { roomId, userId, nowMs }: MemberKey): Promise<boolean> {
  const inRoom = mayHaveMore(sql`room_id = ${roomId}`, accessLimits.requestsPerRoom, ["requested"]);
  const ofPerson = mayHaveMore(sql`user_id = ${userId}`, accessLimits.requestsPerPerson, ["requested"]);
  const isRejected = and(eq(members.roomId, roomId), eq(members.role, "rejected"));
  const latest = db
    .select({ userId: members.userId })
    .from(members)
    .where(isRejected)
    .orderBy(desc(members.changedAtMs))
    .limit(accessLimits.requestsPerRoom);
  const [stored] = await db.batch([
    db
      .insert(members)
      .select(
        sql`select ${roomId}, ${userId}, 'requested', null, ${nowMs}, ${nowMs}, null, null where ${inRoom} and ${ofPerson}`,
      )
      .onConflictDoUpdate({
        target: [members.roomId, members.userId],
        set: { role: "requested", changedAtMs: nowMs },
        setWhere: eq(members.role, "rejected"),
      })
      .returning({ role: members.role }),
    db.delete(members).where(and(isRejected, notInArray(members.userId, latest))),
  ]);
  return stored.length > 0;
}

/** Withdraws an access request. False if there is none. */
export async function deleteAccessRequest(db: Db, key: Omit<MemberKey, "nowMs">): Promise<boolean> {
  const deleted = await db.delete(members).where(hasRole(key, "requested")).returning({ role: members.role });
  return deleted.length > 0;
}

/** Approves or rejects an access request: its role becomes `role`, which is `rejected` if it was not approved. */
export async function resolveAccessRequest(db: Db, resolution: NewMember): RoleChangeResult {
  const { roomId, role, invitedBy, nowMs } = resolution;
  const memberRow = { role, invitedBy, createdAtMs: nowMs, changedAtMs: nowMs };
  const isRequested = and(hasRole(resolution, "requested"), isMember(role) ? mayJoin(resolution) : undefined);
  return writeAndIncrementEpochs(db, roomId, db.update(members).set(memberRow).where(isRequested));
}

/**
 * Removes a member who still has this role; the owner cannot be removed. Media grants end with the incremented media epoch, and
 * the person's invites are deleted.
 */
export async function deleteMember(db: Db, member: Omit<MemberKey, "nowMs"> & { readonly role: Role }): RoleChangeResult {
  const { roomId, userId, role } = member;
  const isRemoved = notExists(
    db
      .select({ role: members.role })
      .from(members)
      .where(and(eq(members.roomId, roomId), eq(members.userId, userId))),
  );
  const [, epochs] = await db.batch([
    db.delete(members).where(and(hasRole(member, role), ne(members.role, "owner"))),
    incrementEpochs(db, roomId, { isLoss: true }),
    db.delete(invites).where(and(eq(invites.roomId, roomId), eq(invites.createdBy, userId), isRemoved)),
  ]);
  return epochs[0] ?? null;
}

type OwnershipTransfer = {
  readonly roomId: RoomId;
  readonly from: UserId;
  readonly to: Membership;
  readonly nowMs: number;
};

/** Changes the room's owner and both roles, in one batch. Nothing changes if `from` is not the owner, or `to` lost its role or owns too many rooms. */
export async function transferOwnership(db: Db, { roomId, from, to, nowMs }: OwnershipTransfer): RoleChangeResult {
  const isStillMember = exists(
    db
      .select({ role: members.role })
      .from(members)
      .where(hasRole({ roomId, userId: to.userId }, to.role)),
  );
  const isTransferred = exists(
    db
      .select({ id: rooms.id })
      .from(rooms)
      .where(and(eq(rooms.id, roomId), eq(rooms.ownerId, to.userId))),
  );
  const setRole = (userId: UserId, before: Role, role: Role) =>
    db
      .update(members)
      .set({ role, invitedBy: null, changedAtMs: nowMs, ...NO_PROMOTION })
      .where(and(hasRole({ roomId, userId }, before), isTransferred));
  const [, , , epochs] = await db.batch([
    db
      .update(rooms)
      .set({ ownerId: to.userId })
      .where(and(eq(rooms.id, roomId), eq(rooms.ownerId, from), isStillMember, mayOwnMore(to.userId))),
    setRole(from, "owner", "admin"),
    setRole(to.userId, to.role, "owner"),
    incrementEpochs(db, roomId),
  ]);
  return epochs[0] ?? null;
}

/** Increments the room's epochs if the write has changed a row. */
export async function writeAndIncrementEpochs(db: Db, roomId: RoomId, write: BatchItem<"sqlite">): RoleChangeResult {
  const [, epochs] = await db.batch([write, incrementEpochs(db, roomId)]);
  return epochs[0] ?? null;
}

export function hasRole({ roomId, userId }: Pick<MemberKey, "roomId" | "userId">, role: Role) {
  return and(eq(members.roomId, roomId), eq(members.userId, userId), eq(members.role, role));
}
