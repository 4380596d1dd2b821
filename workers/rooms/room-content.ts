import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { Db } from "#db/client.ts";
import { findRoomContent } from "#db/queries/room-content.ts";
import { toTrack } from "#db/queries/tracks.ts";

export const CONTENT_TRACKS_MAX = 100;

/** The tracks of a room, each once, the newest first. */
export type RoomContent = {
  readonly tracks: readonly (Track & { readonly uploadedBy: UserId })[];
  /** The number of all tracks of the room. */
  readonly total: number;
  /** Whether `tracks` has all of them. */
  readonly isDone: boolean;
};

export async function loadContent(db: Db, roomId: RoomId): Promise<RoomContent> {
  const found = await findRoomContent(db, roomId, CONTENT_TRACKS_MAX);
  const tracks = found.tracks.map((row) => ({ ...toTrack(row), uploadedBy: row.uploadedBy }));
  return { tracks, total: found.total, isDone: found.total <= tracks.length };
}
