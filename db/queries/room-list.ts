import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { NowPlaying } from "#app/domain/room/now-playing.ts";
import type { RoomSort } from "#app/domain/room/room-sort.ts";
import { parseSearchQuery } from "#app/domain/text/search-key.ts";
import type { Db } from "#db/client.ts";
import { favorites, members, nowPlaying, rooms, users } from "#db/schema/rooms.ts";
import type { RoomFavorites } from "./favorites.ts";
import { isMemberOfRoom } from "./members.ts";
import { canSeeTrack, isPlayingWord } from "./now-playing.ts";
import { noteListReads } from "./room-list-reads.ts";
import { personColumns, type RoomRow } from "./rooms.ts";

export type RoomQuery = {
  /** The public rooms, or those of which this person is a member. */
  readonly of: "everyone" | UserId;
  readonly search: string;
  readonly sort: RoomSort;
  /** Only the viewer's favorites. */
  readonly isFavoritesOnly: boolean;
  /**
   * `initial`: for a subscription, the numbers of people and of favorites alone are no reason to evaluate the query again, nor is
   * the order that follows from them, nor the track that an open room plays: the lobby sends it to everyone.
   */
  readonly counts: "live" | "initial";
  /** The last room of the previous page. Null for the first page. */
  readonly after: RoomCursor | null;
  /** The number of rooms to leave out after that. */
  readonly offset: number;
  readonly limit: number;
};

/** The values of a room in the columns of a list's order. */
export type RoomCursor = readonly (string | number)[];

/** A room with the viewer's role in it. */
export type ListedRoom = {
  readonly room: RoomRow;
  readonly author: Person;
  readonly role: Role | null;
  readonly favorites: RoomFavorites;
  /** The track that the room plays. Null if there is none, or if the viewer may not see it (NP3). */
  readonly nowPlaying: NowPlaying | null;
};

type OrderColumn = "activeUsers" | "createdAtMs" | "nameKey" | "id";
type Order = { readonly columns: readonly OrderColumn[]; readonly isDescending: boolean };

// each order ends with a unique column, so that pages neither overlap nor leave gaps
const ORDER: Record<RoomSort, Order> = {
  lively: { columns: ["activeUsers", "createdAtMs", "id"], isDescending: true },
  newest: { columns: ["createdAtMs", "id"], isDescending: true },
  oldest: { columns: ["createdAtMs", "id"], isDescending: false },
  name: { columns: ["nameKey", "id"], isDescending: false },
  "name-reverse": { columns: ["nameKey", "id"], isDescending: true },
};

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

const own = alias(members, "own");

/** Where the next page of a list begins. */
export function toRoomCursor(room: RoomRow, sort: RoomSort): RoomCursor {
  return ORDER[sort].columns.map((column) => room[column]);
}

/** Whether the values can be those of a room in the list's order. */
export function isRoomCursor(values: RoomCursor, sort: RoomSort): boolean {
  return values.length === ORDER[sort].columns.length;
}

/** One page of a room list, and the total number of rooms in the list. */
export async function listRooms(
  db: Db,
  query: RoomQuery,
  viewerId: UserId | null,
): Promise<{ readonly rooms: readonly ListedRoom[]; readonly total: number }> {
  const viewer = viewerId ?? "";
  const where = toCondition(query, viewer);
  const { columns, isDescending } = ORDER[query.sort];
  const order = columns.map((column) => (isDescending ? desc : asc)(rooms[column]));
  // selects the ids of the page first, from the index alone: a limit after the joins would join all rooms of the previous
  // pages as well
  const ids = db
    .select({ id: rooms.id })
    .from(rooms)
    .where(query.after ? and(where, isAfter(query.after, ORDER[query.sort])) : where)
    .orderBy(...order)
    .limit(query.limit)
    .offset(query.offset);
  const page = db
    .select({ ...roomColumns, role: own.role, favorite: favorites.roomId, favorites: favoriteCount })
    .from(rooms)
    .innerJoin(users, eq(users.id, rooms.ownerId))
    .leftJoin(own, and(eq(own.roomId, rooms.id), eq(own.userId, viewer as UserId)))
    .leftJoin(favorites, and(eq(favorites.roomId, rooms.id), eq(favorites.userId, viewer as UserId)))
    .leftJoin(nowPlaying, eq(nowPlaying.roomId, rooms.id))
    .where(inArray(rooms.id, ids))
    .orderBy(...order);
  const total = db.select({ n: sql<number>`count(*)` }).from(rooms).where(where);
  // no batch: there D1 mixes up the columns of a join that have the same name
  const [found, [counted]] = await Promise.all([page, total]);
  noteListReads(db, query, viewer, found);
  const listed = found.map(({ room, author, role, favorite, favorites: count, ...track }) => {
    const nowPlaying = canSeeTrack(room, role) ? toNowPlaying(track) : null;
    return { room, author, role, favorites: { count, isOwn: favorite !== null }, nowPlaying };
  });
  return { rooms: listed, total: counted?.n ?? 0 };
}

const roomColumns = { room: rooms, author: personColumns, title: nowPlaying.title, artist: nowPlaying.artist };

const favoriteCount = sql<number>`(select count(*) from favorites f where f.room_id = ${rooms.id})`;

function isAfter(cursor: RoomCursor, { columns, isDescending }: Order): SQL {
  const list = (values: readonly SQL[]) => sql`(${sql.join([...values], sql`, `)})`;
  const row = list(columns.map((column) => sql`${rooms[column]}`));
  const last = list(cursor.map((value) => sql`${value}`));
  return isDescending ? sql`${row} < ${last}` : sql`${row} > ${last}`;
}

function toCondition({ of, search, isFavoritesOnly }: RoomQuery, viewer: string): SQL | undefined {
  const isMarked = sql`${rooms.id} in (select room_id from favorites where user_id = ${viewer})`;
  // a marked room that is not public is in no other list
  const isOwn = (userId: UserId) => or(isMemberOfRoom(userId), and(ne(rooms.visibility, "public"), isMarked));
  const hasWord = (word: string) => or(sql`instr(${rooms.searchKey}, ${word}) > 0`, isPlayingWord(word, viewer as UserId));
  return and(
    of === "everyone" ? eq(rooms.visibility, "public") : and(isOwn(of), isNull(rooms.deletedAtMs)),
    ...(isFavoritesOnly ? [isMarked] : []),
    ...parseSearchQuery(search).map(hasWord),
  );
}

/** Both columns are null for a room that plays nothing. */
function toNowPlaying({ title, artist }: Nullable<NowPlaying>): NowPlaying | null {
  return title === null || artist === null ? null : { title, artist };
}
