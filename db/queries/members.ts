import { and, asc, eq, exists, inArray, isNull, ne, notExists } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Member } from "#app/domain/access/members.ts";
import type { Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { invites, members, rooms, users } from "#db/schema/rooms.ts";
import { type Epochs, personColumns, raiseEpochs } from "./rooms.ts";

/** A member with who they are. */
export type Membership = Member & {
  readonly person: Person;
  readonly username: string;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
};

const columns = {
  userId: members.userId,
  role: members.role,
  invitedBy: members.invitedBy,
  createdAtMs: members.createdAtMs,
  changedAtMs: members.changedAtMs,
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
  return row ?? null;
}

/** In the order they came. */
export async function listMembers(db: Db, roomId: RoomId): Promise<readonly Membership[]> {
  return db
    .select(columns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.roomId, roomId), isNull(users.deletedAtMs)))
    .orderBy(asc(members.createdAtMs));
}

type MemberKey = { readonly roomId: RoomId; readonly userId: UserId; readonly nowMs: number };
type NewMember = MemberKey & { readonly role: Role; readonly invitedBy: UserId | null };

/** What stands after a change; null: nothing was changed, somebody else was faster. */
export type RoleWritten = Promise<Epochs | null>;

/** Gives somebody a role that had none but a pending one. */
export async function addMember(db: Db, { roomId, userId, role, invitedBy, nowMs }: NewMember): RoleWritten {
  const memberRow = { role, invitedBy, createdAtMs: nowMs, changedAtMs: nowMs };
  const write = db
    .insert(members)
    .values({ roomId, userId, ...memberRow })
    .onConflictDoUpdate({
      target: [members.roomId, members.userId],
      set: memberRow,
      setWhere: inArray(members.role, ["requested", "rejected"]),
    });
  return raising(db, roomId, write);
}

/** From one role to another. */
export async function changeRole(db: Db, change: MemberKey & { readonly from: Role; readonly to: Role }): RoleWritten {
  const { roomId, from, to, nowMs } = change;
  return raising(db, roomId, db.update(members).set({ role: to, changedAtMs: nowMs }).where(hasRole(change, from)));
}

/** Asks for a role, again too. A request changes no right. False where they are a member by now. */
export async function askToJoin(db: Db, { roomId, userId, nowMs }: MemberKey): Promise<boolean> {
  const asked = await db
    .insert(members)
    .values({ roomId, userId, role: "requested", createdAtMs: nowMs, changedAtMs: nowMs })
    .onConflictDoUpdate({
      target: [members.roomId, members.userId],
      set: { role: "requested", changedAtMs: nowMs },
      setWhere: eq(members.role, "rejected"),
    })
    .returning({ role: members.role });
  return asked.length > 0;
}

/** False where there is none, any more. */
export async function withdrawRequest(db: Db, seat: Omit<MemberKey, "nowMs">): Promise<boolean> {
  const gone = await db.delete(members).where(hasRole(seat, "requested")).returning({ role: members.role });
  return gone.length > 0;
}

/** Answers somebody who asks. */
export async function answerRequest(db: Db, answer: NewMember): RoleWritten {
  const { roomId, role, invitedBy, nowMs } = answer;
  const memberRow = { role, invitedBy, createdAtMs: nowMs, changedAtMs: nowMs };
  return raising(db, roomId, db.update(members).set(memberRow).where(hasRole(answer, "requested")));
}

/** Takes a role away, with whatever the person may still hear by and let others in by. The owner's stays. */
export async function deleteMember(db: Db, seat: Omit<MemberKey, "nowMs"> & { readonly role: Role }): RoleWritten {
  const { roomId, userId, role } = seat;
  const isOut = notExists(
    db
      .select({ role: members.role })
      .from(members)
      .where(and(eq(members.roomId, roomId), eq(members.userId, userId))),
  );
  const [, epochs] = await db.batch([
    db.delete(members).where(and(hasRole(seat, role), ne(members.role, "owner"))),
    raiseEpochs(db, roomId, { isLoss: true }),
    db.delete(invites).where(and(eq(invites.roomId, roomId), eq(invites.createdBy, userId), isOut)),
  ]);
  return epochs[0] ?? null;
}

/** The room and both roles, or none of it: nothing where the room was not `from`'s, or `to` no member any more. */
export async function transferOwnership(
  db: Db,
  change: {
    readonly roomId: RoomId;
    readonly from: UserId;
    readonly to: Membership;
    readonly nowMs: number;
  },
): RoleWritten {
  const { roomId, from, to, nowMs } = change;
  const isHeir = exists(
    db
      .select({ role: members.role })
      .from(members)
      .where(hasRole({ roomId, userId: to.userId }, to.role)),
  );
  const isOwned = exists(
    db
      .select({ id: rooms.id })
      .from(rooms)
      .where(and(eq(rooms.id, roomId), eq(rooms.ownerId, to.userId))),
  );
  const become = (userId: UserId, before: Role, role: Role) =>
    db
      .update(members)
      .set({ role, invitedBy: null, changedAtMs: nowMs })
      .where(and(hasRole({ roomId, userId }, before), isOwned));
  const [, , , epochs] = await db.batch([
    db
      .update(rooms)
      .set({ ownerId: to.userId })
      .where(and(eq(rooms.id, roomId), eq(rooms.ownerId, from), isHeir)),
    become(from, "owner", "admin"),
    become(to.userId, to.role, "owner"),
    raiseEpochs(db, roomId),
  ]);
  return epochs[0] ?? null;
}

async function raising(db: Db, roomId: RoomId, write: BatchItem<"sqlite">): RoleWritten {
  const [, epochs] = await db.batch([write, raiseEpochs(db, roomId)]);
  return epochs[0] ?? null;
}

function hasRole({ roomId, userId }: Pick<MemberKey, "roomId" | "userId">, role: Role) {
  return and(eq(members.roomId, roomId), eq(members.userId, userId), eq(members.role, role));
}
