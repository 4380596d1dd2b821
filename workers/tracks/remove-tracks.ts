import type { RoomId, TrackId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { listHoldingRooms, type RoomWithOwner } from "#db/queries/rooms.ts";
import { deleteTracks, listTracksHeldBy, markTracksDeleted, putOffRemoval } from "#db/queries/track-removal.ts";
import { logError } from "#workers/http/log-error.ts";
import { audioKey, coverKey, mapKey } from "#workers/media/object-keys.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { toRoomMetadata } from "#workers/rooms/room-access.ts";

type Removal = { readonly env: Env; readonly db: Db; readonly nowMs: number };

const ROOMS_AT_ONCE = 20;
const KEYS = { audio: audioKey, map: mapKey, cover: coverKey };

/**
 * Takes tracks out of all libraries and rooms. Nobody finds them from the first step on; the rows stay for a while, in
 * which a room that was just being given one of them can still be told (`finishRemoval`).
 */
export async function removeTracks({ env, db, nowMs }: Removal, trackIds: readonly TrackId[]): Promise<void> {
  await markTracksDeleted(db, trackIds, nowMs);
  await notifyRooms({ env, db }, trackIds);
}

/** A while after: the rooms are told once more, and what nothing holds any more goes. */
export async function finishRemoval({ env, db, nowMs }: Removal, trackIds: readonly TrackId[]): Promise<void> {
  if (trackIds.length === 0) return;
  const pendingNotifications = await notifyRooms({ env, db }, trackIds);
  // a room that cannot be told keeps its own until it can be, and no others
  const kept = new Set(pendingNotifications.length === 0 ? [] : await listTracksHeldBy(db, pendingNotifications, trackIds));
  if (kept.size > 0) await putOffRemoval(db, [...kept], nowMs);
  const gone = trackIds.filter((id) => !kept.has(id));
  if (gone.length > 0) await deleteTracks(db, gone, { keys: KEYS, nowMs });
}

/** Says which rooms have not heard of it. */
async function notifyRooms({ env, db }: Pick<Removal, "env" | "db">, trackIds: readonly TrackId[]): Promise<readonly RoomId[]> {
  const rooms = await listHoldingRooms(db, trackIds);
  const pendingNotifications: RoomId[] = [];
  for (let at = 0; at < rooms.length; at += ROOMS_AT_ONCE) {
    await Promise.all(
      rooms.slice(at, at + ROOMS_AT_ONCE).map(async (room) => {
        if (!(await tell(env, room, trackIds))) pendingNotifications.push(room.room.id);
      }),
    );
  }
  return pendingNotifications;
}

async function tell(env: Env, room: RoomWithOwner, trackIds: readonly TrackId[]): Promise<boolean> {
  try {
    await roomObject(env, room.room.id).drop(toRoomMetadata(room), trackIds);
    return true;
  } catch (error) {
    logError("track-removal", error, { room: room.room.id });
    return false;
  }
}
