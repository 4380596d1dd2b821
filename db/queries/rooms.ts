import { and, asc, eq, inArray, isNull, lt, notExists, sql } from "drizzle-orm";
import type { Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import { isId, type RoomId, type TrackId, type UserId } from "#app/domain/ids.ts";
import { searchKey, sortKey } from "#app/domain/text/search-key.ts";
import type { Db } from "#db/client.ts";
import { members, rooms, roomTokens, users } from "#db/schema/rooms.ts";
import { roomTracks, uploads } from "#db/schema/tracks.ts";

export type RoomRow = typeof rooms.$inferSelect;
export type NewRoom = Pick<RoomRow, "id" | "name" | "url" | "ownerId" | "createdAtMs">;

/** The room and its owner's membership, both or none. Fails with a unique constraint where the url is taken. */
export async function insertRoom(db: Db, room: NewRoom, ownerName: string): Promise<void> {
  const { id: roomId, ownerId: userId, createdAtMs } = room;
  const folds = { nameKey: sortKey(room.name), searchKey: searchKey(room.name, "", ownerName) };
  await db.batch([
    db.insert(rooms).values({ ...room, ...folds }),
    db.insert(members).values({ roomId, userId, role: "owner", createdAtMs, changedAtMs: createdAtMs }),
  ]);
}

export type RoomWithOwner = { readonly room: RoomRow; readonly owner: Person };

export const personColumns = { id: users.id, name: users.name, avatar: users.avatar };

/** By url or id: an address may hold either, and no url looks like an id (RN5). */
export async function findRoom(db: Db, idOrUrl: string): Promise<RoomWithOwner | null> {
  const isIt = isId<RoomId>(idOrUrl) ? eq(rooms.id, idOrUrl) : eq(rooms.url, idOrUrl.toLowerCase());
  const found = await db
    .select({ room: rooms, owner: personColumns })
    .from(rooms)
    .innerJoin(users, eq(users.id, rooms.ownerId))
    .where(and(isIt, isNull(rooms.deletedAtMs)))
    .get();
  return found ?? null;
}

/** The rooms that may have any of the tracks in their playlist. */
export async function listHoldingRooms(db: Db, trackIds: readonly TrackId[]): Promise<readonly RoomWithOwner[]> {
  const isHolding = sql`${rooms.id} in (select ${roomTracks.roomId} from ${roomTracks}
    where ${roomTracks.trackId} in (select value from json_each(${JSON.stringify(trackIds)})))`;
  return db
    .select({ room: rooms, owner: personColumns })
    .from(rooms)
    .innerJoin(users, eq(users.id, rooms.ownerId))
    .where(and(isHolding, isNull(rooms.deletedAtMs)));
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

export type RoomChange = Partial<
  Pick<RoomRow, "name" | "description" | "url" | "visibility" | "passwordHash" | "isFair" | "isLeveled">
>;

/** Fails with a unique constraint where the url is taken. `isRelocked`: who had come in by the password has lost it. Null: no room. */
export async function updateRoom(
  db: Db,
  roomId: RoomId,
  { change, isRelocked }: { readonly change: RoomChange; readonly isRelocked: boolean },
): Promise<Epochs | null> {
  const folded = change.name === undefined ? {} : { nameKey: sortKey(change.name) };
  const set = db
    .update(rooms)
    // with the id, so that no change at all is a statement too
    .set({ id: roomId, ...change, ...folded })
    .where(eq(rooms.id, roomId));
  const raise = raiseEpochs(db, roomId, { isLoss: isRelocked });
  const forgetTokens = db.delete(roomTokens).where(eq(roomTokens.roomId, roomId));
  const [, raised] = await db.batch(isRelocked ? [set, raise, forgetTokens] : [set, raise]);
  return raised[0] ?? null;
}

/** What searches look at, after a change; unless something has changed again, which is followed by this as well. */
export async function refreshSearchKey(db: Db, { room, owner }: RoomWithOwner): Promise<void> {
  const { id, name, description, ownerId } = room;
  await db
    .update(rooms)
    .set({ nameKey: sortKey(name), searchKey: searchKey(name, description, owner.name) })
    .where(and(eq(rooms.id, id), eq(rooms.name, name), eq(rooms.description, description), eq(rooms.ownerId, ownerId)));
}

export type Epochs = Pick<RoomRow, "accessEpoch" | "mediaEpoch">;

/**
 * Follows the change that it is for in one batch, and does nothing where that has changed nothing. `isLoss`: somebody may
 * hear no more of the room.
 */
export function raiseEpochs(db: Db, roomId: RoomId, { isLoss = false }: { readonly isLoss?: boolean } = {}) {
  const accessEpoch = sql`${rooms.accessEpoch} + 1`;
  return db
    .update(rooms)
    .set(isLoss ? { accessEpoch, mediaEpoch: sql`${rooms.mediaEpoch} + 1` } : { accessEpoch })
    .where(and(eq(rooms.id, roomId), sql`changes() > 0`))
    .returning({ accessEpoch: rooms.accessEpoch, mediaEpoch: rooms.mediaEpoch });
}

/** Null: there is no such room any more. */
export async function findEpochs(db: Db, roomId: RoomId): Promise<Epochs | null> {
  const row = await db
    .select({ accessEpoch: rooms.accessEpoch, mediaEpoch: rooms.mediaEpoch })
    .from(rooms)
    .where(and(eq(rooms.id, roomId), isNull(rooms.deletedAtMs)))
    .get();
  return row ?? null;
}

/** From here on nobody finds it, and no track can be made of what is on its way into it; its row goes last. */
export async function markRoomDeleted(db: Db, roomId: RoomId, deletedAtMs: number): Promise<void> {
  await db.batch([
    db.update(rooms).set({ deletedAtMs, visibility: "hidden", activeUsers: 0 }).where(eq(rooms.id, roomId)),
    db
      .update(uploads)
      .set({ discardedAtMs: deletedAtMs })
      .where(and(eq(uploads.roomId, roomId), isNull(uploads.discardedAtMs))),
  ]);
}

/** Takes the row of a room, once no upload needs it to be known by. */
export async function deleteRoom(db: Db, roomId: RoomId): Promise<void> {
  const own = db.select({ id: uploads.id }).from(uploads).where(eq(uploads.roomId, roomId));
  await db.delete(rooms).where(and(eq(rooms.id, roomId), notExists(own)));
}

/** Rooms whose removal was not finished, the oldest mark first: one that is tried again is marked anew. */
export async function listDeletedRooms(db: Db, beforeMs: number, limit: number): Promise<readonly RoomId[]> {
  const rows = await db
    .select({ id: rooms.id })
    .from(rooms)
    .where(lt(rooms.deletedAtMs, beforeMs))
    .orderBy(asc(rooms.deletedAtMs))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function savePresence(
  db: Db,
  { roomId, activeUsers, updatedAtMs }: { readonly roomId: RoomId; readonly activeUsers: number; readonly updatedAtMs: number },
): Promise<void> {
  await db.update(rooms).set({ activeUsers, presenceUpdatedAtMs: updatedAtMs }).where(eq(rooms.id, roomId));
}

/** A room that has said nothing for long is not believed any more. */
export async function forgetStalePresence(db: Db, beforeMs: number): Promise<void> {
  await db
    .update(rooms)
    .set({ activeUsers: 0 })
    .where(and(sql`${rooms.activeUsers} > 0`, lt(rooms.presenceUpdatedAtMs, beforeMs)));
}

/** Rooms from before there was anything to search: what is made since is of several lines. */
export async function listRoomsWithoutSearchKey(db: Db, limit: number): Promise<readonly RoomWithOwner[]> {
  return db
    .select({ room: rooms, owner: personColumns })
    .from(rooms)
    .innerJoin(users, eq(users.id, rooms.ownerId))
    .where(sql`instr(${rooms.searchKey}, char(10)) = 0`)
    .limit(limit);
}
