import { and, eq, inArray, sql } from "drizzle-orm";
import type { TrackId } from "#app/domain/ids.ts";
import { trackSearchWords as wordsOf } from "#app/domain/text/search-key.ts";
import type { Db } from "#db/client.ts";
import { trackSearchWords, tracks } from "#db/schema/tracks.ts";

// The words by which a track is found. They follow whatever writes `tracks.search_key`, in the same batch, and do
// nothing where that has written nothing.

/** The words of a track that has none yet. For a batch. */
export function insertTrackWords(db: Db, trackId: TrackId, normalize: string) {
  return db
    .insert(trackSearchWords)
    .select(
      sql`select value, ${tracks.id} from ${tracks}, json_each(${JSON.stringify(wordsOf(normalize))})
        where ${tracks.id} = ${trackId} and ${tracks.searchKey} = ${normalize}`,
    )
    .onConflictDoNothing();
}

/** The words of a track that is called something else now. For a batch. */
export function rewordTrack(db: Db, trackId: TrackId, normalize: string) {
  const isFolded = and(eq(tracks.id, trackId), eq(tracks.searchKey, normalize));
  const forget = db
    .delete(trackSearchWords)
    .where(inArray(trackSearchWords.trackId, db.select({ id: tracks.id }).from(tracks).where(isFolded)));
  return [forget, insertTrackWords(db, trackId, normalize)] as const;
}
