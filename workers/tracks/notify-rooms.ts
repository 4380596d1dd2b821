import type { TrackId } from "#app/domain/ids.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { Db } from "#db/client.ts";
import { addPendingNotifications, deletePendingNotifications, findTrackToNotify } from "#db/queries/pending-notifications.ts";
import { listHoldingRooms, type RoomWithOwner } from "#db/queries/rooms.ts";
import { type TrackRow, toTrack } from "#db/queries/tracks.ts";
import { logError } from "#workers/http/log-error.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { toRoomMetadata } from "#workers/rooms/room-access.ts";

type Teller = { readonly env: Env; readonly db: Db };

const SERVER: Actor = { kind: "server" };
const ROOMS_AT_ONCE = 20;
/** Whoever changes a track over and over tells the rooms of it too. */
const ROUNDS_MAX = 3;

/**
 * Tells every room that holds a track how it is now, until it has not changed meanwhile: what is told last is true. A
 * room that cannot be told keeps the others from nothing, and is told by the sweep.
 */
export async function notifyRooms(teller: Teller, trackId: TrackId): Promise<void> {
  const { db } = teller;
  let told = "";
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const found = await findTrackToNotify(db, trackId);
    const telling = JSON.stringify(found?.track);
    if (!found || telling === told) return;
    const { track, sinceMs } = found;
    if ((await tellAll(teller, track)) && sinceMs !== null) await deletePendingNotifications(db, trackId, sinceMs);
    told = telling;
  }
}

/** For the sweep: where a room still cannot be told, the track is behind all others that wait. */
export async function retryRoomNotifications(teller: Teller, trackId: TrackId, nowMs: number): Promise<void> {
  await addPendingNotifications(teller.db, [trackId], nowMs);
  await notifyRooms(teller, trackId);
}

/** Says whether every room has heard of it. */
async function tellAll({ env, db }: Teller, track: TrackRow): Promise<boolean> {
  const rooms = await listHoldingRooms(db, [track.id]);
  const told: boolean[] = [];
  for (let at = 0; at < rooms.length; at += ROOMS_AT_ONCE) {
    told.push(...(await Promise.all(rooms.slice(at, at + ROOMS_AT_ONCE).map((room) => tell(env, room, track)))));
  }
  return told.every((isTold) => isTold);
}

async function tell(env: Env, room: RoomWithOwner, track: TrackRow): Promise<boolean> {
  try {
    await roomObject(env, room.room.id).replaceTrack(
      toRoomMetadata(room),
      { trackId: track.id, track: toTrack(track) },
      SERVER,
    );
    return true;
  } catch (error) {
    logError("track-telling", error, { room: room.room.id, track: track.id });
    return false;
  }
}
