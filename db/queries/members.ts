import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Member } from "#app/domain/members.ts";
import type { Role } from "#app/domain/permissions.ts";
import type { Person } from "#app/domain/person.ts";
import type { Db } from "#db/client.ts";
import { members, rooms, users } from "#db/schema.ts";

/** A member with who they are. */
export type Membership = Member & {
  readonly person: Person & { readonly username: string };
  readonly createdAtMs: number;
  readonly changedAtMs: number;
};

const columns = {
  userId: members.userId,
  role: members.role,
  invitedBy: members.invitedBy,
  createdAtMs: members.createdAtMs,
  changedAtMs: members.changedAtMs,
  person: { id: users.id, name: users.name, avatar: users.avatar, username: users.username },
};

export async function findMember(db: Db, roomId: RoomId, userId: UserId): Promise<Membership | null> {
  const row = await db
    .select(columns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.roomId, roomId), eq(members.userId, userId)))
    .get();
  return row ?? null;
}

/** In the order they came. */
export async function listMembers(db: Db, roomId: RoomId): Promise<readonly Membership[]> {
  return db
    .select(columns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.roomId, roomId))
    .orderBy(asc(members.createdAtMs));
}

type NewMember = {
  readonly roomId: RoomId;
  readonly userId: UserId;
  readonly role: Role;
  readonly invitedBy: UserId | null;
  readonly nowMs: number;
};

/** Gives somebody a role that had none but a pending one. False where they are a member by now. */
export async function letIn(db: Db, { roomId, userId, role, invitedBy, nowMs }: NewMember): Promise<boolean> {
  const written = await db
    .insert(members)
    .values({ roomId, userId, role, invitedBy, createdAtMs: nowMs, changedAtMs: nowMs })
    .onConflictDoUpdate({
      target: [members.roomId, members.userId],
      set: { role, invitedBy, createdAtMs: nowMs, changedAtMs: nowMs },
      setWhere: inArray(members.role, ["requested", "rejected"]),
    })
    .returning({ role: members.role });
  return written.length > 0;
}

/** From one role to another, unless it has become something else meanwhile. */
export async function changeRole(
  db: Db,
  change: { readonly roomId: RoomId; readonly userId: UserId; readonly from: Role; readonly to: Role; readonly nowMs: number },
): Promise<boolean> {
  const { roomId, userId, from, to, nowMs } = change;
  const changed = await db
    .update(members)
    .set({ role: to, changedAtMs: nowMs })
    .where(and(eq(members.roomId, roomId), eq(members.userId, userId), eq(members.role, from)))
    .returning({ role: members.role });
  return changed.length > 0;
}

export async function deleteMember(db: Db, roomId: RoomId, userId: UserId): Promise<void> {
  await db.delete(members).where(and(eq(members.roomId, roomId), eq(members.userId, userId), ne(members.role, "owner")));
}

/** The room and both roles, or none of it. */
export async function handOver(
  db: Db,
  { roomId, from, to, nowMs }: { readonly roomId: RoomId; readonly from: UserId; readonly to: UserId; readonly nowMs: number },
): Promise<void> {
  const seat = (userId: UserId) => and(eq(members.roomId, roomId), eq(members.userId, userId));
  await db.batch([
    db.update(rooms).set({ ownerId: to }).where(and(eq(rooms.id, roomId), eq(rooms.ownerId, from))),
    db.update(members).set({ role: "admin", changedAtMs: nowMs }).where(seat(from)),
    db.update(members).set({ role: "owner", changedAtMs: nowMs }).where(seat(to)),
  ]);
}
