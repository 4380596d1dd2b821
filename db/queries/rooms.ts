import { and, asc, eq, inArray, isNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import type { Epochs } from "#app/domain/access/access-epochs.ts";
import type { Role, RoomOpening } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { Expected } from "#app/domain/expected-values.ts";
import { isId, type RoomId, type TrackId, type UserId } from "#app/domain/ids.ts";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { toSearchKey, toSortKey } from "#app/domain/text/search-key.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { members, rooms, roomTokens, users } from "#db/schema/rooms.ts";
import { roomTracks, uploads } from "#db/schema/tracks.ts";
import { hasValues } from "./expected-values.ts";
import { jsonList } from "./json-list.ts";

export type RoomRow = typeof rooms.$inferSelect;
export type NewRoom = Pick<RoomRow, "id" | "name" | "url" | "ownerId" | "createdAtMs">;

/**
 * Inserts a room and its owner's membership in one transaction. False if the person owns too many rooms. Throws on a unique
 * constraint if the url is taken.
 */
export async function insertRoom(db: Db, room: NewRoom, ownerName: string): Promise<boolean> {
  const keys = { nameKey: toSortKey(room.name), searchKey: toSearchKey(room.name, "", ownerName) };
  const isRoom = eq(rooms.id, room.id);
  const owner = sql`select id, owner_id, 'owner', null, created_at_ms, created_at_ms, null, null from ${rooms} where ${isRoom}`;
  const [, , inserted] = await db.batch([
    db.insert(rooms).values({ ...room, ...keys }),
    db.delete(rooms).where(and(isRoom, sql`${countOwned(room.ownerId)} > ${roomLimits.roomsPerPerson}`)),
    db.insert(members).select(owner).returning({ roomId: members.roomId }),
  ]);
  return inserted.length > 0;
}

/** Removed rooms count until their rows are deleted. */
function countOwned(userId: UserId): SQL {
  return sql`(select count(*) from rooms as owned where owned.owner_id = ${userId})`;
}

/** A condition: the person owns fewer rooms than allowed. */
export function mayOwnMore(userId: UserId): SQL {
  return sql`${countOwned(userId)} < ${roomLimits.roomsPerPerson}`;
}

export async function canOwnMore(db: Db, userId: UserId): Promise<boolean> {
  return (await db.get<{ may: number }>(sql`select ${mayOwnMore(userId)} as may`))?.may === 1;
}

export type RoomWithOwner = { readonly room: RoomRow; readonly owner: Person };

export const personColumns = { id: users.id, name: users.name, avatar: users.avatar };

/** A query for rooms with their owners, to which the caller adds a condition. */
export function selectRoomsWithOwner(db: Db) {
  return db.select({ room: rooms, owner: personColumns }).from(rooms).innerJoin(users, eq(users.id, rooms.ownerId));
}

/** Finds a room by url or id; an address may contain either, and no url looks like an id (RN5). */
export async function findRoom(db: Db, idOrUrl: string): Promise<RoomWithOwner | null> {
  const isRoom = isId<RoomId>(idOrUrl) ? eq(rooms.id, idOrUrl) : eq(rooms.url, idOrUrl.toLowerCase());
  const found = await selectRoomsWithOwner(db)
    .where(and(isRoom, isNull(rooms.deletedAtMs)))
    .get();
  if (isId(idOrUrl)) noteRead(db, "rooms", "id", idOrUrl);
  else noteRead(db, "rooms", "url", idOrUrl.toLowerCase());
  noteRead(db, "users", "id", found ? found.owner.id : []);
  return found ?? null;
}

/** The rooms that may have any of the tracks in their playlists. */
export async function listRoomsWithTracks(db: Db, trackIds: readonly TrackId[]): Promise<readonly RoomWithOwner[]> {
  const hasTrack = sql`${rooms.id} in (select ${roomTracks.roomId} from ${roomTracks}
    where ${roomTracks.trackId} in ${jsonList(trackIds)})`;
  return selectRoomsWithOwner(db).where(and(hasTrack, isNull(rooms.deletedAtMs)));
}

/** The urls that belong to a room. */
export async function findTakenUrls(db: Db, urls: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ url: rooms.url })
    .from(rooms)
    .where(inArray(rooms.url, [...urls]));
  noteRead(db, "rooms", "url", urls);
  return new Set(rows.map((row) => row.url));
}

export async function findRole(db: Db, roomId: RoomId, userId: UserId): Promise<Role | null> {
  const row = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.roomId, roomId), eq(members.userId, userId)))
    .get();
  noteRead(db, "members", "user_id", userId);
  return row?.role ?? null;
}

/** The settings that can be compared with expected ones: all but the password. */
export type RoomSettings = Pick<
  RoomRow,
  "name" | "description" | "url" | "visibility" | "isFair" | "isLeveled" | "skipVoteShare" | "hasQueueVotes" | keyof RoomOpening
>;

export type RoomChange = Partial<RoomSettings & Pick<RoomRow, "passwordHash">>;

export type RoomUpdate = {
  readonly change: RoomChange;
  /** Everyone who entered with the old password loses access. */
  readonly isPasswordChanged: boolean;
  /** Nothing changes if the room has other settings. */
  readonly expected: Expected<RoomSettings> | undefined;
};

/**
 * Changes a room's settings with its keys for sorting and searching, and increments its epochs. `before` is the room as the caller
 * has read it: if it has changed since, it has no search key until `refreshSearchKey` makes one. Null if the room does not exist or has
 * other than the expected settings. Throws on a unique constraint if the url is taken.
 */
export async function updateRoom(
  db: Db,
  before: RoomWithOwner,
  { change, isPasswordChanged, expected }: RoomUpdate,
): Promise<Epochs | null> {
  const roomId = before.room.id;
  const nameKey = change.name === undefined ? {} : { nameKey: toSortKey(change.name) };
  const searchKey = sql`iif(not ${isSearchKeyOutdated} and ${isUnchanged(before)}, ${searchKeyOf({ ...before.room, ...change }, before.owner)}, '')`;
  const set = db
    .update(rooms)
    // the id makes this a valid statement even if the change is empty
    .set({ id: roomId, ...change, ...nameKey, searchKey })
    .where(and(eq(rooms.id, roomId), hasValues<RoomSettings>(rooms, expected)));
  const increment = incrementEpochs(db, roomId, { isLoss: isPasswordChanged });
  const deleteTokens = db.delete(roomTokens).where(and(eq(roomTokens.roomId, roomId), sql`changes() > 0`));
  const [, epochs] = await db.batch(isPasswordChanged ? [set, increment, deleteTokens] : [set, increment]);
  return epochs[0] ?? null;
}

/**
 * Updates a room's keys for sorting and searching after a change. Does nothing if the room has changed again, because that
 * change is followed by an update of its own.
 */
export async function refreshSearchKey(db: Db, { room, owner }: RoomWithOwner): Promise<void> {
  await db
    .update(rooms)
    .set({ nameKey: toSortKey(room.name), searchKey: searchKeyOf(room, owner) })
    .where(and(eq(rooms.id, room.id), isUnchanged({ room })));
}

/** A search must not reveal the words of a description that only those who may enter read. */
function searchKeyOf(room: Pick<RoomRow, "name" | "description" | "passwordHash">, owner: Person): string {
  return toSearchKey(room.name, room.passwordHash === null ? room.description : "", owner.name);
}

/** Whether a room has what its search key is made of. A condition on `rooms`. */
function isUnchanged({ room: { name, description, ownerId, passwordHash } }: Pick<RoomWithOwner, "room">): SQL | undefined {
  return and(
    eq(rooms.name, name),
    eq(rooms.description, description),
    eq(rooms.ownerId, ownerId),
    sql`${rooms.passwordHash} is ${passwordHash}`,
  );
}

/**
 * A statement for a batch, right after a change of the room's access: increments the room's epochs, unless the change had no
 * effect. `isLoss`: a person has lost access, so the media epoch is incremented as well and existing media grants end.
 */
export function incrementEpochs(db: Db, roomId: RoomId, { isLoss = false }: { readonly isLoss?: boolean } = {}) {
  const accessEpoch = sql`${rooms.accessEpoch} + 1`;
  return db
    .update(rooms)
    .set(isLoss ? { accessEpoch, mediaEpoch: sql`${rooms.mediaEpoch} + 1` } : { accessEpoch })
    .where(and(eq(rooms.id, roomId), sql`changes() > 0`))
    .returning({ accessEpoch: rooms.accessEpoch, mediaEpoch: rooms.mediaEpoch });
}

/** Null if the room does not exist. */
export async function findEpochs(db: Db, roomId: RoomId): Promise<Epochs | null> {
  const row = await db
    .select({ accessEpoch: rooms.accessEpoch, mediaEpoch: rooms.mediaEpoch })
    .from(rooms)
    .where(and(eq(rooms.id, roomId), isNull(rooms.deletedAtMs)))
    .get();
  return row ?? null;
}

/** Marks a room as deleted: queries no longer find it, and its uploads are discarded. The row is deleted last. */
export async function markRoomDeleted(db: Db, roomId: RoomId, deletedAtMs: number): Promise<void> {
  await db.batch([
    db.update(rooms).set({ deletedAtMs, visibility: "hidden", activeUsers: 0 }).where(eq(rooms.id, roomId)),
    db
      .update(uploads)
      .set({ discardedAtMs: deletedAtMs })
      .where(and(eq(uploads.roomId, roomId), isNull(uploads.discardedAtMs))),
  ]);
}

/** Deletes the row of a room, unless it still has uploads, which are found through the row. */
export async function deleteRoom(db: Db, roomId: RoomId): Promise<void> {
  const own = db.select({ id: uploads.id }).from(uploads).where(eq(uploads.roomId, roomId));
  await db.delete(rooms).where(and(eq(rooms.id, roomId), notExists(own)));
}

/** Rooms marked as deleted before `beforeMs`, longest ago first. Every attempt to remove a room renews its mark. */
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

/** Resets the presence of rooms that have not updated it for long. */
export async function clearStalePresence(db: Db, beforeMs: number): Promise<void> {
  await db
    .update(rooms)
    .set({ activeUsers: 0 })
    .where(and(sql`${rooms.activeUsers} > 0`, lt(rooms.presenceUpdatedAtMs, beforeMs)));
}

const isSearchKeyOutdated = sql`instr(${rooms.searchKey}, char(10)) = 0`;

/**
 * Rooms whose search key is outdated: it is empty or on one line, because the owner has changed their name or the account of
 * the former owner was deleted. Current search keys have three lines.
 */
export async function listRoomsWithOutdatedSearchKey(db: Db, limit: number): Promise<readonly RoomWithOwner[]> {
  return selectRoomsWithOwner(db).where(isSearchKeyOutdated).limit(limit);
}
