import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist.ts";
import type { Result } from "#app/domain/result.ts";
import type { RoomInfo } from "#app/domain/room.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { insertRoomTracks, type TrackRow } from "#db/queries/tracks.ts";
import { makeMediaRef } from "../media/media-ref.ts";
import { roomObject } from "./room-stub.ts";

/**
 * Puts tracks at the end of a room's playlist. The index in D1 comes first: it may name a room that does not hold the
 * track, and never the other way round. An entry that the room has already is not added again.
 */
export async function addToRoom({
  env,
  db,
  info,
  user,
  nowMs,
  additions,
}: {
  readonly env: Env;
  readonly db: Db;
  readonly info: RoomInfo;
  readonly user: SessionUser;
  readonly nowMs: number;
  readonly additions: readonly { readonly entryId: EntryId; readonly track: TrackRow }[];
}): Promise<Result<{ readonly revision: number }>> {
  await insertRoomTracks(db, info.id, [...new Set(additions.map(({ track }) => track.id))]);
  const entries: Omit<Entry, "rank">[] = additions.map(({ entryId, track }) => {
    const { id, title, artist, album, genre, year, durationMs, sizeBytes, format, hue } = track;
    return {
      id: entryId,
      addedBy: user.id,
      addedAtMs: nowMs,
      track: { id, title, artist, album, genre, year, durationMs, sizeBytes, format, hue },
      audioRef: makeMediaRef(env.APP_SECRET, { roomId: info.id, objectId: track.audioObject }),
      coverRef: track.coverObject && makeMediaRef(env.APP_SECRET, { roomId: info.id, objectId: track.coverObject }),
    };
  });
  const person = { id: user.id, name: user.name, avatar: user.avatar };
  return roomObject(env, info.id).add(info, entries, person);
}
