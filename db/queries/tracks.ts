import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/track.ts";
import type { Db } from "#db/client.ts";
import { rooms, roomTracks, tracks, waveforms } from "#db/schema.ts";

export type TrackRow = typeof tracks.$inferSelect;

/** A track as rooms show it. */
export function shownTrack(row: TrackRow): Track {
  const { id, title, artist, album, genre, year, durationMs, sizeBytes, format } = row;
  const { coverObject: cover, hue, loudnessLufs, truePeakDb } = row;
  return { id, title, artist, album, genre, year, durationMs, sizeBytes, format, cover, hue, loudnessLufs, truePeakDb };
}

export async function findTrack(db: Db, id: TrackId): Promise<TrackRow | null> {
  return (await db.select().from(tracks).where(eq(tracks.id, id)).get()) ?? null;
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

/** The sound of a track, if the room holds it. */
export async function findHeldAudio(db: Db, roomId: RoomId, id: TrackId): Promise<ObjectId | null> {
  const row = await db
    .select({ audio: tracks.audioObject })
    .from(tracks)
    .innerJoin(roomTracks, holds(roomId))
    .where(eq(tracks.id, id))
    .get();
  return row?.audio ?? null;
}

/** Points of a track's waveform, base64, if the room holds it. */
export async function findHeldWaveform(db: Db, roomId: RoomId, id: TrackId): Promise<string | null> {
  const row = await db
    .select({ points: waveforms.points })
    .from(waveforms)
    .innerJoin(roomTracks, and(eq(roomTracks.trackId, waveforms.trackId), eq(roomTracks.roomId, roomId)))
    .where(eq(waveforms.trackId, id))
    .get();
  return row?.points ?? null;
}

/** Whether it is the cover of something that the room holds. */
export async function isCoverHeld(db: Db, roomId: RoomId, cover: ObjectId): Promise<boolean> {
  const row = await db
    .select({ id: tracks.id })
    .from(tracks)
    .innerJoin(roomTracks, holds(roomId))
    .where(eq(tracks.coverObject, cover))
    .limit(1)
    .get();
  return row !== undefined;
}

function holds(roomId: RoomId): SQL | undefined {
  return and(eq(roomTracks.trackId, tracks.id), eq(roomTracks.roomId, roomId));
}
