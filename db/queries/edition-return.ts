import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { TrackId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { savedTracks, tracks } from "#db/schema/tracks.ts";
import { jsonList } from "./json-list.ts";

// An edition is in place of its original in a room. When its owner deletes it or the own account, it passes to the uploader
// of the original, so that the room does not lose a track of another person (TE4).

/** The number of a person's editions that would pass to others. Null stands for all of the person's tracks. */
export async function countReturnedEditions(db: Db, userId: UserId, ids: readonly TrackId[] | null): Promise<number> {
  const row = await db
    .select({ n: count() })
    .from(tracks)
    .where(and(isOneOfOwn(userId, ids), isReturnedEdition(userId)))
    .get();
  return row?.n ?? 0;
}

/** Passes a person's editions to the uploaders of their originals. Returns the ids of these editions. */
export async function returnEditions(db: Db, userId: UserId, ids: readonly TrackId[]): Promise<readonly TrackId[]> {
  const [returned] = await db.batch(editionReturn(db, userId, ids));
  return returned.map(({ id }) => id);
}

/** Statements for a batch: as `returnEditions`. Null stands for all of the person's tracks. */
export function editionReturn(db: Db, userId: UserId, ids: readonly TrackId[] | null) {
  const isOwn = sql`exists (select 1 from ${tracks} where ${tracks.id} = ${savedTracks.trackId}
    and ${tracks.uploadedBy} = ${savedTracks.userId})`;
  return [
    db
      .update(tracks)
      .set({ uploadedBy: sql`(${originalUploader})` })
      .where(and(isOneOfOwn(userId, ids), isReturnedEdition(userId)))
      .returning({ id: tracks.id }),
    // people save only the tracks of others
    db
      .delete(savedTracks)
      .where(
        and(isOwn, sql`${savedTracks.trackId} in (select ${tracks.id} from ${tracks} where ${tracks.originalId} is not null)`),
      ),
  ] as const;
}

/** The uploader of a track's original, if that exists. An expression in a statement about `tracks`. */
const originalUploader = sql`select original.uploaded_by from tracks as original
  where original.id = tracks.original_id and original.deleted_at_ms is null`;

/** Whether a room has the track. A condition in a statement about `tracks`. */
const isInRoom = sql`exists (select 1 from room_tracks as listed join rooms as listing on listing.id = listed.room_id
  where listed.track_id = tracks.id and listing.deleted_at_ms is null)`;

/** Whether a track of the person is an edition, in a room, of another person's track. A condition in a statement about `tracks`. */
export function isReturnedEdition(userId: UserId): SQL {
  return sql`(coalesce((${originalUploader}), ${userId}) <> ${userId} and ${isInRoom})`;
}

function isOneOfOwn(userId: UserId, ids: readonly TrackId[] | null): SQL | undefined {
  const isNamed = ids === null ? undefined : sql`${tracks.id} in ${jsonList(ids)}`;
  return and(eq(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs), isNamed);
}
