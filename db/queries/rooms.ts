import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { fold } from "#app/domain/account.ts";
import { isId, type RoomId, type UserId } from "#app/domain/ids.ts";
import type { Role } from "#app/domain/permissions.ts";
import type { Person } from "#app/domain/person.ts";
import type { Db } from "#db/client.ts";
import { members, roomPresence, rooms, users } from "#db/schema.ts";

export type RoomRow = typeof rooms.$inferSelect;
export type NewRoom = Pick<RoomRow, "id" | "name" | "url" | "ownerId" | "createdAtMs">;

/** The room and its owner's membership, both or none. Fails with a unique constraint where the url is taken. */
export async function insertRoom(db: Db, room: NewRoom): Promise<void> {
  await db.batch([
    db.insert(rooms).values({ ...room, nameFold: fold(room.name) }),
    db.insert(members).values({ roomId: room.id, userId: room.ownerId, role: "owner", createdAtMs: room.createdAtMs }),
  ]);
}

export type RoomWithOwner = { readonly room: RoomRow; readonly owner: Person };

const person = { id: users.id, name: users.name, avatar: users.avatar };

/** By url or id: an address may hold either, and no url looks like an id (RN5). */
export async function findRoom(db: Db, idOrUrl: string): Promise<RoomWithOwner | null> {
  const found = await db
    .select({ room: rooms, owner: person })
    .from(rooms)
    .innerJoin(users, eq(users.id, rooms.ownerId))
    .where(isId<RoomId>(idOrUrl) ? eq(rooms.id, idOrUrl) : eq(rooms.url, idOrUrl.toLowerCase()))
    .get();
  return found ?? null;
}

/** Those of `urls` that belong to a room. */
export async function findTakenUrls(db: Db, urls: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ url: rooms.url })
    .from(rooms)
    .where(inArray(rooms.url, [...urls]));
  return new Set(rows.map((row) => row.url));
}

export async function findRole(db: Db, roomId: RoomId, userId: UserId): Promise<Role | null> {
  const row = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.roomId, roomId), eq(members.userId, userId)))
    .get();
  return row?.role ?? null;
}

export type ListedRoom = {
  readonly room: RoomRow;
  readonly author: Person;
  readonly activeUsers: number;
};

/** Public rooms: where somebody is now first, then the newest. */
export async function listPublicRooms(
  db: Db,
  { limit, presentSinceMs }: { readonly limit: number; readonly presentSinceMs: number },
): Promise<readonly ListedRoom[]> {
  const activeUsers = sql<number>`coalesce(${roomPresence.activeUsers}, 0)`;
  return db
    .select({
      room: rooms,
      author: person,
      activeUsers,
    })
    .from(rooms)
    .innerJoin(users, eq(users.id, rooms.ownerId))
    .leftJoin(roomPresence, and(eq(roomPresence.roomId, rooms.id), gt(roomPresence.saidAtMs, presentSinceMs)))
    .where(eq(rooms.visibility, "public"))
    .orderBy(desc(activeUsers), desc(rooms.createdAtMs))
    .limit(limit);
}

export async function savePresence(
  db: Db,
  presence: { readonly roomId: RoomId; readonly activeUsers: number; readonly saidAtMs: number },
): Promise<void> {
  const { activeUsers, saidAtMs } = presence;
  await db
    .insert(roomPresence)
    .values(presence)
    .onConflictDoUpdate({ target: roomPresence.roomId, set: { activeUsers, saidAtMs } });
}
