import { eq } from "drizzle-orm";
import type { TrackId } from "#app/domain/ids.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { lyrics, tracks } from "#db/schema/tracks.ts";

export type StoredLyrics = {
  /** Plain text or LRC. Null without lyrics. */
  readonly text: string | null;
  readonly updatedAtMs: number | null;
};

/** The lyrics of a track. A change of lyrics changes the row of the track, on which the result depends. */
export async function findLyrics(db: Db, trackId: TrackId): Promise<StoredLyrics> {
  noteRead(db, "tracks", "id", trackId);
  const row = await db
    .select({ text: lyrics.text, updatedAtMs: tracks.lyricsAtMs })
    .from(lyrics)
    .innerJoin(tracks, eq(tracks.id, lyrics.trackId))
    .where(eq(lyrics.trackId, trackId))
    .get();
  return row ?? { text: null, updatedAtMs: null };
}
