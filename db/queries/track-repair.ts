import { and, asc, desc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import type { TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import type { Db } from "#db/client.ts";
import { audio, roomTracks, tracks, waveforms } from "#db/schema/tracks.ts";
import { insertPendingNotifications } from "./pending-notifications.ts";
import { type Cover, clearOrphanedCover, setMissingCover } from "./track-edit.ts";
import type { TrackCursor, TrackRow } from "./tracks.ts";

/** A page of a person's own tracks, oldest first, each with the stored duration of its audio. */
export async function listOwnTracks(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: TrackCursor | null; readonly limit: number },
): Promise<readonly { readonly track: TrackRow; readonly audioDurationMs: number | null }[]> {
  const isAfterCursor = after && sql`(${tracks.createdAtMs}, ${tracks.id}) > (${after.createdAtMs}, ${after.id})`;
  return db
    .select({ track: tracks, audioDurationMs: audio.durationMs })
    .from(tracks)
    .leftJoin(audio, eq(audio.id, tracks.audioObject))
    .where(and(eq(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs), isAfterCursor ?? undefined))
    .orderBy(asc(tracks.createdAtMs), asc(tracks.id))
    .limit(limit);
}

/** Stores the duration of an audio object and of all tracks that use it. Returns these tracks. */
export async function setDuration(
  db: Db,
  audioObject: ObjectId,
  { durationMs, nowMs }: { readonly durationMs: number; readonly nowMs: number },
): Promise<readonly TrackId[]> {
  const usesAudio = eq(tracks.audioObject, audioObject);
  const [changed] = await db.batch([
    db.update(tracks).set({ durationMs }).where(usesAudio).returning({ id: tracks.id }),
    insertPendingNotifications(db, usesAudio, nowMs),
    db.update(audio).set({ durationMs }).where(eq(audio.id, audioObject)),
  ]);
  return changed.map(({ id }) => id);
}

/** Data that a browser has measured after the track was made. */
export type TrackMeasurement = {
  /** Null if the browser could not decode the track. */
  readonly analysis: TrackAnalysis | null;
  readonly cover: Cover | null;
  readonly hue: number | null;
  readonly nowMs: number;
};

/** A larger file does not fit into the memory of a phone, and is not analyzed. */
const ANALYZED_BYTES_MAX = 200 * 1024 * 1024;
const ANALYSES_PER_CALL = 50;

/** The tracks of a person, or one track, in a room that no browser has analyzed; the newest first. */
export async function listTracksWithoutAnalysis(
  db: Db,
  roomId: RoomId,
  which: { readonly uploadedBy: UserId } | { readonly trackId: TrackId },
): Promise<readonly TrackRow[]> {
  const found = await db
    .select({ track: tracks })
    .from(tracks)
    .innerJoin(roomTracks, and(eq(roomTracks.trackId, tracks.id), eq(roomTracks.roomId, roomId)))
    .leftJoin(waveforms, eq(waveforms.trackId, tracks.id))
    .where(
      and(
        "trackId" in which ? eq(tracks.id, which.trackId) : eq(tracks.uploadedBy, which.uploadedBy),
        isNull(tracks.deletedAtMs),
        // redundant with the next condition, but it has a partial index; only silent tracks are analyzed without a loudness
        isNull(tracks.loudnessLufs),
        isNull(waveforms.trackId),
        lte(tracks.sizeBytes, ANALYZED_BYTES_MAX),
      ),
    )
    .orderBy(desc(tracks.createdAtMs), desc(tracks.id))
    .limit(ANALYSES_PER_CALL);
  return found.map(({ track }) => track);
}

/** Stores measured values that a track does not have yet. A hue without a cover belongs to the cover that the track has. */
export async function fillMissingAnalysis(
  db: Db,
  trackId: TrackId,
  { analysis, cover, hue, nowMs }: TrackMeasurement,
): Promise<void> {
  const points = analysis?.waveform ?? "";
  const isTrack = eq(tracks.id, trackId);
  await db.batch([
    db
      .update(tracks)
      .set({
        loudnessLufs: coalesce(tracks.loudnessLufs, analysis?.loudnessLufs ?? null),
        truePeakDb: coalesce(tracks.truePeakDb, analysis?.truePeakDb ?? null),
      })
      .where(isTrack),
    cover
      ? setMissingCover(db, trackId, cover)
      : db
          .update(tracks)
          .set({ hue: coalesce(tracks.hue, hue) })
          .where(and(isTrack, sql`${tracks.coverObject} is not null`)),
    clearOrphanedCover(db, cover),
    // without measured values the rooms need no notification
    insertPendingNotifications(db, analysis || cover || hue !== null ? isTrack : sql`0`, nowMs),
    db
      .insert(waveforms)
      .select(sql`select ${tracks.id}, ${points} from ${tracks} where ${isTrack}`)
      .onConflictDoUpdate({
        target: waveforms.trackId,
        set: { points: sql`excluded.points` },
        setWhere: eq(waveforms.points, ""),
      }),
  ]);
}

function coalesce(
  column: typeof tracks.loudnessLufs | typeof tracks.truePeakDb | typeof tracks.hue,
  value: number | null,
): SQL {
  return sql`coalesce(${column}, ${value})`;
}
