import { and, count, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import type { ObjectId, TrackId, UserId } from "#app/domain/ids.ts";
import { isMember, ROLES } from "#app/domain/permissions.ts";
import { searchFold } from "#app/domain/search.ts";
import type { Db } from "#db/client.ts";
import { audio, members, roomTracks, tracks } from "#db/schema.ts";
import type { TrackRow } from "./tracks.ts";

// A person's library: what they have uploaded, and what the rooms hold of which they are a member.

const MEMBERS = ROLES.filter((role) => isMember(role));
/** Two masters of one recording differ by less. */
const SAME_LENGTH_MS = 2000;
const FAMILIAR_MOST = 5;

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

export type FamiliarQuery = {
  /** Of the file, hex. */
  readonly sha256: string;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number | null;
};

/** What the person has already that sounds like a file: the very same bytes, or the same name and length. */
export async function findFamiliar(
  db: Db,
  userId: UserId,
  file: FamiliarQuery,
): Promise<readonly (LibraryTrack & { readonly isExact: boolean })[]> {
  const isExact = sql<number>`coalesce(${audio.sha256} = ${file.sha256}, 0)`;
  const rows = await db
    .select({ track: tracks, rooms: countRooms(db, userId), isExact })
    .from(tracks)
    .leftJoin(audio, eq(audio.id, tracks.audioObject))
    .where(and(sql`(${isExact} or ${isAlike(file)})`, isInLibrary(db, userId)))
    .orderBy(sql`${isExact} desc`, tracks.createdAtMs)
    .limit(FAMILIAR_MOST);
  return rows.map((row) => ({ ...row, isExact: row.isExact === 1 }));
}

/** A title that says nothing is like no other. */
function isAlike({ title, artist, durationMs }: FamiliarQuery): SQL {
  if (durationMs === null || artist === "") return sql`0`;
  const start = `${searchFold(title, artist)}\n`;
  const isNamedSo = sql`substr(${tracks.searchFold}, 1, ${start.length}) = ${start}`;
  return sql`(abs(${tracks.durationMs} - ${durationMs}) < ${SAME_LENGTH_MS} and ${isNamedSo})`;
}

function isInLibrary(db: Db, userId: UserId): SQL {
  return sql`(${tracks.uploadedBy} = ${userId} or ${exists(heldBy(db, userId))})`;
}

/** The person's rooms that hold the track. */
function heldBy(db: Db, userId: UserId) {
  return db
    .select({ roomId: roomTracks.roomId })
    .from(roomTracks)
    .innerJoin(members, and(eq(members.roomId, roomTracks.roomId), eq(members.userId, userId), inArray(members.role, MEMBERS)))
    .where(eq(roomTracks.trackId, tracks.id));
}

function countRooms(db: Db, userId: UserId) {
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
