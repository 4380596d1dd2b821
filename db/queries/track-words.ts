import { and, eq, inArray, sql } from "drizzle-orm";
import type { TrackId } from "#app/domain/ids.ts";
import { trackFold, trackWords as wordsOf } from "#app/domain/text/search-key.ts";
import type { Db } from "#db/client.ts";
import { tracks, trackWords } from "#db/schema/tracks.ts";
import type { TrackRow } from "./tracks.ts";

// The words by which a track is found. They follow whatever writes `tracks.search_fold`, in the same batch, and do
// nothing where that has written nothing.

/** The words of a track that has none yet. For a batch. */
export function insertWords(db: Db, trackId: TrackId, fold: string) {
  return db
    .insert(trackWords)
    .select(
      sql`select value, ${tracks.id} from ${tracks}, json_each(${JSON.stringify(wordsOf(fold))})
        where ${tracks.id} = ${trackId} and ${tracks.searchFold} = ${fold}`,
    )
    .onConflictDoNothing();
}

/** The words of a track that is called something else now. For a batch. */
export function rewordTrack(db: Db, trackId: TrackId, fold: string) {
  const isFolded = and(eq(tracks.id, trackId), eq(tracks.searchFold, fold));
  const forget = db
    .delete(trackWords)
    .where(inArray(trackWords.trackId, db.select({ id: tracks.id }).from(tracks).where(isFolded)));
  return [forget, insertWords(db, trackId, fold)] as const;
}

/** Tracks from before there were words. */
export async function listUnwordedTracks(db: Db, limit: number): Promise<readonly TrackRow[]> {
  return db.select().from(tracks).where(eq(tracks.searchFold, "")).limit(limit);
}

/** What a search looks at, of tracks that nobody has named anew meanwhile. */
export async function wordTracks(db: Db, unworded: readonly TrackRow[]): Promise<void> {
  const [first, ...others] = unworded.flatMap((track) => wordTrack(db, track));
  if (first) await db.batch([first, ...others]);
}

function wordTrack(db: Db, { id, title, artist, album }: TrackRow) {
  const fold = trackFold(title, artist, album);
  const isAsRead = and(eq(tracks.id, id), eq(tracks.title, title), eq(tracks.artist, artist), eq(tracks.album, album));
  return [db.update(tracks).set({ searchFold: fold }).where(isAsRead), ...rewordTrack(db, id, fold)];
}
