import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { RoomSort } from "#app/domain/room/room-sort.ts";
import { parseSearchQuery } from "#app/domain/text/search-key.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { favorites, members, rooms, users } from "#db/schema/rooms.ts";
import { isMemberOfRoom } from "./members.ts";
import { personColumns, type RoomRow } from "./rooms.ts";

export type RoomQuery = {
  /** The public rooms, or those of which this person is a member. */
  readonly of: "everyone" | UserId;
  readonly search: string;
  readonly sort: RoomSort;
  /** Only the viewer's favorites. */
  readonly isFavoritesOnly: boolean;
  readonly offset: number;
  readonly limit: number;
};

/** A room with the viewer's role in it. */
export type ListedRoom = {
  readonly room: RoomRow;
  readonly author: Person;
  readonly role: Role | null;
  readonly isFavorite: boolean;
};

// each order ends with a unique column, so that pages neither overlap nor leave gaps
const ORDER: Record<RoomSort, readonly SQL[]> = {
  lively: [desc(rooms.activeUsers), desc(rooms.createdAtMs), desc(rooms.id)],
  newest: [desc(rooms.createdAtMs), desc(rooms.id)],
  oldest: [asc(rooms.createdAtMs), asc(rooms.id)],
  name: [asc(rooms.nameKey), asc(rooms.id)],
  "name-reverse": [desc(rooms.nameKey), desc(rooms.id)],
};

const own = alias(members, "own");

/** One page of a room list, and the total number of rooms in the list. */
export async function listRooms(
  db: Db,
  query: RoomQuery,
  viewerId: UserId | null,
): Promise<{ readonly rooms: readonly ListedRoom[]; readonly total: number }> {
  const viewer = viewerId ?? "";
  const where = toCondition(query, viewer);
  const order = ORDER[query.sort];
  // selects the ids of the page first, from the index alone: a limit after the joins would join all rooms of the previous
  // pages as well
  const ids = db
    .select({ id: rooms.id })
    .from(rooms)
    .where(where)
    .orderBy(...order)
    .limit(query.limit)
    .offset(query.offset);
  const page = db
    .select({ room: rooms, author: personColumns, role: own.role, favorite: favorites.roomId })
    .from(rooms)
    .innerJoin(users, eq(users.id, rooms.ownerId))
    .leftJoin(own, and(eq(own.roomId, rooms.id), eq(own.userId, viewer as UserId)))
    .leftJoin(favorites, and(eq(favorites.roomId, rooms.id), eq(favorites.userId, viewer as UserId)))
    .where(inArray(rooms.id, ids))
    .orderBy(...order);
  const total = db.select({ n: sql<number>`count(*)` }).from(rooms).where(where);
  // no batch: there D1 mixes up the columns of a join that have the same name
  const [found, [counted]] = await Promise.all([page, total]);
  noteReads(
    db,
    query,
    viewer,
    found.map(({ author }) => author.id),
  );
  const listed = found.map(({ room, author, role, favorite }) => ({ room, author, role, isFavorite: favorite !== null }));
  return { rooms: listed, total: counted?.n ?? 0 };
}

function toCondition({ of, search, isFavoritesOnly }: RoomQuery, viewer: string): SQL | undefined {
  const isMarked = sql`${rooms.id} in (select room_id from favorites where user_id = ${viewer})`;
  return and(
    of === "everyone" ? eq(rooms.visibility, "public") : and(isMemberOfRoom(of), isNull(rooms.deletedAtMs)),
    ...(isFavoritesOnly ? [isMarked] : []),
    ...parseSearchQuery(search).map((word) => sql`instr(${rooms.searchKey}, ${word}) > 0`),
  );
}

/** Both statements read the rooms. The rooms of a person are only known from their memberships, so all rooms count. */
function noteReads(db: Db, { of, isFavoritesOnly }: RoomQuery, viewer: string, authors: readonly UserId[]): void {
  noteRead(db, "users", "id", authors);
  noteRead(db, "members", "user_id", viewer);
  noteRead(db, "favorites", "user_id", viewer);
  if (isFavoritesOnly) noteRead(db, "favorites", "user_id", viewer);
  if (of !== "everyone") return noteRead(db, "members", "user_id", of);
  noteRead(db, "rooms", "visibility", "public");
  noteRead(db, "rooms", "visibility", "public");
}
