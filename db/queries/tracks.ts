import { and, eq, inArray } from "drizzle-orm";
import type { RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { roomTracks, tracks } from "#db/schema.ts";

export type TrackRow = typeof tracks.$inferSelect;

/** A new track and the room it is for, both or none. */
export async function insertTrack(db: Db, track: TrackRow, roomId: RoomId): Promise<void> {
  await db.batch([db.insert(tracks).values(track), db.insert(roomTracks).values({ roomId, trackId: track.id })]);
}

export async function findTrack(db: Db, id: TrackId): Promise<TrackRow | null> {
  return (await db.select().from(tracks).where(eq(tracks.id, id)).get()) ?? null;
}

/** Tracks of `ids` that `userId` uploaded. */
export async function findOwnTracks(db: Db, ids: readonly TrackId[], userId: UserId): Promise<readonly TrackRow[]> {
  return db
    .select()
    .from(tracks)
    .where(and(inArray(tracks.id, [...ids]), eq(tracks.uploadedBy, userId)));
}

export async function insertRoomTracks(db: Db, roomId: RoomId, trackIds: readonly TrackId[]): Promise<void> {
  await db
    .insert(roomTracks)
    .values(trackIds.map((trackId) => ({ roomId, trackId })))
    .onConflictDoNothing();
}
