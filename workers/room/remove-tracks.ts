import type { TrackId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { listHoldingRooms, type RoomWithOwner } from "#db/queries/rooms.ts";
import { deleteTracks, markTracksDeleted } from "#db/queries/track-removal.ts";
import { newsOf } from "../functions/room-access.ts";
import { logFault } from "../http/log.ts";
import { audioKey, coverKey, mapKey } from "../media/keys.ts";
import { roomObject } from "./room-stub.ts";

type Removal = { readonly env: Env; readonly db: Db; readonly nowMs: number };

const ROOMS_AT_ONCE = 20;
const KEYS = { audio: audioKey, map: mapKey, cover: coverKey };

/**
 * Takes tracks out of all libraries and rooms. Nobody finds them from the first step on; the rows stay for a while, in
 * which a room that was just being given one of them can still be told (`finishRemoval`).
 */
export async function removeTracks({ env, db, nowMs }: Removal, trackIds: readonly TrackId[]): Promise<void> {
  await markTracksDeleted(db, trackIds, nowMs);
  await tellRooms({ env, db }, trackIds);
}

/** A while after: the rooms are told once more, and what nothing holds any more goes. */
export async function finishRemoval({ env, db, nowMs }: Removal, trackIds: readonly TrackId[]): Promise<void> {
  if (trackIds.length === 0) return;
  // a room that cannot be told keeps them until it can be
  if (await tellRooms({ env, db }, trackIds)) await deleteTracks(db, trackIds, { keys: KEYS, nowMs });
}

/** Says whether every room has heard of it. */
async function tellRooms({ env, db }: Pick<Removal, "env" | "db">, trackIds: readonly TrackId[]): Promise<boolean> {
  const rooms = await listHoldingRooms(db, trackIds);
  const told: boolean[] = [];
  for (let at = 0; at < rooms.length; at += ROOMS_AT_ONCE) {
    told.push(...(await Promise.all(rooms.slice(at, at + ROOMS_AT_ONCE).map((room) => tell(env, room, trackIds)))));
  }
  return told.every((isTold) => isTold);
}

async function tell(env: Env, room: RoomWithOwner, trackIds: readonly TrackId[]): Promise<boolean> {
  try {
    await roomObject(env, room.room.id).drop(newsOf(room), trackIds);
    return true;
  } catch (error) {
    logFault("track-removal", error, { room: room.room.id });
    return false;
  }
}
