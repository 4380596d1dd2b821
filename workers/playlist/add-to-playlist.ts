import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { fail, type Result } from "#app/domain/result.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { noteUntold } from "#db/queries/pending-notifications.ts";
import { insertRoomTracks, shownTrack, type TrackRow } from "#db/queries/tracks.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { RoomNews } from "#workers/room-contract/room-metadata.ts";

/**
 * Puts tracks at the end of a room's playlist. The index in D1 comes first: it may name a room that does not hold the
 * track, and never the other way round; a room that refuses them lets go of them. An entry that the room has already is
 * not added again.
 */
export async function addToRoom({
  env,
  db,
  news,
  user,
  nowMs,
  additions,
}: {
  readonly env: Env;
  readonly db: Db;
  readonly news: RoomNews;
  readonly user: SessionUser;
  readonly nowMs: number;
  readonly additions: readonly { readonly entryId: EntryId; readonly track: TrackRow }[];
}): Promise<Result<{ readonly revision: number }>> {
  const { id: roomId } = news.info;
  const trackIds = [...new Set(additions.map(({ track }) => track.id))];
  if (!(await insertRoomTracks(db, { roomId, trackIds, nowMs }))) return fail("not-found");
  const entries: Omit<Entry, "rank">[] = additions.map(({ entryId, track }) => {
    return { id: entryId, addedBy: user.id, addedAtMs: nowMs, track: shownTrack(track) };
  });
  const person = { id: user.id, name: user.name, avatar: user.avatar };
  try {
    return await roomObject(env, roomId).add(news, entries, person);
  } catch (error) {
    // nobody knows whether it holds them: told of them by the sweep, it lets go of what it does not
    await noteUntold(db, trackIds, nowMs);
    throw error;
  }
}
