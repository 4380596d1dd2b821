import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { Db } from "#db/client.ts";
import { rooms } from "#db/schema/rooms.ts";
import { roomTracks, tracks, waveforms } from "#db/schema/tracks.ts";

export type TrackRow = typeof tracks.$inferSelect;

/** A track as rooms show it. */
export function toTrack(row: TrackRow): Track {
  const { id, title, artist, album, genre, year, durationMs, sizeBytes, format } = row;
  const { coverObject: cover, hue, loudnessLufs, truePeakDb, createdAtMs: uploadedAtMs } = row;
  const told = { id, title, artist, album, genre, year, durationMs, sizeBytes, format };
  return { ...told, cover, hue, loudnessLufs, truePeakDb, uploadedAtMs };
}

export async function findTrack(db: Db, id: TrackId): Promise<TrackRow | null> {
  return (await db.select().from(tracks).where(eq(tracks.id, id)).get()) ?? null;
}

/** The room holds them from now on; said again it is said later. False, and nothing: one of them is being removed, or the room is. */
export async function insertRoomTracks(
  db: Db,
  { roomId, trackIds, nowMs }: { readonly roomId: RoomId; readonly trackIds: readonly TrackId[]; readonly nowMs: number },
): Promise<boolean> {
  // a list as one parameter: a statement in D1 has a hundred at most
  const isThere = sql`${tracks.id} in (select value from json_each(${JSON.stringify(trackIds)})) and ${tracks.deletedAtMs} is null`;
  const { size } = new Set(trackIds);
  const held = await db
    .insert(roomTracks)
    .select(
      sql`select ${rooms.id}, ${tracks.id}, ${tracks.createdAtMs}, ${nowMs} from ${rooms}, ${tracks}
        where ${rooms.id} = ${roomId} and ${rooms.deletedAtMs} is null and ${isThere}
        and (select count(*) from ${tracks} where ${isThere}) = ${size}`,
    )
    .onConflictDoUpdate({ target: [roomTracks.roomId, roomTracks.trackId], set: { listedAtMs: sql`excluded.listed_at_ms` } })
    .returning({ id: roomTracks.trackId });
  return held.length === size;
}

/** A track that has left a room's playlist, and when. */
export type RemovedTrack = { readonly trackId: TrackId; readonly atMs: number };

/** The room holds them no more, unless that was said again since. */
export async function deleteRoomTracks(db: Db, roomId: RoomId, gone: readonly RemovedTrack[]): Promise<void> {
  const isGone = sql`${roomTracks}.rowid in (
    select held.rowid from json_each(${JSON.stringify(gone)}) as gone cross join ${roomTracks} as held
    where held.room_id = ${roomId} and held.track_id = gone.value ->> 'trackId' and held.listed_at_ms < gone.value ->> 'atMs')`;
  await db.delete(roomTracks).where(isGone);
}

/** The sound of a track, if the room holds it. */
export async function findRoomAudio(db: Db, roomId: RoomId, id: TrackId): Promise<ObjectId | null> {
  const row = await db
    .select({ audio: tracks.audioObject })
    .from(tracks)
    .innerJoin(roomTracks, holds(roomId))
    .where(eq(tracks.id, id))
    .get();
  return row?.audio ?? null;
}

/** Points of a track's waveform, base64, if the room holds it and somebody could listen to it. */
export async function findRoomWaveform(db: Db, roomId: RoomId, id: TrackId): Promise<string | null> {
  const row = await db
    .select({ points: waveforms.points })
    .from(waveforms)
    .innerJoin(tracks, eq(tracks.id, waveforms.trackId))
    .innerJoin(roomTracks, holds(roomId))
    .where(eq(waveforms.trackId, id))
    .get();
  return row?.points || null;
}

/** Whether it is the cover of a track. */
export async function isCover(db: Db, cover: ObjectId): Promise<boolean> {
  const row = await db.select({ id: tracks.id }).from(tracks).where(eq(tracks.coverObject, cover)).limit(1).get();
  return row !== undefined;
}

/** Whether it is the cover of something that the room holds. */
export async function isRoomCover(db: Db, roomId: RoomId, cover: ObjectId): Promise<boolean> {
  const row = await db
    .select({ id: tracks.id })
    .from(tracks)
    .innerJoin(roomTracks, holds(roomId))
    .where(eq(tracks.coverObject, cover))
    .limit(1)
    .get();
  return row !== undefined;
}

/** What is being removed is held by nobody. */
function holds(roomId: RoomId): SQL | undefined {
  return and(eq(roomTracks.trackId, tracks.id), eq(roomTracks.roomId, roomId), isNull(tracks.deletedAtMs));
}
