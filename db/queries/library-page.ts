import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { roomTracks, tracks } from "#db/schema/tracks.ts";
import { countRooms, type LibraryTrack, MEMBERS } from "./library.ts";

// A page of a person's library, the newest first, with or without a search. There are two ways to what a search finds,
// both in one statement. Few tracks of the whole catalogue have the rarest of its words: those are looked at, whoever
// has them. Many have it: then so has the library, and it is walked from its newest track on until the page is full.

/** With more than this the library is walked. */
const NARROW_MOST = 3000;
/** Of two words that are more frequent than that, those tracks are looked at that have both, if neither is in more. */
const CROSSED_MOST = 30_000;
/** Behind whatever begins with a word. */
const BEYOND = "\u{10ffff}";

/** The last track of the page before. */
export type LibraryPlace = { readonly createdAtMs: number; readonly id: TrackId };

export type LibraryQuery = {
  /** What a track's words must begin with, all of them. */
  readonly words: readonly string[];
  readonly after: LibraryPlace | null;
  readonly limit: number;
  /** Where it is told what is there already. */
  readonly roomId: RoomId | null;
};

export type ListedTrack = LibraryTrack & { readonly isHere: boolean };

export async function listLibrary(db: Db, userId: UserId, query: LibraryQuery): Promise<readonly ListedTrack[]> {
  const page = sql`(${pageOf(userId, query)}) as page`;
  const isHere = sql<number>`exists (select 1 from ${roomTracks}
    where ${roomTracks.roomId} = ${query.roomId} and ${roomTracks.trackId} = ${tracks.id})`;
  const rows = await db
    .select({ track: tracks, rooms: countRooms(db, userId), isHere })
    .from(page)
    .innerJoin(tracks, eq(tracks.id, sql`page.id`))
    .orderBy(desc(tracks.createdAtMs), desc(tracks.id));
  return rows.map((row) => ({ ...row, isHere: row.isHere === 1 }));
}

function pageOf(userId: UserId, query: LibraryQuery): SQL {
  const roles = sql.join(
    MEMBERS.map((role) => sql`${role}`),
    sql`, `,
  );
  const isSearch = query.words.length > 0;
  const sources = isSearch
    ? sql`select * from narrow union all select * from own union all select * from held`
    : sql`select * from own union all select * from held`;
  return sql`
    with mine as materialized (select room_id from members where user_id = ${userId} and role in (${roles})),
    ${isSearch ? sql`${found(query.words)}, narrow as (${narrow(userId, query)}),` : sql.empty()}
    own as materialized (${own(userId, query)}),
    oldest as materialized (select iif(count(*) < ${query.limit}, 0, min(created_at_ms)) as ms from own),
    held as (${held(query)})
    select id from (${sources}) group by id order by created_at_ms desc, id desc limit ${query.limit}`;
}

/** Tracks of the catalogue with the rarest of the words, or with the two rarest, and whether that is all there are. */
function found(words: readonly string[]): SQL {
  const isOf = (entry: SQL, asked: SQL) => sql`${entry}.word >= ${asked}.word and ${entry}.word < ${asked}.beyond`;
  const isFew = sql`(select n from rarest) <= ${NARROW_MOST}`;
  return sql`
    asked as materialized (
      select value as word, value || ${BEYOND} as beyond from json_each(${JSON.stringify(words)})),
    sizes as materialized (
      select word, beyond, (
        select count(*) from (select 1 from track_words w where ${isOf(sql`w`, sql`asked`)} limit ${CROSSED_MOST + 1})) as n
      from asked order by n, length(word) desc limit 2),
    rarest as (select * from sizes limit 1),
    second as (select * from sizes limit 1 offset 1),
    found as materialized (
      select w.track_id as id from rarest cross join track_words w
      where ${isOf(sql`w`, sql`rarest`)} and (${isFew} or w.track_id in (
        select s.track_id from second cross join track_words s where ${isOf(sql`s`, sql`second`)}))
      limit iif(${isFew} or (select n from second) <= ${CROSSED_MOST}, ${NARROW_MOST + 1}, 0)),
    way as materialized (
      select (${isFew} or (select n from second) <= ${CROSSED_MOST}) and count(*) <= ${NARROW_MOST} as is_narrow from found)`;
}

/** As many rows where `found` is all there is, and none where it is not; or the other way round. */
function ifAllFound(most: number, otherwise: number): SQL {
  return sql`(select iif(is_narrow, ${most}, ${otherwise}) from way)`;
}

function narrow(userId: UserId, query: LibraryQuery): SQL {
  const isHeld = sql`exists (select 1 from room_tracks r where r.track_id = t.id and r.room_id in (select room_id from mine))`;
  return sql`
    select t.id, t.created_at_ms from found cross join tracks t on t.id = found.id
    where ${isSought(query, { isFound: true })} and (t.uploaded_by = ${userId} or ${isHeld}) limit ${ifAllFound(-1, 0)}`;
}

function own(userId: UserId, query: LibraryQuery): SQL {
  return sql`select * from (
    select t.id, t.created_at_ms from tracks t indexed by tracks_uploader
    where t.uploaded_by = ${userId} and ${isSought(query)}
    order by t.created_at_ms desc, t.id desc limit ${walked(query)})`;
}

/** Of each of the person's rooms no more than a page, and none that is older than a page of their own tracks. */
function held(query: LibraryQuery): SQL {
  return sql`
    select r.track_id as id, r.created_at_ms from mine cross join room_tracks r
    where r.rowid in (
      select n.rowid from room_tracks n indexed by room_tracks_newest cross join tracks t on t.id = n.track_id
      where n.room_id = mine.room_id and n.created_at_ms >= (select ms from oldest) and ${isAfter(sql`n.created_at_ms, n.track_id`, query)} and ${isSought(query)}
      order by n.created_at_ms desc, n.track_id desc limit ${walked(query)})`;
}

function walked({ words, limit }: LibraryQuery): SQL {
  return words.length === 0 ? sql`${limit}` : ifAllFound(0, limit);
}

/** Of a track `t`: whether it stands on the page or behind, and has words that begin as is asked. `isFound`: it has one. */
function isSought(query: LibraryQuery, { isFound = false } = {}): SQL {
  const { words } = query;
  const isThere = sql`t.deleted_at_ms is null and ${isAfter(sql`t.created_at_ms, t.id`, query)}`;
  if (words.length === (isFound ? 1 : 0)) return isThere;
  // most are told by their text alone, without a look at their words
  const mayBegin = words.map((word) => sql`instr(t.search_key, ${word}) > 0`);
  const begins = sql`exists (select 1 from track_words w indexed by track_words_track
    where w.track_id = t.id and w.word >= asked.word and w.word < asked.beyond)`;
  return sql`${isThere} and ${sql.join(mayBegin, sql` and `)} and not exists (select 1 from asked where not ${begins})`;
}

function isAfter(place: SQL, { after }: LibraryQuery): SQL {
  return after ? sql`(${place}) < (${after.createdAtMs}, ${after.id})` : sql`1`;
}
