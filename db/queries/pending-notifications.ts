import { and, asc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { TrackId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { pendingNotifications, tracks } from "#db/schema/tracks.ts";
import { jsonList } from "./json-list.ts";
import type { TrackRow } from "./tracks.ts";

// A pending notification belongs to a track that has changed and whose rooms have not all received the change. It is
// written in the same batch as the change and deleted once all rooms are notified; the sweep handles those that remain.

/** A statement for a batch: adds pending notifications of the tracks for which `isChanged` is true. */
export function insertPendingNotifications(db: Db, isChanged: SQL | undefined, nowMs: number) {
  return db
    .insert(pendingNotifications)
    .select(sql`select ${tracks.id}, ${nowMs} from ${tracks} where ${isChanged}`)
    .onConflictDoUpdate({
      target: pendingNotifications.trackId,
      set: { sinceMs: sql`max(excluded.since_ms, ${pendingNotifications.sinceMs} + 1)` },
    });
}

export async function addPendingNotifications(db: Db, ids: readonly TrackId[], nowMs: number): Promise<void> {
  await insertPendingNotifications(db, sql`${tracks.id} in ${jsonList(ids)}`, nowMs);
}

/** A track with the time of its pending notification, which is null if there is none. */
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

/** Deletes a track's pending notification, unless another change has set a later time. */
export async function deletePendingNotification(db: Db, trackId: TrackId, sinceMs: number): Promise<void> {
  await db
    .delete(pendingNotifications)
    .where(and(eq(pendingNotifications.trackId, trackId), eq(pendingNotifications.sinceMs, sinceMs)));
}

/** Tracks whose notifications have been pending since before `beforeMs`, the longest first. */
export async function listPendingNotifications(db: Db, beforeMs: number, limit: number): Promise<readonly TrackId[]> {
  const rows = await db
    .select({ id: pendingNotifications.trackId })
    .from(pendingNotifications)
    .where(lt(pendingNotifications.sinceMs, beforeMs))
    .orderBy(asc(pendingNotifications.sinceMs))
    .limit(limit);
  return rows.map(({ id }) => id);
}
