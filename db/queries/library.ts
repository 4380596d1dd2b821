import { and, count, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import { isMember, ROLES } from "#app/domain/access/permissions.ts";
import type { ObjectId, TrackId, UserId } from "#app/domain/ids.ts";
import { trackSearchKey } from "#app/domain/text/search-key.ts";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/rooms.ts";
import { audio, roomTracks, tracks } from "#db/schema/tracks.ts";
import type { TrackRow } from "./tracks.ts";

// A person's library: what they have uploaded, and what the rooms hold of which they are a member.

/** Who is a member by their role. */
export const MEMBERS = ROLES.filter((role) => isMember(role));
/** Two masters of one recording differ by less. */
const SAME_LENGTH_MS = 2000;
const DUPLICATES_MAX = 5;

/** A track of the library, and how many of the person's rooms hold it. */
export type LibraryTrack = { readonly track: TrackRow; readonly rooms: number };

/** Tracks of `ids` that are in the person's library. */
export async function findLibraryTracks(db: Db, ids: readonly TrackId[], userId: UserId): Promise<readonly TrackRow[]> {
  const isAsked = sql`${tracks.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  return db
    .select()
    .from(tracks)
    .where(and(isAsked, isInLibrary(db, userId)));
}

export type DuplicateQuery = {
  /** Of the file, hex. */
  readonly sha256: string;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number | null;
};

/** What the person has already that sounds like a file: the very same bytes, or the same name and length. */
export async function findDuplicates(
  db: Db,
  userId: UserId,
  file: DuplicateQuery,
): Promise<readonly (LibraryTrack & { readonly isExact: boolean })[]> {
  const isExact = sql<number>`coalesce(${audio.sha256} = ${file.sha256}, 0)`;
  const rows = await db
    .select({ track: tracks, rooms: countRooms(db, userId), isExact })
    .from(tracks)
    .leftJoin(audio, eq(audio.id, tracks.audioObject))
    .where(and(sql`(${isExact} or ${isAlike(file)})`, isInLibrary(db, userId)))
    .orderBy(sql`${isExact} desc`, tracks.createdAtMs)
    .limit(DUPLICATES_MAX);
  return rows.map((row) => ({ ...row, isExact: row.isExact === 1 }));
}

/** A title that says nothing is like no other. */
function isAlike({ title, artist, durationMs }: DuplicateQuery): SQL {
  if (durationMs === null || artist === "") return sql`0`;
  const { from, to } = nameRange({ title, artist });
  const isNamedSo = sql`${tracks.searchKey} >= ${from} and ${tracks.searchKey} < ${to}`;
  return sql`(abs(${tracks.durationMs} - ${durationMs}) < ${SAME_LENGTH_MS} and ${isNamedSo})`;
}

/** Between these lie the folds of all tracks of this name, whatever their album. */
function nameRange({ title, artist }: { readonly title: string; readonly artist: string }) {
  const from = `${trackSearchKey(title, artist)}\n`;
  return { from, to: `${from}\u{10ffff}` };
}

/** A track as a playlist's file tells of it. */
export type TrackQuery = {
  readonly sha256: string | null;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number | null;
};

/** For each of them in their order a track of the library: of the same bytes, else of the same name and about that length. */
export async function matchTracks(db: Db, userId: UserId, sought: readonly TrackQuery[]): Promise<readonly (TrackId | null)[]> {
  const keys = sought.map(({ sha256, durationMs, ...name }) => ({ sha256, durationMs, ...nameRange(name) }));
  const wanted = sql`json_each(${JSON.stringify(keys)}) as wanted`;
  const length = sql`wanted.value ->> 'durationMs'`;
  const rows = await db.all<{ place: number; id: TrackId; rank: number }>(sql`
    select wanted.key as place, ${tracks.id} as id, 0 as rank from ${wanted}
      join ${audio} on ${audio.sha256} = wanted.value ->> 'sha256' join ${tracks} on ${tracks.audioObject} = ${audio.id}
      where ${isInLibrary(db, userId)}
    union all
    select wanted.key, ${tracks.id}, 1 from ${wanted}
      join ${tracks} on ${tracks.searchKey} >= wanted.value ->> 'from' and ${tracks.searchKey} < wanted.value ->> 'to'
      where (${length} is null or abs(${tracks.durationMs} - ${length}) < ${SAME_LENGTH_MS}) and ${isInLibrary(db, userId)}
    order by rank`);
  const found = new Map<number, TrackId>();
  for (const { place, id } of rows) if (!found.has(Number(place))) found.set(Number(place), id);
  return sought.map((_, i) => found.get(i) ?? null);
}

/** Of the bytes of each track, hex; none where they were stored before hashes were made. */
export async function listHashes(db: Db, ids: readonly TrackId[]): Promise<ReadonlyMap<TrackId, string>> {
  const rows = await db
    .select({ id: tracks.id, sha256: audio.sha256 })
    .from(tracks)
    .innerJoin(audio, eq(audio.id, tracks.audioObject))
    .where(sql`${tracks.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  return new Map(rows.flatMap(({ id, sha256 }) => (sha256 ? [[id, sha256] as const] : [])));
}

function isInLibrary(db: Db, userId: UserId): SQL {
  return sql`(${tracks.deletedAtMs} is null and (${tracks.uploadedBy} = ${userId} or ${exists(heldBy(db, userId))}))`;
}

/** The person's rooms that hold the track. */
function heldBy(db: Db, userId: UserId) {
  return db
    .select({ roomId: roomTracks.roomId })
    .from(roomTracks)
    .innerJoin(members, and(eq(members.roomId, roomTracks.roomId), eq(members.userId, userId), inArray(members.role, MEMBERS)))
    .where(eq(roomTracks.trackId, tracks.id));
}

/** How many of them there are. */
export function countRooms(db: Db, userId: UserId) {
  const held = heldBy(db, userId).as("held");
  return sql<number>`(${db.select({ n: count() }).from(held)})`;
}

/** Whether it is the cover of something in the person's library. */
export async function isCoverInLibrary(db: Db, userId: UserId, cover: ObjectId): Promise<boolean> {
  const row = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.coverObject, cover), isInLibrary(db, userId)))
    .limit(1)
    .get();
  return row !== undefined;
}
