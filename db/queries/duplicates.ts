import { sql } from "drizzle-orm";
import type { ObjectId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { jsonList } from "./json-list.ts";

// Tracks of all people that equal or resemble each other, for developers.

/** The property that the tracks of a group share: the bytes, or the artist and title. */
export type DuplicateKind = "hash" | "name";

/** A track that resembles another one, with the person who uploaded it. */
export type DuplicateRow = {
  /** Equal for tracks with the same bytes, or with the same artist and title. */
  readonly groupKey: string;
  readonly id: TrackId;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number;
  readonly sizeBytes: number;
  readonly createdAtMs: number;
  readonly ownerId: UserId;
  readonly ownerName: string;
};

/** The first two lines of the search key: artist and title. */
const NAME_KEY = sql`substr(search_key, 1, instr(search_key, char(10)) +
  instr(substr(search_key, instr(search_key, char(10)) + 1), char(10)))`;
const GROUP_KEYS = { hash: sql`audio_object`, name: NAME_KEY } as const;

/** The tracks of the groups that have more than one track, by group. `after` is the key of the last group of a former page. */
export async function listDuplicates(
  db: Db,
  kind: DuplicateKind,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly DuplicateRow[]> {
  const groupKey = GROUP_KEYS[kind];
  return db.all<DuplicateRow>(sql`
    with groups as (select ${groupKey} as group_key from tracks where deleted_at_ms is null
      group by group_key having count(*) > 1 and group_key > ${after} order by group_key limit ${limit})
    select ${groupKey} as groupKey, tracks.id, title, artist, duration_ms as durationMs, size_bytes as sizeBytes,
      tracks.created_at_ms as createdAtMs, users.id as ownerId, users.name as ownerName
    from tracks join users on users.id = tracks.uploaded_by
    where tracks.deleted_at_ms is null and ${groupKey} in (select group_key from groups)
    order by groupKey, duration_ms, tracks.created_at_ms, tracks.id`);
}

export type RoomOfTrack = { readonly trackId: TrackId; readonly id: RoomId; readonly name: string };

/** The rooms that may have each of the tracks. */
export async function listRoomsOfTracks(db: Db, ids: readonly TrackId[]): Promise<readonly RoomOfTrack[]> {
  return db.all<RoomOfTrack>(sql`
    select room_tracks.track_id as trackId, rooms.id, rooms.name from room_tracks join rooms on rooms.id = room_tracks.room_id
    where room_tracks.track_id in ${jsonList(ids)} and rooms.deleted_at_ms is null order by rooms.name_key, rooms.id`);
}

/** The facts by which tracks are recognized as duplicates of one person. */
export type MergeableTrack = Pick<DuplicateRow, "id" | "ownerId" | "durationMs"> & {
  readonly audioObject: ObjectId;
  readonly nameKey: string;
};

/** The given tracks that are not being removed. */
export async function findDuplicatesById(db: Db, ids: readonly TrackId[]): Promise<readonly MergeableTrack[]> {
  return db.all<MergeableTrack>(sql`
    select id, uploaded_by as ownerId, duration_ms as durationMs, audio_object as audioObject, ${NAME_KEY} as nameKey
    from tracks where id in ${jsonList(ids)} and deleted_at_ms is null`);
}
