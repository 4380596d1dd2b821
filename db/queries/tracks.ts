import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { Db } from "#db/client.ts";
import { rooms } from "#db/schema/rooms.ts";
import { roomTracks, tracks, waveforms } from "#db/schema/tracks.ts";
import { jsonList } from "./json-list.ts";

export type TrackRow = typeof tracks.$inferSelect;

/** The position of a track in a list that is ordered by creation. */
export type TrackCursor = { readonly createdAtMs: number; readonly id: TrackId };

/** A track as the browser receives it. */
export function toTrack(row: TrackRow): Track {
  const { id, title, artist, album, genre, year, durationMs, sizeBytes, format } = row;
  const { coverObject: cover, hue, loudnessLufs, truePeakDb, createdAtMs: uploadedAtMs, lyricsAtMs } = row;
  const facts = { id, title, artist, album, genre, year, durationMs, sizeBytes, format };
  return { ...facts, cover, hue, loudnessLufs, truePeakDb, uploadedAtMs, lyricsAtMs };
}

/** Those of the tracks that the room has. */
export async function listTracksInRoom(db: Db, roomId: RoomId, ids: readonly TrackId[]): Promise<readonly TrackId[]> {
  const isListed = and(eq(roomTracks.roomId, roomId), inArray(roomTracks.trackId, jsonList(ids)));
  const rows = await db.select({ id: roomTracks.trackId }).from(roomTracks).where(isListed);
  return rows.map(({ id }) => id);
}

export async function findTrack(db: Db, id: TrackId): Promise<TrackRow | null> {
  return (await db.select().from(tracks).where(eq(tracks.id, id)).get()) ?? null;
}

/**
 * Adds tracks to the index of a room's tracks, or updates their `listed_at_ms`. Adds nothing and returns false if one of the
 * tracks, or the room, does not exist or is being removed.
 */
export async function insertRoomTracks(
  db: Db,
  { roomId, trackIds, nowMs }: { readonly roomId: RoomId; readonly trackIds: readonly TrackId[]; readonly nowMs: number },
): Promise<boolean> {
  const isAvailable = sql`${tracks.id} in ${jsonList(trackIds)} and ${tracks.deletedAtMs} is null`;
  const { size } = new Set(trackIds);
  const inserted = await db
    .insert(roomTracks)
    .select(
      sql`select ${rooms.id}, ${tracks.id}, ${tracks.createdAtMs}, ${nowMs} from ${rooms}, ${tracks}
        where ${rooms.id} = ${roomId} and ${rooms.deletedAtMs} is null and ${isAvailable}
        and (select count(*) from ${tracks} where ${isAvailable}) = ${size}`,
    )
    .onConflictDoUpdate({ target: [roomTracks.roomId, roomTracks.trackId], set: { listedAtMs: sql`excluded.listed_at_ms` } })
    .returning({ id: roomTracks.trackId });
  return inserted.length === size;
}

/**
 * Adds those of the tracks that still exist to the index of a room's tracks, because they return to the playlist. Returns
 * them; none if the room is being removed.
 */
export async function relistRoomTracks(
  db: Db,
  { roomId, trackIds, nowMs }: { readonly roomId: RoomId; readonly trackIds: readonly TrackId[]; readonly nowMs: number },
): Promise<readonly TrackRow[]> {
  const isAvailable = sql`${tracks.id} in ${jsonList(trackIds)} and ${tracks.deletedAtMs} is null`;
  const listed = await db
    .insert(roomTracks)
    .select(
      sql`select ${rooms.id}, ${tracks.id}, ${tracks.createdAtMs}, ${nowMs} from ${rooms}, ${tracks}
        where ${rooms.id} = ${roomId} and ${rooms.deletedAtMs} is null and ${isAvailable}`,
    )
    .onConflictDoUpdate({ target: [roomTracks.roomId, roomTracks.trackId], set: { listedAtMs: sql`excluded.listed_at_ms` } })
    .returning({ id: roomTracks.trackId });
  const ids = listed.map(({ id }) => id);
  return db
    .select()
    .from(tracks)
    .where(sql`${tracks.id} in ${jsonList(ids)} and ${tracks.deletedAtMs} is null`);
}

/** A track that a room's playlist no longer has, and the time of its removal. */
export type RemovedTrack = { readonly trackId: TrackId; readonly atMs: number };

/** Removes tracks from the index of a room's tracks, unless they have been added again after `atMs`. */
export async function deleteRoomTracks(db: Db, roomId: RoomId, removed: readonly RemovedTrack[]): Promise<void> {
  const isRemoved = sql`${roomTracks}.rowid in (
    select listed.rowid from json_each(${JSON.stringify(removed)}) as removed cross join ${roomTracks} as listed
    where listed.room_id = ${roomId} and listed.track_id = removed.value ->> 'trackId'
      and listed.listed_at_ms < removed.value ->> 'atMs')`;
  await db.delete(roomTracks).where(isRemoved);
}

/** The audio object of a track. Null if the room does not have the track. */
export async function findRoomAudio(db: Db, roomId: RoomId, id: TrackId): Promise<ObjectId | null> {
  const row = await db
    .select({ audio: tracks.audioObject })
    .from(tracks)
    .innerJoin(roomTracks, isInRoom(roomId))
    .where(eq(tracks.id, id))
    .get();
  return row?.audio ?? null;
}

/** The points of a track's waveform, base64. Null if the room does not have the track, or the track has no waveform. */
export async function findRoomWaveform(db: Db, roomId: RoomId, id: TrackId): Promise<string | null> {
  const row = await db
    .select({ points: waveforms.points })
    .from(waveforms)
    .innerJoin(tracks, eq(tracks.id, waveforms.trackId))
    .innerJoin(roomTracks, isInRoom(roomId))
    .where(eq(waveforms.trackId, id))
    .get();
  return row?.points || null;
}

/** Whether a track has the cover. */
export async function isCover(db: Db, cover: ObjectId): Promise<boolean> {
  const row = await db.select({ id: tracks.id }).from(tracks).where(eq(tracks.coverObject, cover)).limit(1).get();
  return row !== undefined;
}

/** Whether a track of the room has the cover. */
export async function isRoomCover(db: Db, roomId: RoomId, cover: ObjectId): Promise<boolean> {
  const row = await db
    .select({ id: tracks.id })
    .from(tracks)
    .innerJoin(roomTracks, isInRoom(roomId))
    .where(eq(tracks.coverObject, cover))
    .limit(1)
    .get();
  return row !== undefined;
}

/** The join of a track with the room's index. Tracks that are being removed are in no room. */
function isInRoom(roomId: RoomId): SQL | undefined {
  return and(eq(roomTracks.trackId, tracks.id), eq(roomTracks.roomId, roomId), isNull(tracks.deletedAtMs));
}
