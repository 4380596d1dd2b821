import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { favorites, users } from "#db/schema/rooms.ts";

type Mark = { readonly roomId: RoomId; readonly userId: UserId; readonly nowMs: number };

/** Adds or removes a favorite. Returns whether the room is a favorite afterwards; null if the person has too many. */
export async function toggleFavorite(db: Db, mark: Mark): Promise<boolean | null> {
  if (await addFavorite(db, mark)) return true;
  return (await removeFavorite(db, mark)) ? false : null;
}

/** False if the person has too many favorites. */
export async function setFavorite(db: Db, mark: Mark, isFavorite: boolean): Promise<boolean> {
  if (isFavorite) return (await addFavorite(db, mark)) || (await isFavoriteOf(db, mark));
  await removeFavorite(db, mark);
  return true;
}

/** Returns false if the room was a favorite before, or if the person has too many. */
async function addFavorite(db: Db, { roomId, userId, nowMs }: Mark): Promise<boolean> {
  const isAllowed = sql`(select count(*) from ${favorites} where user_id = ${userId}) < ${roomLimits.favoritesPerPerson}`;
  const added = await db
    .insert(favorites)
    .select(sql`select ${userId}, ${roomId}, ${nowMs} where ${isAllowed}`)
    .onConflictDoNothing()
    .returning({ roomId: favorites.roomId });
  return added.length > 0;
}

/** Returns false if the room was no favorite. */
async function removeFavorite(db: Db, mark: Mark): Promise<boolean> {
  const removed = await db.delete(favorites).where(isMark(mark)).returning({ roomId: favorites.roomId });
  return removed.length > 0;
}

async function isFavoriteOf(db: Db, mark: Mark): Promise<boolean> {
  return (await db.select({ roomId: favorites.roomId }).from(favorites).where(isMark(mark)).get()) !== undefined;
}

function isMark({ roomId, userId }: Mark) {
  return and(eq(favorites.roomId, roomId), eq(favorites.userId, userId));
}

/** How many people have marked a room as a favorite, and whether one of them is the viewer. */
export type RoomFavorites = { readonly count: number; readonly isOwn: boolean };

/** @param viewerId null for a guest */
export async function countFavorites(db: Db, roomId: RoomId, viewerId: UserId | null): Promise<RoomFavorites> {
  const row = await db
    .select({ count: sql<number>`count(*)`, own: sql<number>`coalesce(sum(${favorites.userId} = ${viewerId ?? ""}), 0)` })
    .from(favorites)
    .where(eq(favorites.roomId, roomId))
    .get();
  noteRead(db, "favorites", "room_id", roomId);
  return { count: row?.count ?? 0, isOwn: (row?.own ?? 0) > 0 };
}

/** The people who have marked a room as a favorite, in the order of their marks. */
export async function listFavoriteUsers(db: Db, roomId: RoomId, limit: number): Promise<readonly UserId[]> {
  const rows = await db
    .select({ userId: favorites.userId })
    .from(favorites)
    .innerJoin(users, eq(users.id, favorites.userId))
    .where(and(eq(favorites.roomId, roomId), isNull(users.deletedAtMs)))
    .orderBy(asc(favorites.createdAtMs), asc(favorites.userId))
    .limit(limit);
  const userIds = rows.map(({ userId }) => userId);
  noteRead(db, "favorites", "room_id", roomId);
  noteRead(db, "users", "id", userIds);
  return userIds;
}
