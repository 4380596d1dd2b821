import type { Actor } from "#app/domain/deciding.ts";
import type { TrackId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { listHoldingRooms, type RoomWithOwner } from "#db/queries/rooms.ts";
import { findTrack, shownTrack, type TrackRow } from "#db/queries/tracks.ts";
import { newsOf } from "../functions/room-access.ts";
import { logFault } from "../http/log.ts";
import { roomObject } from "./room-stub.ts";

const SERVER: Actor = { kind: "server" };
const ROOMS_AT_ONCE = 20;
/** Whoever changes a track over and over tells the rooms of it too. */
const ROUNDS_MAX = 3;

/**
 * Tells every room that holds a track how it is now, until it has not changed meanwhile: what is told last is true. A
 * room that cannot be told keeps the others from nothing.
 */
export async function tellRooms({ env, db }: { readonly env: Env; readonly db: Db }, trackId: TrackId): Promise<void> {
  let told = "";
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const track = await findTrack(db, trackId);
    const telling = JSON.stringify(track);
    if (!track || telling === told) return;
    const rooms = await listHoldingRooms(db, [trackId]);
    for (let at = 0; at < rooms.length; at += ROOMS_AT_ONCE) {
      await Promise.all(rooms.slice(at, at + ROOMS_AT_ONCE).map((room) => tell(env, room, track)));
    }
    told = telling;
  }
}

async function tell(env: Env, room: RoomWithOwner, track: TrackRow): Promise<void> {
  try {
    await roomObject(env, room.room.id).retell(newsOf(room), { trackId: track.id, track: shownTrack(track) }, SERVER);
  } catch (error) {
    logFault("track-telling", error, { room: room.room.id, track: track.id });
  }
}
