import { hasChanged } from "#app/domain/expected-values.ts";
import type { TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { ExpectedTrack } from "#app/domain/tracks/track-edit.ts";
import { markEditionDeleted } from "#db/queries/track-edit.ts";
import { findRoomAudio, findTrack, insertRoomTracks, type TrackRow, toTrack } from "#db/queries/tracks.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { runToCompletion } from "#workers/http/run-to-completion.ts";
import type { InRoom } from "#workers/room-access/room-requirement.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { EditingTrack } from "./track-requirement.ts";

const SERVER: Actor = { kind: "server" };

type UndoRequest = { readonly originalId: TrackId; readonly expected: ExpectedTrack };
type Undone = Result<{ readonly track: Track }>;

/**
 * Returns the entries of an edition to its original. The room's index of tracks, which lists a track for a minute after its
 * last entry is gone, shows that the original was in this room.
 */
export async function undoEdition(context: SignedInContext & InRoom & EditingTrack, request: UndoRequest): Promise<Undone> {
  const { db, access, editable } = context;
  const { originalId, expected } = request;
  const edition = editable.track;
  if (hasChanged(toTrack(edition), expected)) return fail("changed-since");
  const original = await findTrack(db, originalId);
  const audio = await findRoomAudio(db, access.room.id, originalId);
  if (original?.deletedAtMs !== null || audio !== edition.audioObject || originalId === edition.id) return fail("undo-expired");
  return runToCompletion(context, () => replaceEdition(context, original, expected));
}

/** Marks the edition as deleted last, because the sweep removes the entries of a deleted track. */
async function replaceEdition(
  { env, db, user, nowMs, access, editable }: SignedInContext & InRoom & EditingTrack,
  original: TrackRow,
  expected: ExpectedTrack,
): Promise<Undone> {
  const { room, metadata, effectiveRole } = access;
  const { id: editionId } = editable.track;
  // keeps the original in the index
  if (!(await insertRoomTracks(db, { roomId: room.id, trackIds: [original.id], nowMs }))) return fail("undo-expired");
  const replacement = { trackId: editionId, track: toTrack(original) };
  const actor = { kind: "person", userId: user.id, effectiveRole } as const;
  const stub = roomObject(env, room.id);
  const replaced = await stub.replaceTrack(metadata, replacement, actor);
  if (!replaced.ok) return replaced.error === "entry-not-found" ? fail("changed-since") : replaced;
  // entries that the caller may not arrange keep the edition
  const isStillPlayed = (await stub.canReplaceTrack(metadata, editionId, SERVER)).ok;
  if (!isStillPlayed) {
    // entries that were removed before return with the original
    await stub.replaceTrack(metadata, replacement, SERVER);
    await markEditionDeleted(db, { id: editionId, roomId: room.id, expected, nowMs });
  }
  const current = await findTrack(db, original.id);
  const track = toTrack(current ?? original);
  // its uploader may have edited it before the room had it again
  if (JSON.stringify(track) !== JSON.stringify(replacement.track)) {
    await stub.replaceTrack(metadata, { trackId: original.id, track }, SERVER);
  }
  return ok({ track });
}
