import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { ok, type Result } from "#app/domain/result.ts";
import { chunk } from "#app/lib/chunk.ts";
import { mutation } from "./functions.ts";

/**
 * Adds library tracks to the end of the room's playlist, in the given order. Stops at the first error; the tracks before it stay
 * added.
 * @param onAdded receives all tracks that were added so far, after each part
 */
export async function addLibraryTracks(
  roomId: RoomId,
  ids: readonly TrackId[],
  onAdded: (added: ReadonlySet<TrackId>) => void,
): Promise<Result<null>> {
  const added: TrackId[] = [];
  for (const trackIds of chunk(ids, playlistLimits.entriesPerCommand)) {
    const result = await mutation("playlist.add", { roomId, trackIds });
    if (!result.ok) return result;
    added.push(...trackIds);
    onAdded(new Set(added));
  }
  return ok(null);
}
