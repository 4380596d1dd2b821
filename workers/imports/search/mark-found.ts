import type { RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import { clipTrack, type ServiceTrack } from "#app/domain/imports/service.ts";
import type { Db } from "#db/client.ts";
import { matchTracks } from "#db/queries/library.ts";
import { listTracksInRoom } from "#db/queries/tracks.ts";

/** A track of a service, compared with the caller's library and a room. */
export type FoundTrack = {
  readonly track: ServiceTrack;
  /** A track of the caller's library with the same artist, title and about the same length. Null without one. */
  readonly libraryTrackId: TrackId | null;
  /** Whether the room has that track. */
  readonly isHere: boolean;
};

/** Compares found tracks with a person's library and a room, so that no track is imported twice by mistake. */
export async function markFound(
  db: Db,
  found: readonly ServiceTrack[],
  { userId, roomId }: { readonly userId: UserId; readonly roomId: RoomId },
): Promise<readonly FoundTrack[]> {
  const tracks = found.map(clipTrack).filter((track) => track !== null);
  if (tracks.length === 0) return [];
  const queries = tracks.map(({ title, artist, durationMs }) => ({ sha256: null, title, artist, durationMs }));
  const trackIds = await matchTracks(db, userId, queries);
  const known = trackIds.filter((id) => id !== null);
  const here = new Set(await listTracksInRoom(db, roomId, known));
  return tracks.map((track, i) => {
    const libraryTrackId = trackIds[i] ?? null;
    return { track, libraryTrackId, isHere: libraryTrackId !== null && here.has(libraryTrackId) };
  });
}
