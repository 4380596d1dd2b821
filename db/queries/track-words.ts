import { and, eq, inArray, sql } from "drizzle-orm";
import type { TrackId } from "#app/domain/ids.ts";
import { trackSearchKey, trackSearchWords as wordsOf } from "#app/domain/text/search-key.ts";
import type { Db } from "#db/client.ts";
import { trackSearchWords, tracks } from "#db/schema/tracks.ts";
import type { TrackRow } from "./tracks.ts";

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

/** Tracks from before there were words. */
export async function listTracksWithoutWords(db: Db, limit: number): Promise<readonly TrackRow[]> {
  return db.select().from(tracks).where(eq(tracks.searchKey, "")).limit(limit);
}

/** What a search looks at, of tracks that nobody has named anew meanwhile. */
export async function wordTracks(db: Db, unworded: readonly TrackRow[]): Promise<void> {
  const [first, ...others] = unworded.flatMap((track) => wordTrack(db, track));
  if (first) await db.batch([first, ...others]);
}

function wordTrack(db: Db, { id, title, artist, album }: TrackRow) {
  const normalize = trackSearchKey(title, artist, album);
  const isAsRead = and(eq(tracks.id, id), eq(tracks.title, title), eq(tracks.artist, artist), eq(tracks.album, album));
  return [db.update(tracks).set({ searchKey: normalize }).where(isAsRead), ...rewordTrack(db, id, normalize)];
}
