import type { TrackId, UserId } from "#app/domain/ids.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import { mapInChunks } from "#app/lib/chunk.ts";
import type { Db } from "#db/client.ts";
import { addPendingNotifications, deletePendingNotification, findTrackToNotify } from "#db/queries/pending-notifications.ts";
import { listRoomsWithTracks, type RoomWithOwner } from "#db/queries/rooms.ts";
import { type TrackRow, toTrack } from "#db/queries/tracks.ts";
import { logError } from "#workers/http/log-error.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { ROOMS_AT_ONCE } from "#workers/room-client/rooms-at-once.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";

type Bindings = { readonly env: Env; readonly db: Db };

const SERVER: Actor = { kind: "server" };
/** Bounds the loop when a track keeps changing. The request that made the last change notifies the rooms as well. */
const ROUNDS_MAX = 3;

/**
 * Sends a changed track to every room that has it, and repeats that if the track has changed meanwhile, so that the last
 * notification has the current data. If a room fails, the others are notified nevertheless; the track's pending
 * notification remains, and the sweep tries again.
 * @param editedBy the person whose edit the rooms log
 */
export async function notifyRooms(bindings: Bindings, trackId: TrackId, editedBy?: UserId): Promise<void> {
  const { db } = bindings;
  let sent = "";
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const found = await findTrackToNotify(db, trackId);
    const current = JSON.stringify(found?.track);
    if (!found || current === sent) return;
    const { track, sinceMs } = found;
    const areNotified = await sendToRooms(bindings, track, editedBy);
    if (areNotified && sinceMs !== null) await deletePendingNotification(db, trackId, sinceMs);
    sent = current;
  }
}

/** Notifies the rooms again. The track moves to the end of the pending notifications first, in case a room fails again. */
export async function retryRoomNotifications(bindings: Bindings, trackId: TrackId, nowMs: number): Promise<void> {
  await addPendingNotifications(bindings.db, [trackId], nowMs);
  await notifyRooms(bindings, trackId);
}

/** Returns whether every room has received the track. */
async function sendToRooms({ env, db }: Bindings, track: TrackRow, editedBy?: UserId): Promise<boolean> {
  const rooms = await listRoomsWithTracks(db, [track.id]);
  const results = await mapInChunks(rooms, ROOMS_AT_ONCE, (room) => sendToRoom(env, room, { track, editedBy }));
  return results.every((isReceived) => isReceived);
}

type SentTrack = { readonly track: TrackRow; readonly editedBy: UserId | undefined };

async function sendToRoom(env: Env, room: RoomWithOwner, { track, editedBy }: SentTrack): Promise<boolean> {
  try {
    await roomObject(env, room.room.id).replaceTrack(
      toRoomMetadata(room),
      { trackId: track.id, track: toTrack(track), ...(editedBy && { editedBy }) },
      SERVER,
    );
    return true;
  } catch (error) {
    logError("track-notification", error, { room: room.room.id, track: track.id });
    return false;
  }
}
