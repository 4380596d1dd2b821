import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { roomTracks, tracks } from "#db/schema/tracks.ts";
import { countRoomsWithTrack, isSavedBy, type LibraryTrack } from "./library.ts";
import { MEMBER_ROLES } from "./members.ts";
import type { TrackCursor } from "./tracks.ts";

// A page of a person's library, the newest first, with or without a search. One statement contains two strategies for a
// search. "Narrow": if few tracks of the whole catalog match the rarest word, these candidates are filtered by the
// library. "Walk": if many match, many tracks of the library probably do, and the library is read from its newest track
// on until the page is full. Without a search, the library is always walked.

/** With more candidates than this, the library is walked. */
const CANDIDATES_MAX = 3000;
/**
 * If the rarest word has too many candidates, only tracks that match the two rarest words are candidates; the library is
 * walked if the second rarest word matches more than this.
 */
const INTERSECTED_MAX = 30_000;
/** Sorts after every continuation of a word. */
const LAST_CHARACTER = "\u{10ffff}";

export type LibraryQuery = {
  /** Prefixes. A track matches if each of them begins one of its words. */
  readonly words: readonly string[];
  /** The last track of the previous page. */
  readonly after: TrackCursor | null;
  readonly limit: number;
  /** The room to which `isHere` refers. Null for no room. */
  readonly roomId: RoomId | null;
  /** Only tracks that the person has saved. */
  readonly isSavedOnly: boolean;
};

export type LibraryPageTrack = LibraryTrack & { readonly isHere: boolean; readonly isSaved: boolean };

export async function listLibrary(db: Db, userId: UserId, query: LibraryQuery): Promise<readonly LibraryPageTrack[]> {
  const page = sql`(${selectPage(userId, query)}) as page`;
  const isHere = sql<number>`exists (select 1 from ${roomTracks}
    where ${roomTracks.roomId} = ${query.roomId} and ${roomTracks.trackId} = ${tracks.id})`;
  const rows = await db
    .select({ track: tracks, rooms: countRoomsWithTrack(db, userId), isHere, isSaved: sql<number>`${isSavedBy(db, userId)}` })
    .from(page)
    .innerJoin(tracks, eq(tracks.id, sql`page.id`))
    .orderBy(desc(tracks.createdAtMs), desc(tracks.id));
  return rows.map((row) => ({ ...row, isHere: row.isHere === 1, isSaved: row.isSaved === 1 }));
}

function selectPage(userId: UserId, query: LibraryQuery): SQL {
  const isSearch = query.words.length > 0;
  const names = [...(isSearch ? ["narrow"] : []), ...(query.isSavedOnly ? [] : ["own", "shared"]), "saved"];
  const sources = sql.raw(names.map((name) => `select * from ${name}`).join(" union all "));
  return sql`
    with mine as materialized (select room_id from members where user_id = ${userId} and role in ${MEMBER_ROLES}),
    ${isSearch ? sql`${withCandidates(query.words)}, narrow as (${filterCandidates(userId, query)}),` : sql.empty()}
    own as materialized (${walkOwnTracks(userId, query)}),
    oldest as materialized (select iif(count(*) < ${query.limit}, 0, min(created_at_ms)) as ms from own),
    shared as (${walkRooms(query)}),
    saved as (${walkSaved(userId, query)})
    select id from (${sources}) group by id order by created_at_ms desc, id desc limit ${query.limit}`;
}

/**
 * The common table expressions `candidates`, which are the tracks of the catalog that match the rarest word or the two
 * rarest, and `strategy`, whether these are complete and few enough for the narrow strategy.
 */
function withCandidates(words: readonly string[]): SQL {
  const matches = (entry: SQL, prefix: SQL) => sql`${entry}.word >= ${prefix}.word and ${entry}.word < ${prefix}.word_end`;
  const isFew = sql`(select n from rarest) <= ${CANDIDATES_MAX}`;
  const canIntersect = sql`(select n from second) <= ${INTERSECTED_MAX}`;
  return sql`
    prefixes as materialized (
      select value as word, value || ${LAST_CHARACTER} as word_end from json_each(${JSON.stringify(words)})),
    sizes as materialized (
      select word, word_end, (
        select count(*) from (
          select 1 from track_words w where ${matches(sql`w`, sql`prefixes`)} limit ${INTERSECTED_MAX + 1})) as n
      from prefixes order by n, length(word) desc limit 2),
    rarest as (select * from sizes limit 1),
    second as (select * from sizes limit 1 offset 1),
    candidates as materialized (
      select w.track_id as id from rarest cross join track_words w
      where ${matches(sql`w`, sql`rarest`)} and (${isFew} or w.track_id in (
        select s.track_id from second cross join track_words s where ${matches(sql`s`, sql`second`)}))
      limit iif(${isFew} or ${canIntersect}, ${CANDIDATES_MAX + 1}, 0)),
    strategy as materialized (
      select (${isFew} or ${canIntersect}) and count(*) <= ${CANDIDATES_MAX} as is_narrow from candidates)`;
}

/** A row limit that depends on the strategy. -1 is no limit; 0 turns a source off. */
function limitByStrategy({ narrow, walk }: { readonly narrow: number; readonly walk: number }): SQL {
  return sql`(select iif(is_narrow, ${narrow}, ${walk}) from strategy)`;
}

function filterCandidates(userId: UserId, query: LibraryQuery): SQL {
  const isInRoom = sql`exists (select 1 from room_tracks r where r.track_id = t.id and r.room_id in (select room_id from mine))`;
  const isSaved = sql`exists (select 1 from saved_tracks s where s.user_id = ${userId} and s.track_id = t.id)`;
  const isInLibrary = query.isSavedOnly ? isSaved : sql`(t.uploaded_by = ${userId} or ${isInRoom} or ${isSaved})`;
  return sql`
    select t.id, t.created_at_ms from candidates cross join tracks t on t.id = candidates.id
    where ${isOnPage(query, { isCandidate: true })} and ${isInLibrary}
    limit ${limitByStrategy({ narrow: -1, walk: 0 })}`;
}

function walkOwnTracks(userId: UserId, query: LibraryQuery): SQL {
  return sql`select * from (
    select t.id, t.created_at_ms from tracks t indexed by tracks_uploader
    where t.uploaded_by = ${userId} and ${isOnPage(query)}
    order by t.created_at_ms desc, t.id desc limit ${walkLimit(query)})`;
}

/** At most one page of each of the person's rooms, and nothing older than the page of their own tracks. */
function walkRooms(query: LibraryQuery): SQL {
  return sql`
    select r.track_id as id, r.created_at_ms from mine cross join room_tracks r
    where r.rowid in (
      select n.rowid from room_tracks n indexed by room_tracks_newest cross join tracks t on t.id = n.track_id
      where n.room_id = mine.room_id and n.created_at_ms >= (select ms from oldest)
        and ${isAfterCursor(sql`n.created_at_ms, n.track_id`, query)} and ${isOnPage(query)}
      order by n.created_at_ms desc, n.track_id desc limit ${walkLimit(query)})`;
}

/** At most one page of the tracks that the person has saved. */
function walkSaved(userId: UserId, query: LibraryQuery): SQL {
  return sql`select * from (
    select s.track_id as id, s.created_at_ms from saved_tracks s cross join tracks t on t.id = s.track_id
    where s.user_id = ${userId} and ${isAfterCursor(sql`s.created_at_ms, s.track_id`, query)} and ${isOnPage(query)}
    order by s.created_at_ms desc, s.track_id desc limit ${walkLimit(query)})`;
}

function walkLimit({ words, limit }: LibraryQuery): SQL {
  return words.length === 0 ? sql`${limit}` : limitByStrategy({ narrow: 0, walk: limit });
}

/** Whether track `t` comes after the cursor and matches the words. `isCandidate`: it is known to match one of them. */
function isOnPage(query: LibraryQuery, { isCandidate = false } = {}): SQL {
  const { words } = query;
  const isListed = sql`t.deleted_at_ms is null and ${isAfterCursor(sql`t.created_at_ms, t.id`, query)}`;
  if (words.length === (isCandidate ? 1 : 0)) return isListed;
  // a cheap test first: it excludes most tracks without reading their words
  const contains = words.map((word) => sql`instr(t.search_key, ${word}) > 0`);
  const hasWord = sql`exists (select 1 from track_words w indexed by track_words_track
    where w.track_id = t.id and w.word >= prefixes.word and w.word < prefixes.word_end)`;
  return sql`${isListed} and ${sql.join(contains, sql` and `)} and not exists (select 1 from prefixes where not ${hasWord})`;
}

function isAfterCursor(position: SQL, { after }: LibraryQuery): SQL {
  return after ? sql`(${position}) < (${after.createdAtMs}, ${after.id})` : sql`1`;
}
