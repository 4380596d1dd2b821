import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { TrackId, UserId } from "#app/domain/ids.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import type { Db } from "#db/client.ts";
import { savedTracks, tracks } from "#db/schema/tracks.ts";
import { jsonList } from "./json-list.ts";

// Tracks of other people that a person has saved to their library. The rows of a track are deleted together with it.

/**
 * Saves a track to a person's library. Does nothing if the person has uploaded it or has saved it already. False if the person has
 * saved too many.
 */
export async function saveTrack(
  db: Db,
  { userId, trackId, nowMs }: { readonly userId: UserId; readonly trackId: TrackId; readonly nowMs: number },
): Promise<boolean> {
  const isNew = sql`${tracks.id} = ${trackId} and ${tracks.deletedAtMs} is null and ${tracks.uploadedBy} <> ${userId}
    and not exists (select 1 from saved_tracks where user_id = ${userId} and track_id = ${trackId})`;
  const isAllowed = sql`(select count(*) from saved_tracks where user_id = ${userId}) < ${trackLimits.savedTracksPerPerson}`;
  const row = sql`select ${userId}, ${tracks.id}, ${tracks.createdAtMs}, ${nowMs} from ${tracks} where ${isNew} and ${isAllowed}`;
  await db.insert(savedTracks).select(row).onConflictDoNothing();
  const refused = await db.select({ id: tracks.id }).from(tracks).where(sql`${isNew} and not ${isAllowed}`).get();
  return refused === undefined;
}

export async function unsaveTrack(db: Db, userId: UserId, trackId: TrackId): Promise<void> {
  await db.delete(savedTracks).where(and(eq(savedTracks.userId, userId), eq(savedTracks.trackId, trackId)));
}

/** A statement for a batch: saves a track for everyone who has saved any of the others, which it replaces. */
export function saveReplacement(
  db: Db,
  { keptId, removedIds }: { readonly keptId: TrackId; readonly removedIds: readonly TrackId[] },
) {
  const rows = sql`select saved.user_id, ${tracks.id}, ${tracks.createdAtMs}, min(saved.saved_at_ms)
    from ${savedTracks} as saved join ${tracks} on ${tracks.id} = ${keptId}
    where saved.track_id in ${jsonList(removedIds)} group by saved.user_id`;
  return db.insert(savedTracks).select(rows).onConflictDoNothing();
}

export type SavedTrack = {
  readonly trackId: TrackId;
  readonly savedAtMs: number;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
};

/** A page of the tracks that a person has saved, in the order in which they were saved. */
export async function listSavedTracks(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: SavedTrack | null; readonly limit: number },
): Promise<readonly SavedTrack[]> {
  const { trackId, savedAtMs } = savedTracks;
  const { title, artist, album } = tracks;
  const isAfter = after ? sql`(${savedAtMs}, ${trackId}) > (${after.savedAtMs}, ${after.trackId})` : undefined;
  return db
    .select({ trackId, savedAtMs, title, artist, album })
    .from(savedTracks)
    .innerJoin(tracks, eq(tracks.id, trackId))
    .where(and(eq(savedTracks.userId, userId), isNull(tracks.deletedAtMs), isAfter))
    .orderBy(asc(savedAtMs), asc(trackId))
    .limit(limit);
}
