import { and, count, eq, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { members, rooms } from "#db/schema/rooms.ts";
import { audio, roomTracks, tracks, uploads } from "#db/schema/tracks.ts";
import { MEMBERS } from "./library.ts";
import { markOrphaned } from "./orphaned-objects.ts";
import type { RoomRow } from "./rooms.ts";

// Where the tracks of somebody's library are in use, and their removal for good: they are marked first, and go when
// every room has been told.

/** Whether somebody has uploaded each of them; those that are being removed count where `withMarked` says so. */
export async function areOwn(
  db: Db,
  userId: UserId,
  { ids, withMarked }: { readonly ids: readonly TrackId[]; readonly withMarked: boolean },
): Promise<boolean> {
  const isThere = withMarked ? undefined : isNull(tracks.deletedAtMs);
  const own = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(isOneOf(ids), eq(tracks.uploadedBy, userId), isThere));
  return own.length === new Set(ids).size;
}

export type HoldingRoom = Pick<RoomRow, "id" | "name" | "url"> & { readonly isKnown: boolean };

/** The rooms that hold any of the tracks. `isKnown`: the person is a member, or everybody may see it. */
export async function listUsage(db: Db, userId: UserId, ids: readonly TrackId[]): Promise<readonly HoldingRoom[]> {
  const isTheirs = inArray(
    rooms.id,
    db
      .select({ id: members.roomId })
      .from(members)
      .where(and(eq(members.userId, userId), inArray(members.role, MEMBERS))),
  );
  const rows = await db
    .selectDistinct({
      ...{ id: rooms.id, name: rooms.name, url: rooms.url },
      isKnown: sql<number>`(${eq(rooms.visibility, "public")} or ${isTheirs})`,
      nameKey: rooms.nameKey,
    })
    .from(roomTracks)
    .innerJoin(rooms, eq(rooms.id, roomTracks.roomId))
    .where(and(sql`${roomTracks.trackId} in ${listed(ids)}`, isNull(rooms.deletedAtMs)))
    .orderBy(rooms.nameKey, rooms.id);
  return rows.map(({ id, name, url, isKnown }) => ({ id, name, url, isKnown: isKnown === 1 }));
}

/** How many tracks of others have the sound of one of these, and stay where it is removed. */
export async function countEditions(db: Db, userId: UserId, ids: readonly TrackId[]): Promise<number> {
  const sounds = sql`(select named.audio_object from ${tracks} as named where named.id in ${listed(ids)})`;
  const row = await db
    .select({ n: count() })
    .from(tracks)
    .where(and(sql`${tracks.audioObject} in ${sounds}`, ne(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs)))
    .get();
  return row?.n ?? 0;
}

/** From here on nobody finds them, and no room begins to hold them. */
export async function markTracksDeleted(db: Db, ids: readonly TrackId[], deletedAtMs: number): Promise<void> {
  await db
    .update(tracks)
    .set({ deletedAtMs })
    .where(and(isOneOf(ids), isNull(tracks.deletedAtMs)));
}

/** Tracks that were marked before that and are still there, the oldest mark first. */
export async function listDeletedTracks(db: Db, beforeMs: number, limit: number): Promise<readonly TrackId[]> {
  const rows = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(lt(tracks.deletedAtMs, beforeMs))
    .orderBy(tracks.deletedAtMs)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Those of the tracks that any of the rooms may hold. */
export async function listTracksHeldBy(
  db: Db,
  roomIds: readonly RoomId[],
  ids: readonly TrackId[],
): Promise<readonly TrackId[]> {
  const rows = await db
    .selectDistinct({ id: roomTracks.trackId })
    .from(roomTracks)
    .where(sql`${roomTracks.trackId} in ${listed(ids)} and ${roomTracks.roomId} in ${listed(roomIds)}`);
  return rows.map(({ id }) => id);
}

/** They are behind all others that are being removed. */
export async function putOffRemoval(db: Db, ids: readonly TrackId[], nowMs: number): Promise<void> {
  await db
    .update(tracks)
    .set({ deletedAtMs: nowMs })
    .where(and(isOneOf(ids), isNotNull(tracks.deletedAtMs)));
}

/** What a track may have in the storage. */
export type StorageKeys = Readonly<Record<"audio" | "map" | "cover", (id: ObjectId) => string>>;

/**
 * Takes marked tracks out of the catalogue, with their words, waveforms and places; what nothing else has of their sound
 * and their covers is loose from then on. All of it or nothing.
 */
export async function deleteTracks(
  db: Db,
  ids: readonly TrackId[],
  { keys, nowMs }: { readonly keys: StorageKeys; readonly nowMs: number },
): Promise<void> {
  const gone = await db
    .select({ audioObject: tracks.audioObject, coverObject: tracks.coverObject })
    .from(tracks)
    .where(and(isOneOf(ids), isNotNull(tracks.deletedAtMs)));
  const sounds = gone.map(({ audioObject: id }) => ({ id, keys: [keys.audio(id), keys.map(id)] }));
  const covers = gone.flatMap(({ coverObject: id }) => (id ? [{ id, keys: [keys.cover(id)] }] : []));
  const withoutAnalysis = sql`not exists (select 1 from ${tracks} where ${tracks.audioObject} = object.value ->> 'id')`;
  const unseen = sql`not exists (select 1 from ${tracks} where ${tracks.coverObject} = object.value ->> 'id')`;
  const objects = (list: readonly object[]) => sql`json_each(${JSON.stringify(list)}) as object`;
  const keysOf = (list: readonly object[], isFree: SQL) =>
    sql`select key.value, ${nowMs} from ${objects(list)}, json_each(object.value, '$.keys') as key where ${isFree}`;
  await db.batch([
    // what was cut off after its track was made would take the sound along
    db.delete(uploads).where(sql`${uploads.id} in ${listed(ids)} and ${isMarked(sql`${uploads.id}`)}`),
    db.delete(tracks).where(and(isOneOf(ids), isNotNull(tracks.deletedAtMs))),
    markOrphaned(db, keysOf(sounds, withoutAnalysis)),
    db.delete(audio).where(sql`${audio.id} in (select object.value ->> 'id' from ${objects(sounds)} where ${withoutAnalysis})`),
    markOrphaned(db, keysOf(covers, unseen)),
  ]);
}

function isMarked(id: SQL): SQL {
  return sql`exists (select 1 from ${tracks} where ${tracks.id} = ${id} and ${tracks.deletedAtMs} is not null)`;
}

function isOneOf(ids: readonly TrackId[]): SQL {
  return sql`${tracks.id} in ${listed(ids)}`;
}

/** As one parameter: a statement in D1 has a hundred at most. */
function listed(ids: readonly (TrackId | RoomId)[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(ids)}))`;
}
