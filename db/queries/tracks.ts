import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { RoomId, TrackId, UploadId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { rooms, roomTracks, tracks, uploads } from "#db/schema.ts";

export type TrackRow = typeof tracks.$inferSelect;

/**
 * A new track, with the cover that its upload has by then, and the room it is for, both or none: none where the upload
 * has been discarded meanwhile. What is there already stays as it is.
 */
export async function insertTrackOfUpload(
  db: Db,
  track: Omit<TrackRow, "coverObject">,
  { uploadId, roomId }: { readonly uploadId: UploadId; readonly roomId: RoomId },
): Promise<void> {
  const names = Object.keys(getTableColumns(tracks)) as (keyof TrackRow)[];
  const values = sql.join(
    names.map((name) => (name === "coverObject" ? sql`${uploads.coverObject}` : sql`${track[name]}`)),
    sql`, `,
  );
  const isOpen = sql`${uploads.id} = ${uploadId} and ${uploads.discardedAtMs} is null`;
  await db.batch([
    db.insert(tracks).select(sql`select ${values} from ${uploads} where ${isOpen}`).onConflictDoNothing(),
    db
      .insert(roomTracks)
      .select(sql`select ${roomId}, ${tracks.id} from ${tracks} where ${tracks.id} = ${track.id}`)
      .onConflictDoNothing(),
  ]);
}

export async function findTrack(db: Db, id: TrackId): Promise<TrackRow | null> {
  return (await db.select().from(tracks).where(eq(tracks.id, id)).get()) ?? null;
}

/** Tracks of `ids` that `userId` uploaded. */
export async function findOwnTracks(db: Db, ids: readonly TrackId[], userId: UserId): Promise<readonly TrackRow[]> {
  return db
    .select()
    .from(tracks)
    .where(and(sql`${tracks.id} in (select value from ${listed(ids)})`, eq(tracks.uploadedBy, userId)));
}

export async function insertRoomTracks(db: Db, roomId: RoomId, trackIds: readonly TrackId[]): Promise<void> {
  await db
    .insert(roomTracks)
    .select(sql`select ${rooms.id}, value from ${rooms}, ${listed(trackIds)} where ${rooms.id} = ${roomId}`)
    .onConflictDoNothing();
}

/** A list as one parameter: a statement in D1 has a hundred at most. */
function listed(ids: readonly TrackId[]): SQL {
  return sql`json_each(${JSON.stringify(ids)})`;
}
