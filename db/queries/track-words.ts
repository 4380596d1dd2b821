import { and, eq, inArray, sql } from "drizzle-orm";
import type { TrackId } from "#app/domain/ids.ts";
import { listTrackSearchWords } from "#app/domain/text/search-key.ts";
import type { Db } from "#db/client.ts";
import { trackSearchWords, tracks } from "#db/schema/tracks.ts";

// The table `track_words` has the words of `tracks.search_key`. These statements belong in the batch that writes the
// search key, after that statement, and do nothing if it wrote nothing.

/** A statement for a batch: inserts the words of a new track. */
export function insertTrackWords(db: Db, trackId: TrackId, searchKey: string) {
  return db
    .insert(trackSearchWords)
    .select(
      sql`select value, ${tracks.id} from ${tracks}, json_each(${JSON.stringify(listTrackSearchWords(searchKey))})
        where ${tracks.id} = ${trackId} and ${tracks.searchKey} = ${searchKey}`,
    )
    .onConflictDoNothing();
}

/** Statements for a batch: replaces the words of a track whose search key has changed. */
export function replaceTrackWords(db: Db, trackId: TrackId, searchKey: string) {
  const isUpdated = and(eq(tracks.id, trackId), eq(tracks.searchKey, searchKey));
  const deleteWords = db
    .delete(trackSearchWords)
    .where(inArray(trackSearchWords.trackId, db.select({ id: tracks.id }).from(tracks).where(isUpdated)));
  return [deleteWords, insertTrackWords(db, trackId, searchKey)] as const;
}
