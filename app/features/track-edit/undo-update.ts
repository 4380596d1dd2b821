import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { expectAll, undoTrackEdit } from "#app/domain/tracks/track-undo.ts";
import { mutation } from "#app/server-client/functions.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";
import type { UndoOutcome } from "#app/ui/undo-store.ts";
import type { UpdatedTrack } from "./update-tracks.ts";

/** The tracks that keep the update, and why the last of them does. */
type Failures = { readonly failed: number; readonly total: number; readonly error: ErrorCode };

/**
 * Returns the function that undoes an update, one track after another, and continues after a refusal. Called again after the
 * connection was lost, it continues with the remaining tracks.
 */
export function createUpdateUndo(
  roomId: RoomId,
  updates: readonly UpdatedTrack[],
  describe: (failures: Failures) => string,
): () => Promise<UndoOutcome> {
  const remaining = [...updates];
  const refusals: ErrorCode[] = [];
  return async () => {
    for (let update = remaining.at(-1); update; update = remaining.at(-1)) {
      const error = await undoUpdate(roomId, update);
      if (error === "network") return { type: "offline" };
      if (error) refusals.push(error);
      remaining.pop();
    }
    const error = refusals.at(-1);
    if (!error) return { type: "done" };
    return { type: "refused", reason: describe({ failed: refusals.length, total: updates.length, error }) };
  };
}

async function undoUpdate(roomId: RoomId, { former, track }: UpdatedTrack): Promise<ErrorCode | null> {
  if (former.id === track.id) {
    const undone = await mutation("tracks.update", { trackId: track.id, roomId, ...undoTrackEdit(former, track) });
    return undone.ok ? null : replaceInternal(undone.error, "track-update-failed");
  }
  const edition = { trackId: track.id, originalId: former.id, roomId, expected: expectAll(track) };
  const undone = await mutation("tracks.undoEdition", edition);
  // an earlier attempt has undone it, but its reply was lost
  return undone.ok || undone.error === "track-not-found" ? null : replaceInternal(undone.error, "track-update-failed");
}
