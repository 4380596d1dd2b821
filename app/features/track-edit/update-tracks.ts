import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { TrackChanges } from "#app/domain/tracks/track-edit.ts";
import { mutation, query } from "#app/server-client/functions.ts";
import { type StoredCover, storeCover } from "#app/server-client/store-cover.ts";
import { type CoverChoice, coverFromFile } from "./track-cover.ts";

/** What is to be done with each of some tracks. */
export type TrackUpdate = {
  readonly roomId: RoomId;
  readonly changes: TrackChanges;
  readonly cover: CoverChoice;
  /** Tags come out of each track's file; changes are made to what was read. */
  readonly isReadAgain: boolean;
};

export type UpdateFailure = { readonly track: Track; readonly error: ErrorCode };
export type UpdateOutcome = {
  /** The tracks as they are now, by the ids that they had: where they differ, the room has an edition of its own. */
  readonly changed: ReadonlyMap<TrackId, Track>;
  readonly failures: readonly UpdateFailure[];
};

type Steps = {
  readonly signal: AbortSignal;
  /** The track that is in hand now, counted from 0. */
  readonly onStep: (track: Track, at: number) => void;
};

/** One after the other, whatever becomes of the one before; a signal ends it after the one in hand. */
export async function updateTracks(
  tracks: readonly Track[],
  update: TrackUpdate,
  { signal, onStep }: Steps,
): Promise<UpdateOutcome> {
  const failures: UpdateFailure[] = [];
  const coverFor = openCovers(update);
  const changed = new Map<TrackId, Track>();
  for (const [at, track] of tracks.entries()) {
    if (signal.aborted) break;
    onStep(track, at);
    const updated = await updateOne(track, update, coverFor);
    if (updated.ok) changed.set(track.id, updated.value.track);
    else failures.push({ track, error: updated.error });
  }
  return { changed, failures };
}

async function updateOne(track: Track, update: TrackUpdate, coverFor: CoverFor) {
  const { roomId, isReadAgain } = update;
  const read = isReadAgain ? await query("tracks.readTags", { trackId: track.id, roomId }) : null;
  if (read && !read.ok) return read;
  const cover = await coverFor(track);
  if (!cover.ok) return cover;
  const changes = { ...read?.value.tags, ...update.changes };
  return mutation("tracks.update", { trackId: track.id, roomId, changes, cover: cover.value });
}

/** `undefined`: the cover stays; null: there is to be none. */
type CoverFor = (track: Track) => Promise<Result<StoredCover | null | undefined>>;

/** A picture for all is sent once. */
function openCovers({ cover, roomId }: TrackUpdate): CoverFor {
  let stored: Promise<Result<StoredCover>> | null = null;
  return async (track) => {
    switch (cover.type) {
      case "keep":
        return ok(undefined);
      case "none":
        return ok(null);
      case "picture": {
        stored ??= storeCover(cover.cover);
        const answer = await stored;
        // the next track tries again
        if (!answer.ok) stored = null;
        return answer;
      }
      case "from-file": {
        const found = await coverFromFile(track.id, roomId);
        return found.ok ? storeCover(found.value) : fail(found.error);
      }
    }
  };
}
