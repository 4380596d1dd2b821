import { and, count, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import type { ObjectId, TrackId, UserId } from "#app/domain/ids.ts";
import { toSearchKey } from "#app/domain/text/search-key.ts";
import { normalizeTag } from "#app/domain/tracks/track.ts";
import { chunk } from "#app/lib/chunk.ts";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/rooms.ts";
import { audio, roomTracks, savedTracks, tracks } from "#db/schema/tracks.ts";
import { jsonList } from "./json-list.ts";
import { MEMBER_ROLES } from "./members.ts";
import type { TrackRow } from "./tracks.ts";

// A person's library: the tracks that they uploaded or saved, and the tracks of the rooms of which they are a member.

/** Two masters of one recording differ by less than this. */
const SAME_DURATION_MS = 2000;
const DUPLICATES_MAX = 5;
/** D1 accepts values of 2 MB, and a character of a name can become 18 in a search key. */
const QUERIES_PER_STATEMENT = 50;

/** A track of the library, and the number of the person's rooms that have it. */
export type LibraryTrack = { readonly track: TrackRow; readonly rooms: number };

/** The tracks of `ids` that are in the person's library. */
export async function findLibraryTracks(db: Db, ids: readonly TrackId[], userId: UserId): Promise<readonly TrackRow[]> {
  return db
    .select()
    .from(tracks)
    .where(and(sql`${tracks.id} in ${jsonList(ids)}`, isInLibrary(db, userId)));
}

export type DuplicateQuery = {
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number | null;
};

/**
 * Duplicate candidates: tracks of the person's library with the same bytes as a file (`isExact`), or with the same artist,
 * title and about the same duration. Exact ones come first.
 */
export async function findDuplicates(
  db: Db,
  userId: UserId,
  file: DuplicateQuery,
): Promise<readonly (LibraryTrack & { readonly isExact: boolean })[]> {
  const isExact = sql<number>`coalesce(${audio.sha256} = ${file.sha256}, 0)`;
  const rows = await db
    .select({ track: tracks, rooms: countRoomsWithTrack(db, userId), isExact })
    .from(tracks)
    .leftJoin(audio, eq(audio.id, tracks.audioObject))
    .where(and(sql`(${isExact} or ${isSimilar(file)})`, isInLibrary(db, userId)))
    .orderBy(sql`${isExact} desc`, tracks.createdAtMs)
    .limit(DUPLICATES_MAX);
  return rows.map((row) => ({ ...row, isExact: row.isExact === 1 }));
}

/** A condition on `tracks`. A file without an artist resembles no track: its title alone is too common to compare. */
function isSimilar({ title, artist, durationMs }: DuplicateQuery): SQL {
  if (durationMs === null || artist === "") return sql`0`;
  const { from, to } = toNameRange({ title, artist });
  const hasSameName = sql`${tracks.searchKey} >= ${from} and ${tracks.searchKey} < ${to}`;
  return sql`(abs(${tracks.durationMs} - ${durationMs}) < ${SAME_DURATION_MS} and ${hasSameName})`;
}

/** The range of the search keys of all tracks with this artist and title, cut like those of tracks, on any album. */
function toNameRange({ title, artist }: { readonly title: string; readonly artist: string }) {
  const from = `${toSearchKey(normalizeTag(title), normalizeTag(artist))}\n`;
  return { from, to: `${from}\u{10ffff}` };
}

/** A track as a playlist file describes it. */
export type TrackQuery = {
  readonly sha256: string | null;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number | null;
};

/**
 * Finds a track of the library for each query, in the order of the queries: one with the same bytes, else one with the same
 * artist, title and about the same duration. Null if there is none.
 */
export async function matchTracks(
  db: Db,
  userId: UserId,
  queries: readonly TrackQuery[],
): Promise<readonly (TrackId | null)[]> {
  const found: (TrackId | null)[] = [];
  for (const group of chunk(queries, QUERIES_PER_STATEMENT)) found.push(...(await matchGroup(db, userId, group)));
  return found;
}

async function matchGroup(db: Db, userId: UserId, queries: readonly TrackQuery[]): Promise<readonly (TrackId | null)[]> {
  const keys = queries.map(({ sha256, durationMs, ...name }) => ({ sha256, durationMs, ...toNameRange(name) }));
  const queried = sql`json_each(${JSON.stringify(keys)}) as queried`;
  const durationMs = sql`queried.value ->> 'durationMs'`;
  const rows = await db.all<{ place: number; id: TrackId; rank: number }>(sql`
    select queried.key as place, ${tracks.id} as id, 0 as rank from ${queried}
      join ${audio} on ${audio.sha256} = queried.value ->> 'sha256' join ${tracks} on ${tracks.audioObject} = ${audio.id}
      where ${isInLibrary(db, userId)}
    union all
    select queried.key, ${tracks.id}, 1 from ${queried}
      join ${tracks} on ${tracks.searchKey} >= queried.value ->> 'from' and ${tracks.searchKey} < queried.value ->> 'to'
      where (${durationMs} is null or abs(${tracks.durationMs} - ${durationMs}) < ${SAME_DURATION_MS}) and ${isInLibrary(db, userId)}
    order by rank`);
  const found = new Map<number, TrackId>();
  for (const { place, id } of rows) if (!found.has(Number(place))) found.set(Number(place), id);
  return queries.map((_, i) => found.get(i) ?? null);
}

/** SHA-256 of the bytes of each track, hex. Tracks without a stored hash are not in the map. */
export async function listHashes(db: Db, ids: readonly TrackId[]): Promise<ReadonlyMap<TrackId, string>> {
  const rows = await db
    .select({ id: tracks.id, sha256: audio.sha256 })
    .from(tracks)
    .innerJoin(audio, eq(audio.id, tracks.audioObject))
    .where(sql`${tracks.id} in ${jsonList(ids)}`);
  return new Map(rows.flatMap(({ id, sha256 }) => (sha256 ? [[id, sha256] as const] : [])));
}

function isInLibrary(db: Db, userId: UserId): SQL {
  const isShared = sql`${exists(selectRoomsWithTrack(db, userId))} or ${isSavedBy(db, userId)}`;
  return sql`(${tracks.deletedAtMs} is null and (${tracks.uploadedBy} = ${userId} or ${isShared}))`;
}

/** A condition on `tracks`: the person has saved the track. */
export function isSavedBy(db: Db, userId: UserId): SQL {
  const isSaved = and(eq(savedTracks.userId, userId), eq(savedTracks.trackId, tracks.id));
  return exists(db.select({ trackId: savedTracks.trackId }).from(savedTracks).where(isSaved));
}

/** A correlated subquery: the person's rooms that have the track. */
function selectRoomsWithTrack(db: Db, userId: UserId) {
  return db
    .select({ roomId: roomTracks.roomId })
    .from(roomTracks)
    .innerJoin(
      members,
      and(eq(members.roomId, roomTracks.roomId), eq(members.userId, userId), inArray(members.role, MEMBER_ROLES)),
    )
    .where(eq(roomTracks.trackId, tracks.id));
}

/** A correlated subquery: the number of the person's rooms that have the track. */
export function countRoomsWithTrack(db: Db, userId: UserId) {
  const roomsWithTrack = selectRoomsWithTrack(db, userId).as("rooms_with_track");
  return sql<number>`(${db.select({ n: count() }).from(roomsWithTrack)})`;
}

/** Whether a track of the person's library has the cover. */
export async function isCoverInLibrary(db: Db, userId: UserId, cover: ObjectId): Promise<boolean> {
  const row = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.coverObject, cover), isInLibrary(db, userId)))
    .limit(1)
    .get();
  return row !== undefined;
}
