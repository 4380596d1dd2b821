import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { mapInChunks } from "#app/lib/chunk.ts";
import type { Db } from "#db/client.ts";
import { listRoomsWithTracks, type RoomWithOwner } from "#db/queries/rooms.ts";
import { deleteTracks, listTracksInRooms, markTracksDeleted, postponeRemoval } from "#db/queries/track-removal.ts";
import { logError } from "#workers/http/log-error.ts";
import { audioKey, coverKey, seekMapKey } from "#workers/media/object-keys.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { ROOMS_AT_ONCE } from "#workers/room-client/rooms-at-once.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";

type Removal = { readonly env: Env; readonly db: Db; readonly nowMs: number };

const KEYS = { audio: audioKey, map: seekMapKey, cover: coverKey };

/**
 * Removes tracks from all libraries and rooms. No query finds them after the first step. Their rows remain until
 * `finishTrackRemoval`, because an addition that is under way can still put one of them into a room.
 */
export async function removeTracks({ env, db, nowMs }: Removal, trackIds: readonly TrackId[]): Promise<void> {
  await markTracksDeleted(db, trackIds, nowMs);
  await removeFromRooms({ env, db }, trackIds);
}

/**
 * Removes tracks that were marked as deleted some minutes ago from the rooms once more, then deletes their rows and marks
 * their objects as orphaned. A track in a room that fails stays until a later run; it does not delay the others.
 */
export async function finishTrackRemoval({ env, db, nowMs }: Removal, trackIds: readonly TrackId[]): Promise<void> {
  if (trackIds.length === 0) return;
  const failedRooms = await removeFromRooms({ env, db }, trackIds);
  const postponed = new Set(failedRooms.length === 0 ? [] : await listTracksInRooms(db, failedRooms, trackIds));
  if (postponed.size > 0) await postponeRemoval(db, [...postponed], nowMs);
  const removed = trackIds.filter((id) => !postponed.has(id));
  if (removed.length > 0) await deleteTracks(db, removed, { keys: KEYS, nowMs });
}

/** Returns the rooms that failed. */
async function removeFromRooms(
  { env, db }: Pick<Removal, "env" | "db">,
  trackIds: readonly TrackId[],
): Promise<readonly RoomId[]> {
  const rooms = await listRoomsWithTracks(db, trackIds);
  const results = await mapInChunks(rooms, ROOMS_AT_ONCE, (room) => removeFromRoom(env, room, trackIds));
  return rooms.flatMap(({ room }, i) => (results[i] ? [] : [room.id]));
}

async function removeFromRoom(env: Env, room: RoomWithOwner, trackIds: readonly TrackId[]): Promise<boolean> {
  try {
    await roomObject(env, room.room.id).removeTracks(toRoomMetadata(room), trackIds);
    return true;
  } catch (error) {
    logError("track-removal", error, { room: room.room.id });
    return false;
  }
}
