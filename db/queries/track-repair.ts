import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ObjectId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Heard } from "#app/domain/track-analysis.ts";
import type { Db } from "#db/client.ts";
import { audio, tracks, waveforms } from "#db/track-schema.ts";
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
export async function setDuration(db: Db, audioObject: ObjectId, durationMs: number): Promise<readonly TrackId[]> {
  const [changed] = await db.batch([
    db.update(tracks).set({ durationMs }).where(eq(tracks.audioObject, audioObject)).returning({ id: tracks.id }),
    db.update(audio).set({ durationMs }).where(eq(audio.id, audioObject)),
  ]);
  return changed.map(({ id }) => id);
}

/** Fills in what nobody has measured of a track yet. A hue without a cover is that of the cover it has. */
export async function fillHeard(
  db: Db,
  trackId: TrackId,
  { heard, cover, hue }: { readonly heard: Heard; readonly cover: Cover | null; readonly hue: number | null },
): Promise<void> {
  const { waveform } = heard;
  const isIt = eq(tracks.id, trackId);
  await db.batch([
    db
      .update(tracks)
      .set({
        loudnessLufs: orElse(tracks.loudnessLufs, heard.loudnessLufs),
        truePeakDb: orElse(tracks.truePeakDb, heard.truePeakDb),
        tempoBpm: orElse(tracks.tempoBpm, heard.tempoBpm),
      })
      .where(isIt),
    cover
      ? takeCover(db, trackId, cover)
      : db
          .update(tracks)
          .set({ hue: orElse(tracks.hue, hue) })
          .where(and(isIt, sql`${tracks.coverObject} is not null`)),
    keepCover(db, cover),
    db
      .insert(waveforms)
      .select(sql`select ${tracks.id}, ${waveform} from ${tracks} where ${isIt} and ${waveform} is not null`)
      .onConflictDoNothing(),
  ]);
}

function orElse(
  column: typeof tracks.loudnessLufs | typeof tracks.truePeakDb | typeof tracks.tempoBpm | typeof tracks.hue,
  value: number | null,
): SQL {
  return sql`coalesce(${column}, ${value})`;
}
