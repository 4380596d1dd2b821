import type { TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { Db } from "#db/client.ts";
import { findDuplicatesById, type MergeableTrack } from "#db/queries/duplicates.ts";
import { addPendingNotifications } from "#db/queries/pending-notifications.ts";
import { listRoomsWithTracks } from "#db/queries/rooms.ts";
import { markTracksReplaced } from "#db/queries/track-removal.ts";
import { findTrack, insertRoomTracks, toTrack } from "#db/queries/tracks.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { notifyRooms } from "#workers/tracks/notify-rooms.ts";
import { removeTracks } from "#workers/tracks/remove-tracks.ts";
import { isSameLength } from "./duplicate-groups.ts";

type Bindings = { readonly env: Env; readonly db: Db; readonly nowMs: number };
type Merge = { readonly keptId: TrackId; readonly removedIds: readonly TrackId[] };

const SERVER: Actor = { kind: "server" };

/**
 * Replaces duplicates by one of them, in every room and for everyone who saved them, and removes them. All of them must belong
 * to one person, who would otherwise lose a track. If this is interrupted before the removal, the tracks still exist and can be
 * merged again.
 */
export async function mergeTracks(bindings: Bindings, merge: Merge): Promise<Result<null>> {
  const { db, nowMs } = bindings;
  const { keptId, removedIds } = merge;
  if (!areMergeable(await findDuplicatesById(db, [keptId, ...removedIds]), merge)) return fail("tracks-not-mergeable");
  // the sweep notifies the rooms if this is interrupted: they then drop the index entries that they do not need
  await addPendingNotifications(db, [keptId], nowMs);
  if (!(await replaceInRooms(bindings, merge))) return fail("tracks-not-mergeable");
  await markTracksReplaced(db, { ...merge, deletedAtMs: nowMs });
  // no room and no library can get them any more; rooms that got one meanwhile replace it now
  await replaceInRooms(bindings, merge);
  await removeTracks(bindings, removedIds);
  await notifyRooms(bindings, keptId);
  return ok(null);
}

function areMergeable(found: readonly MergeableTrack[], { keptId, removedIds }: Merge): boolean {
  const kept = found.find(({ id }) => id === keptId);
  if (!kept || removedIds.includes(keptId) || found.length !== new Set(removedIds).size + 1) return false;
  return found.every(
    (track) =>
      track.ownerId === kept.ownerId &&
      (track.audioObject === kept.audioObject || (track.nameKey === kept.nameKey && isSameLength(track, kept))),
  );
}

/** Returns false, without changing a room, if the kept track is being removed. */
async function replaceInRooms({ env, db, nowMs }: Bindings, { keptId, removedIds }: Merge): Promise<boolean> {
  const rooms = await listRoomsWithTracks(db, removedIds);
  const kept = await findTrack(db, keptId);
  if (kept?.deletedAtMs !== null) return false;
  for (const room of rooms) {
    // the index is written first; a room that is being removed has none
    if (!(await insertRoomTracks(db, { roomId: room.room.id, trackIds: [keptId], nowMs }))) continue;
    for (const trackId of removedIds) {
      const replacement = { trackId, track: toTrack(kept) };
      await roomObject(env, room.room.id).replaceTrack(toRoomMetadata(room), replacement, SERVER);
    }
  }
  return true;
}
