import { and, count, eq, isNotNull, isNull, lt, ne, not, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { rooms } from "#db/schema/rooms.ts";
import { audio, roomTracks, tracks, uploads } from "#db/schema/tracks.ts";
import { isReturnedEdition } from "./edition-return.ts";
import { jsonList } from "./json-list.ts";
import { isMemberOfRoom } from "./members.ts";
import { markOrphaned } from "./orphaned-objects.ts";
import type { RoomRow } from "./rooms.ts";
import { saveReplacement } from "./saved-tracks.ts";

// The use of a person's tracks in rooms, and their permanent removal: tracks are marked as deleted first, and their rows
// are deleted once every room has removed them.

/** Whether the person has uploaded all of the tracks. `includesDeleted`: tracks that are being removed count as well. */
export async function ownsTracks(
  db: Db,
  userId: UserId,
  { ids, includesDeleted }: { readonly ids: readonly TrackId[]; readonly includesDeleted: boolean },
): Promise<boolean> {
  const isAvailable = includesDeleted ? undefined : isNull(tracks.deletedAtMs);
  const own = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(isOneOf(ids), eq(tracks.uploadedBy, userId), isAvailable));
  return own.length === new Set(ids).size;
}

export type RoomUsingTracks = Pick<RoomRow, "id" | "name" | "url"> & { readonly isVisible: boolean };

/** The rooms that would lose any of the person's tracks. `isVisible`: the room is public, or the person is a member. */
export async function listUsage(db: Db, userId: UserId, ids: readonly TrackId[]): Promise<readonly RoomUsingTracks[]> {
  const rows = await db
    .selectDistinct({
      id: rooms.id,
      name: rooms.name,
      url: rooms.url,
      isVisible: sql<number>`(${eq(rooms.visibility, "public")} or ${isMemberOfRoom(userId)})`,
      nameKey: rooms.nameKey,
    })
    .from(roomTracks)
    .innerJoin(rooms, eq(rooms.id, roomTracks.roomId))
    .innerJoin(tracks, eq(tracks.id, roomTracks.trackId))
    .where(and(isOneOf(ids), not(isReturnedEdition(userId)), isNull(rooms.deletedAtMs)))
    .orderBy(rooms.nameKey, rooms.id);
  return rows.map(({ id, name, url, isVisible }) => ({ id, name, url, isVisible: isVisible === 1 }));
}

/** The number of other people's tracks with the audio of any of these tracks. They remain when these are removed. */
export async function countEditions(db: Db, userId: UserId, ids: readonly TrackId[]): Promise<number> {
  const audioObjects = sql`(select own.audio_object from ${tracks} as own where own.id in ${jsonList(ids)})`;
  const row = await db
    .select({ n: count() })
    .from(tracks)
    .where(and(sql`${tracks.audioObject} in ${audioObjects}`, ne(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs)))
    .get();
  return row?.n ?? 0;
}

/** Marks tracks as deleted: queries no longer find them, and they cannot be added to a room. */
export async function markTracksDeleted(db: Db, ids: readonly TrackId[], deletedAtMs: number): Promise<void> {
  await setDeleted(db, ids, deletedAtMs);
}

/**
 * Marks tracks as deleted and saves the one that replaces them for everyone who has saved any of them, in one transaction: no
 * track can be saved in between, so none is lost.
 */
export async function markTracksReplaced(
  db: Db,
  { keptId, removedIds, deletedAtMs }: { keptId: TrackId; removedIds: readonly TrackId[]; deletedAtMs: number },
): Promise<void> {
  await db.batch([saveReplacement(db, { keptId, removedIds }), setDeleted(db, removedIds, deletedAtMs)]);
}

function setDeleted(db: Db, ids: readonly TrackId[], deletedAtMs: number) {
  return db
    .update(tracks)
    .set({ deletedAtMs })
    .where(and(isOneOf(ids), isNull(tracks.deletedAtMs)));
}

/** Tracks that were marked as deleted before `beforeMs` and still have a row, longest ago first. */
export async function listDeletedTracks(db: Db, beforeMs: number, limit: number): Promise<readonly TrackId[]> {
  const rows = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(lt(tracks.deletedAtMs, beforeMs))
    .orderBy(tracks.deletedAtMs)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The tracks of `ids` that any of the rooms may have. */
export async function listTracksInRooms(
  db: Db,
  roomIds: readonly RoomId[],
  ids: readonly TrackId[],
): Promise<readonly TrackId[]> {
  const rows = await db
    .selectDistinct({ id: roomTracks.trackId })
    .from(roomTracks)
    .where(sql`${roomTracks.trackId} in ${jsonList(ids)} and ${roomTracks.roomId} in ${jsonList(roomIds)}`);
  return rows.map(({ id }) => id);
}

/** Moves tracks to the end of those that are being removed. */
export async function postponeRemoval(db: Db, ids: readonly TrackId[], nowMs: number): Promise<void> {
  await db
    .update(tracks)
    .set({ deletedAtMs: nowMs })
    .where(and(isOneOf(ids), isNotNull(tracks.deletedAtMs)));
}

/** The R2 keys of the kinds of objects that a track may have. */
export type StorageKeys = Readonly<Record<"audio" | "map" | "cover", (id: ObjectId) => string>>;

/**
 * Deletes the rows of tracks that are marked as deleted, with their words, waveforms, room index and the marks of people who
 * saved them, in one transaction. Their audio and covers become orphaned objects unless another track uses them.
 */
export async function deleteTracks(
  db: Db,
  ids: readonly TrackId[],
  { keys, nowMs }: { readonly keys: StorageKeys; readonly nowMs: number },
): Promise<void> {
  const deleted = await db
    .select({ audioObject: tracks.audioObject, coverObject: tracks.coverObject })
    .from(tracks)
    .where(and(isOneOf(ids), isNotNull(tracks.deletedAtMs)));
  const audioObjects = deleted.map(({ audioObject: id }) => ({ id, keys: [keys.audio(id), keys.map(id)] }));
  const covers = deleted.flatMap(({ coverObject: id }) => (id ? [{ id, keys: [keys.cover(id)] }] : []));
  const isUnusedAudio = sql`not exists (select 1 from ${tracks} where ${tracks.audioObject} = object.value ->> 'id')`;
  const isUnusedCover = sql`not exists (select 1 from ${tracks} where ${tracks.coverObject} = object.value ->> 'id')`;
  const objects = (list: readonly object[]) => sql`json_each(${JSON.stringify(list)}) as object`;
  const selectKeys = (list: readonly object[], isUnused: SQL) =>
    sql`select key.value, ${nowMs} from ${objects(list)}, json_each(object.value, '$.keys') as key where ${isUnused}`;
  await db.batch([
    // uploads that were interrupted after their track was inserted: discarding them later would delete the audio
    db.delete(uploads).where(sql`${uploads.id} in ${jsonList(ids)} and ${isMarkedDeleted(sql`${uploads.id}`)}`),
    db.delete(tracks).where(and(isOneOf(ids), isNotNull(tracks.deletedAtMs))),
    markOrphaned(db, selectKeys(audioObjects, isUnusedAudio)),
    db
      .delete(audio)
      .where(sql`${audio.id} in (select object.value ->> 'id' from ${objects(audioObjects)} where ${isUnusedAudio})`),
    markOrphaned(db, selectKeys(covers, isUnusedCover)),
  ]);
}

function isMarkedDeleted(id: SQL): SQL {
  return sql`exists (select 1 from ${tracks} where ${tracks.id} = ${id} and ${tracks.deletedAtMs} is not null)`;
}

function isOneOf(ids: readonly TrackId[]): SQL {
  return sql`${tracks.id} in ${jsonList(ids)}`;
}
