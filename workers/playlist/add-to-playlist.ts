import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { fail, type Result } from "#app/domain/result.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { addPendingNotifications } from "#db/queries/pending-notifications.ts";
import { insertRoomTracks, type TrackRow, toTrack } from "#db/queries/tracks.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";

/**
 * Puts tracks at the end of a room's playlist. The index in D1 comes first: it may name a room that does not hold the
 * track, and never the other way round; a room that refuses them lets go of them. An entry that the room has already is
 * not added again.
 */
export async function addToRoom({
  env,
  db,
  metadata,
  user,
  nowMs,
  additions,
}: {
  readonly env: Env;
  readonly db: Db;
  readonly metadata: RoomMetadata;
  readonly user: SessionUser;
  readonly nowMs: number;
  readonly additions: readonly { readonly entryId: EntryId; readonly track: TrackRow }[];
}): Promise<Result<{ readonly revision: number }>> {
  const { id: roomId } = metadata.info;
  const trackIds = [...new Set(additions.map(({ track }) => track.id))];
  if (!(await insertRoomTracks(db, { roomId, trackIds, nowMs }))) return fail("not-found");
  const entries: Omit<Entry, "rank">[] = additions.map(({ entryId, track }) => {
    return { id: entryId, addedBy: user.id, addedAtMs: nowMs, track: toTrack(track) };
  });
  const person = { id: user.id, name: user.name, avatar: user.avatar };
  try {
    return await roomObject(env, roomId).add(metadata, entries, person);
  } catch (error) {
    // nobody knows whether it holds them: told of them by the sweep, it lets go of what it does not
    await addPendingNotifications(db, trackIds, nowMs);
    throw error;
  }
}
