import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { roomContributors, rooms, users } from "#db/schema/rooms.ts";
import { jsonList } from "./json-list.ts";
import { isMemberOfRoom } from "./members.ts";
import { type RoomWithOwner, selectRoomsWithOwner } from "./rooms.ts";

type Contributors = { readonly roomId: RoomId; readonly userIds: readonly UserId[]; readonly nowMs: number };

/** Stores that the room's object has something of these people. Returns those whose accounts exist. */
export async function recordContributors(db: Db, { roomId, userIds, nowMs }: Contributors): Promise<readonly UserId[]> {
  const isExisting = and(sql`${users.id} in ${jsonList(userIds)}`, isNull(users.deletedAtMs));
  const columns = {
    roomId: sql<RoomId>`${roomId}`.as("room_id"),
    userId: users.id,
    createdAtMs: sql<number>`${nowMs}`.as("at_ms"),
  };
  const [, existing] = await db.batch([
    db.insert(roomContributors).select(db.select(columns).from(users).where(isExisting)).onConflictDoNothing(),
    db.select({ id: users.id }).from(users).where(isExisting),
  ]);
  return existing.map(({ id }) => id);
}

/** The rooms whose objects have something of a user. */
export async function listContributedRooms(db: Db, userId: UserId): Promise<readonly RoomWithOwner[]> {
  const isContributor = sql`${rooms.id} in (select ${roomContributors.roomId} from ${roomContributors}
    where ${roomContributors.userId} = ${userId})`;
  return selectRoomsWithOwner(db).where(and(isContributor, isNull(rooms.deletedAtMs)));
}

export async function deleteContributor(db: Db, roomId: RoomId, userId: UserId): Promise<void> {
  await db.delete(roomContributors).where(and(eq(roomContributors.roomId, roomId), eq(roomContributors.userId, userId)));
}

/** Contributed rooms that a user can enter without a password, page by page, in an order that does not change. */
export async function listContributedRoomsToExport(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: RoomId | null; readonly limit: number },
): Promise<readonly RoomWithOwner[]> {
  const isContributor = sql`${rooms.id} in (select ${roomContributors.roomId} from ${roomContributors}
    where ${roomContributors.userId} = ${userId})`;
  const isOpen = and(eq(rooms.visibility, "public"), isNull(rooms.passwordHash));
  const isVisible = and(isNull(rooms.deletedAtMs), or(isOpen, isMemberOfRoom(userId)));
  return selectRoomsWithOwner(db)
    .where(and(isContributor, isVisible, after ? gt(rooms.id, after) : undefined))
    .orderBy(asc(rooms.id))
    .limit(limit);
}
