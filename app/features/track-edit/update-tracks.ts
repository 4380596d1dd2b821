import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { TrackChanges } from "#app/domain/tracks/track-edit.ts";
import { mutation, query } from "#app/server-client/functions.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";
import { type UploadedCover, uploadCover } from "#app/server-client/upload-cover.ts";
import { type CoverChoice, fetchFileCover } from "./track-cover.ts";

/** The same change for one or more tracks. */
export type TrackUpdate = {
  readonly roomId: RoomId;
  readonly changes: TrackChanges;
  readonly cover: CoverChoice;
  /** Whether the tags are read from each track's file first. `changes` override them. */
  readonly rereadTags: boolean;
};

export type UpdateFailure = { readonly track: Track; readonly error: ErrorCode };

/** A track before and after an update. The ids differ if the room got its own edition of the track. */
export type UpdatedTrack = { readonly former: Track; readonly track: Track };

export type UpdateOutcome = {
  /** The tracks after the update, by their ids before it. The ids differ if the room got its own edition of a track. */
  readonly changed: ReadonlyMap<TrackId, Track>;
  /** The same tracks, as the server had them before and has them after the update. */
  readonly updates: readonly UpdatedTrack[];
  readonly failures: readonly UpdateFailure[];
};

type UpdateOptions = {
  /** Aborting stops the update after the current track. */
  readonly signal: AbortSignal;
  /** Called before each track, with its index. */
  readonly onTrack: (track: Track, index: number) => void;
};

/** Updates tracks one after another, and continues after a failure. */
export async function updateTracks(
  tracks: readonly Track[],
  update: TrackUpdate,
  { signal, onTrack }: UpdateOptions,
): Promise<UpdateOutcome> {
  const failures: UpdateFailure[] = [];
  const changed = new Map<TrackId, Track>();
  const updates: UpdatedTrack[] = [];
  const provideCover = createCoverProvider(update);
  for (const [index, track] of tracks.entries()) {
    if (signal.aborted) break;
    onTrack(track, index);
    const updated = await updateTrack(track, update, provideCover);
    if (updated.ok) {
      changed.set(track.id, updated.value.track);
      updates.push(updated.value);
    } else failures.push({ track, error: replaceInternal(updated.error, "track-update-failed") });
  }
  return { changed, updates, failures };
}

async function updateTrack(track: Track, update: TrackUpdate, provideCover: CoverProvider) {
  const { roomId, rereadTags } = update;
  const fileTags = rereadTags ? await query("tracks.readTags", { trackId: track.id, roomId }) : null;
  if (fileTags && !fileTags.ok) return fileTags;
  const cover = await provideCover(track);
  if (!cover.ok) return cover;
  const changes = { ...fileTags?.value.tags, ...update.changes };
  return mutation("tracks.update", { trackId: track.id, roomId, changes, cover: cover.value });
}

/** The new cover of a track. Null removes the cover, undefined keeps it. */
type CoverProvider = (track: Track) => Promise<Result<UploadedCover | null | undefined>>;

/** A picture for all tracks is uploaded once. */
function createCoverProvider({ cover, roomId }: TrackUpdate): CoverProvider {
  let uploaded: Result<UploadedCover> | null = null;
  return async (track) => {
    switch (cover.type) {
      case "keep":
        return ok(undefined);
      case "none":
        return ok(null);
      case "picture":
        // a failed upload is repeated for the next track
        if (!uploaded?.ok) uploaded = await uploadCover(cover.cover);
        return uploaded;
      case "from-file": {
        const fileCover = await fetchFileCover(track.id, roomId);
        return fileCover.ok ? uploadCover(fileCover.value) : fileCover;
      }
    }
  };
}
