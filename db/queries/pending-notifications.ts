import { and, asc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { TrackId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { tracks, untold } from "#db/schema/tracks.ts";
import type { TrackRow } from "./tracks.ts";

// What rooms are still to be told of tracks, should whoever has changed them not come to it.

/** Rooms are to be told of the tracks of which `isChanged` is true. For the batch of the change. */
export function untoldFrom(db: Db, isChanged: SQL | undefined, nowMs: number) {
  return db
    .insert(untold)
    .select(sql`select ${tracks.id}, ${nowMs} from ${tracks} where ${isChanged}`)
    .onConflictDoUpdate({ target: untold.trackId, set: { sinceMs: sql`max(excluded.since_ms, ${untold.sinceMs} + 1)` } });
}

/** Rooms are to be told of these. */
export async function noteUntold(db: Db, ids: readonly TrackId[], nowMs: number): Promise<void> {
  await untoldFrom(db, sql`${tracks.id} in (select value from json_each(${JSON.stringify(ids)}))`, nowMs);
}

/** A track as it is now, and since when rooms are to be told of it; null: all know. */
export async function findTelling(
  db: Db,
  id: TrackId,
): Promise<{ readonly track: TrackRow; readonly sinceMs: number | null } | null> {
  const found = await db
    .select({ track: tracks, sinceMs: untold.sinceMs })
    .from(tracks)
    .leftJoin(untold, eq(untold.trackId, tracks.id))
    .where(eq(tracks.id, id))
    .get();
  return found ?? null;
}

/** All rooms know it as it was then. */
export async function forgetUntold(db: Db, trackId: TrackId, sinceMs: number): Promise<void> {
  await db.delete(untold).where(and(eq(untold.trackId, trackId), eq(untold.sinceMs, sinceMs)));
}

/** The tracks that wait since before then, the longest first. */
export async function listUntold(db: Db, beforeMs: number, limit: number): Promise<readonly TrackId[]> {
  const rows = await db
    .select({ id: untold.trackId })
    .from(untold)
    .where(lt(untold.sinceMs, beforeMs))
    .orderBy(asc(untold.sinceMs))
    .limit(limit);
  return rows.map(({ id }) => id);
}
