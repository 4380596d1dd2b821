import type { EditId, EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { fail, type Result } from "#app/domain/result.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { addPendingNotifications } from "#db/queries/pending-notifications.ts";
import { insertRoomTracks, type TrackRow, toTrack } from "#db/queries/tracks.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";

type AddRequest = {
  readonly env: Env;
  readonly db: Db;
  readonly metadata: RoomMetadata;
  readonly user: SessionUser;
  readonly nowMs: number;
  readonly additions: readonly { readonly entryId: EntryId; readonly track: TrackRow }[];
  /** The id of the edit. Default: that of the first entry. */
  readonly editId?: EditId | undefined;
  /** The order of these entries and of others that are added before or after them. Without it, they go to the end. */
  readonly sequence?: readonly EntryId[] | undefined;
};

/**
 * Adds tracks to a room's playlist. The index in D1 is written first, so that it never misses a track that the
 * room has; a room that refuses the tracks removes them from the index. An entry that the room has already is not added
 * again.
 */
export async function addToPlaylist(request: AddRequest): Promise<Result<{ readonly revision: number }>> {
  const { env, db, metadata, user, nowMs, additions, sequence } = request;
  const { id: roomId } = metadata.info;
  const trackIds = [...new Set(additions.map(({ track }) => track.id))];
  if (!(await insertRoomTracks(db, { roomId, trackIds, nowMs }))) return fail("not-found");
  const entries: Omit<Entry, "rank">[] = additions.map(({ entryId, track }) => {
    return { id: entryId, addedBy: user.id, addedAtMs: nowMs, track: toTrack(track) };
  });
  const person = { id: user.id, name: user.name, avatar: user.avatar };
  try {
    return await roomObject(env, roomId).addEntries(metadata, { entries, person, sequence }, request.editId);
  } catch (error) {
    // it is unknown whether the room has the tracks; when the sweep notifies it, it deletes those it lacks from the index
    await addPendingNotifications(db, trackIds, nowMs);
    throw error;
  }
}
