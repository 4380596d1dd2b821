import { and, asc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { TrackId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { pendingNotifications, tracks } from "#db/schema/tracks.ts";
import type { TrackRow } from "./tracks.ts";

// What rooms are still to be told of tracks, should whoever has changed them not come to it.

/** Rooms are to be told of the tracks of which `isChanged` is true. For the batch of the change. */
export function pendingNotificationsFor(db: Db, isChanged: SQL | undefined, nowMs: number) {
  return db
    .insert(pendingNotifications)
    .select(sql`select ${tracks.id}, ${nowMs} from ${tracks} where ${isChanged}`)
    .onConflictDoUpdate({
      target: pendingNotifications.trackId,
      set: { sinceMs: sql`max(excluded.since_ms, ${pendingNotifications.sinceMs} + 1)` },
    });
}

/** Rooms are to be told of these. */
export async function addPendingNotifications(db: Db, ids: readonly TrackId[], nowMs: number): Promise<void> {
  await pendingNotificationsFor(db, sql`${tracks.id} in (select value from json_each(${JSON.stringify(ids)}))`, nowMs);
}

/** A track as it is now, and since when rooms are to be told of it; null: all know. */
export async function findTrackToNotify(
  db: Db,
  id: TrackId,
): Promise<{ readonly track: TrackRow; readonly sinceMs: number | null } | null> {
  const found = await db
    .select({ track: tracks, sinceMs: pendingNotifications.sinceMs })
    .from(tracks)
    .leftJoin(pendingNotifications, eq(pendingNotifications.trackId, tracks.id))
    .where(eq(tracks.id, id))
    .get();
  return found ?? null;
}

/** All rooms know it as it was then. */
export async function deletePendingNotifications(db: Db, trackId: TrackId, sinceMs: number): Promise<void> {
  await db
    .delete(pendingNotifications)
    .where(and(eq(pendingNotifications.trackId, trackId), eq(pendingNotifications.sinceMs, sinceMs)));
}

/** The tracks that wait since before then, the longest first. */
export async function listPendingNotifications(db: Db, beforeMs: number, limit: number): Promise<readonly TrackId[]> {
  const rows = await db
    .select({ id: pendingNotifications.trackId })
    .from(pendingNotifications)
    .where(lt(pendingNotifications.sinceMs, beforeMs))
    .orderBy(asc(pendingNotifications.sinceMs))
    .limit(limit);
  return rows.map(({ id }) => id);
}
