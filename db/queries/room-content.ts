import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { ObjectId, RoomId } from "#app/domain/ids.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { roomTracks, tracks } from "#db/schema/tracks.ts";
import type { TrackRow } from "./tracks.ts";

/** The tracks of a room, each once, the newest first, and their number. */
export async function findRoomContent(
  db: Db,
  roomId: RoomId,
  limit: number,
): Promise<{ readonly tracks: readonly TrackRow[]; readonly total: number }> {
  const [rows, total] = await Promise.all([
    db
      .select({ track: tracks })
      .from(roomTracks)
      .innerJoin(tracks, eq(tracks.id, roomTracks.trackId))
      .where(and(eq(roomTracks.roomId, roomId), isNull(tracks.deletedAtMs)))
      .orderBy(desc(roomTracks.createdAtMs), desc(roomTracks.trackId))
      .limit(limit),
    countRoomTracks(db, roomId),
  ]);
  noteRead(db, "room_tracks", "room_id", roomId);
  noteRead(
    db,
    "tracks",
    "id",
    rows.map(({ track }) => track.id),
  );
  return { tracks: rows.map(({ track }) => track), total };
}

/** The number of a room's tracks. Each counts once, even if the playlist has it several times. */
export async function countRoomTracks(db: Db, roomId: RoomId): Promise<number> {
  const total = sql<number>`count(*)`;
  const counted = await db.select({ total }).from(roomTracks).where(eq(roomTracks.roomId, roomId)).get();
  noteRead(db, "room_tracks", "room_id", roomId);
  return counted?.total ?? 0;
}

/** The cover of the newest track that has one, among the newest `limit` tracks. Null without one. */
export async function findNewestCover(db: Db, roomId: RoomId, limit: number): Promise<ObjectId | null> {
  const rows = await db
    .select({ id: tracks.id, cover: tracks.coverObject })
    .from(roomTracks)
    .innerJoin(tracks, eq(tracks.id, roomTracks.trackId))
    .where(and(eq(roomTracks.roomId, roomId), isNull(tracks.deletedAtMs)))
    .orderBy(desc(roomTracks.createdAtMs), desc(roomTracks.trackId))
    .limit(limit);
  noteRead(db, "room_tracks", "room_id", roomId);
  noteRead(
    db,
    "tracks",
    "id",
    rows.map(({ id }) => id),
  );
  return rows.find(({ cover }) => cover !== null)?.cover ?? null;
}
