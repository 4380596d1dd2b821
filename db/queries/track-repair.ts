import { and, asc, desc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import type { TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import type { Db } from "#db/client.ts";
import { audio, roomTracks, tracks, waveforms } from "#db/schema/tracks.ts";
import { pendingNotificationsFor } from "./pending-notifications.ts";
import { type Cover, keepCover, takeCover } from "./track-edit.ts";
import type { TrackRow } from "./tracks.ts";

/** A place in somebody's tracks, oldest first. */
export type TrackCursor = { readonly createdAtMs: number; readonly id: TrackId };

/** Somebody's own tracks behind a place, with the length that is kept of their sound. */
export async function listOwnTracks(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: TrackCursor | null; readonly limit: number },
): Promise<readonly { readonly track: TrackRow; readonly audioDurationMs: number | null }[]> {
  const isBehind = after && sql`(${tracks.createdAtMs}, ${tracks.id}) > (${after.createdAtMs}, ${after.id})`;
  return db
    .select({ track: tracks, audioDurationMs: audio.durationMs })
    .from(tracks)
    .leftJoin(audio, eq(audio.id, tracks.audioObject))
    .where(and(eq(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs), isBehind ?? undefined))
    .orderBy(asc(tracks.createdAtMs), asc(tracks.id))
    .limit(limit);
}

/** The length of a sound and of all tracks that play it; says which these are. */
export async function setDuration(
  db: Db,
  audioObject: ObjectId,
  { durationMs, nowMs }: { readonly durationMs: number; readonly nowMs: number },
): Promise<readonly TrackId[]> {
  const playsIt = eq(tracks.audioObject, audioObject);
  const [changed] = await db.batch([
    db.update(tracks).set({ durationMs }).where(playsIt).returning({ id: tracks.id }),
    pendingNotificationsFor(db, playsIt, nowMs),
    db.update(audio).set({ durationMs }).where(eq(audio.id, audioObject)),
  ]);
  return changed.map(({ id }) => id);
}

export type RepairResult = {
  /** Null: it could not be listened to. */
  readonly analysis: TrackAnalysis | null;
  readonly cover: Cover | null;
  readonly hue: number | null;
  readonly nowMs: number;
};

/** A larger file is not fetched back for it: a waveform is no reason to fill a telephone's memory. */
const HEARD_BYTES_MAX = 200 * 1024 * 1024;
const ANALYSES_PER_CALL = 50;

/** Somebody's own tracks that a room holds and that nobody has listened to, the newest first. */
export async function listTracksWithoutAnalysis(db: Db, userId: UserId, roomId: RoomId): Promise<readonly TrackRow[]> {
  const found = await db
    .select({ track: tracks })
    .from(tracks)
    .innerJoin(roomTracks, and(eq(roomTracks.trackId, tracks.id), eq(roomTracks.roomId, roomId)))
    .leftJoin(waveforms, eq(waveforms.trackId, tracks.id))
    .where(
      and(
        eq(tracks.uploadedBy, userId),
        isNull(tracks.deletedAtMs),
        // of what was heard few are silent
        isNull(tracks.loudnessLufs),
        isNull(waveforms.trackId),
        lte(tracks.sizeBytes, HEARD_BYTES_MAX),
      ),
    )
    .orderBy(desc(tracks.createdAtMs), desc(tracks.id))
    .limit(ANALYSES_PER_CALL);
  return found.map(({ track }) => track);
}

/** Fills in what nobody has measured of a track yet. A hue without a cover is that of the cover it has. */
export async function fillMissingAnalysis(
  db: Db,
  trackId: TrackId,
  { analysis, cover, hue, nowMs }: RepairResult,
): Promise<void> {
  const points = analysis?.waveform ?? "";
  const isIt = eq(tracks.id, trackId);
  await db.batch([
    db
      .update(tracks)
      .set({
        loudnessLufs: orElse(tracks.loudnessLufs, analysis?.loudnessLufs ?? null),
        truePeakDb: orElse(tracks.truePeakDb, analysis?.truePeakDb ?? null),
      })
      .where(isIt),
    cover
      ? takeCover(db, trackId, cover)
      : db
          .update(tracks)
          .set({ hue: orElse(tracks.hue, hue) })
          .where(and(isIt, sql`${tracks.coverObject} is not null`)),
    keepCover(db, cover),
    // where nothing was found there is nothing to tell
    pendingNotificationsFor(db, analysis || cover || hue !== null ? isIt : sql`0`, nowMs),
    db
      .insert(waveforms)
      .select(sql`select ${tracks.id}, ${points} from ${tracks} where ${isIt}`)
      .onConflictDoUpdate({
        target: waveforms.trackId,
        set: { points: sql`excluded.points` },
        setWhere: eq(waveforms.points, ""),
      }),
  ]);
}

function orElse(column: typeof tracks.loudnessLufs | typeof tracks.truePeakDb | typeof tracks.hue, value: number | null): SQL {
  return sql`coalesce(${column}, ${value})`;
}
