import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist.ts";
import type { Result } from "#app/domain/result.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import type { RoomRow } from "#db/queries/rooms.ts";
import { insertRoomTracks, type TrackRow } from "#db/queries/tracks.ts";
import { roomInfo } from "../functions/room-access.ts";
import { makeMediaRef } from "../media/media-ref.ts";
import { roomObject } from "./room-stub.ts";

/**
 * Puts tracks at the end of a room's playlist. The index in D1 comes first: it may name a room that does not hold the
 * track, and never the other way round. An entry that the room has already is not added again.
 */
export async function addToRoom({
  env,
  db,
  room,
  user,
  nowMs,
  additions,
}: {
  readonly env: Env;
  readonly db: Db;
  readonly room: RoomRow;
  readonly user: SessionUser;
  readonly nowMs: number;
  readonly additions: readonly { readonly entryId: EntryId; readonly track: TrackRow }[];
}): Promise<Result<{ readonly revision: number }>> {
  await insertRoomTracks(db, room.id, [...new Set(additions.map(({ track }) => track.id))]);
  const entries: Omit<Entry, "rank">[] = additions.map(({ entryId, track }) => {
    const { id, title, artist, album, genre, year, durationMs, sizeBytes, format, hue } = track;
    return {
      id: entryId,
      addedBy: user.id,
      addedAtMs: nowMs,
      track: { id, title, artist, album, genre, year, durationMs, sizeBytes, format, hue },
      audioRef: makeMediaRef(env.APP_SECRET, { roomId: room.id, objectId: track.audioObject }),
      coverRef: track.coverObject && makeMediaRef(env.APP_SECRET, { roomId: room.id, objectId: track.coverObject }),
    };
  });
  const person = { id: user.id, name: user.name, avatar: user.avatar };
  return roomObject(env, room.id).add(roomInfo(room), entries, person);
}
