import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { parseTrackChanges, type TrackChanges } from "#app/domain/tracks/track-edit.ts";
import { deletePendingNotification } from "#db/queries/pending-notifications.ts";
import { applyEdit, canUseCover, type Edit, insertEdition, updateTrack } from "#db/queries/track-edit.ts";
import { markTracksDeleted } from "#db/queries/track-removal.ts";
import { findTrack, type TrackRow, toTrack } from "#db/queries/tracks.ts";
import { newId } from "#workers/crypto/random.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { coverKey } from "#workers/media/object-keys.ts";
import type { RoomAccess } from "#workers/room-access/room-access.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { notifyRooms } from "./notify-rooms.ts";
import type { EditableTrack } from "./track-access.ts";

export type TrackEditRequest = {
  readonly changes: TrackChanges;
  /** Null removes the cover; undefined leaves it as it is. */
  readonly cover: { readonly id: ObjectId; readonly hue: number | null } | null | undefined;
};

/** The track after the edit. Its id differs from the requested one if the edit made an edition. */
type EditedTrack = Result<{ readonly trackId: TrackId; readonly track: Track }>;

/** Concurrent edits of a track conflict: one is stored, the others reload the track and try again. */
const ATTEMPTS_MAX = 10;

/**
 * Edits a track. The uploader's edit applies in every room. Another member's edit makes an edition: their own copy of the
 * track's metadata, with the same audio, which replaces the track in one room only.
 */
export async function editTrack(
  context: SignedInContext,
  { track, room }: EditableTrack,
  request: TrackEditRequest,
): Promise<EditedTrack> {
  const { db, user, nowMs } = context;
  const changes = parseTrackChanges(request.changes);
  if (!changes.ok) return changes;
  const cover = request.cover && { ...request.cover, key: coverKey(request.cover.id) };
  if (cover && !(await canUseCover(db, user.id, { ...cover, nowMs }))) return fail("cover-not-found");
  const edit: Edit = { changes: changes.value, cover, editedBy: user.id, nowMs };
  if (isUnchanged(track, applyEdit(track, edit))) return ok({ trackId: track.id, track: toTrack(track) });
  const editing = (room ? makeEdition(context, { track, room, edit }) : updateOwnTrack(context, track, edit)).catch(
    (error): EditedTrack => {
      logError("track-update", error, { track: track.id });
      return fail("track-update-failed");
    },
  );
  // completes the edit even if the client disconnects
  context.waitUntil(editing);
  return editing;
}

function isUnchanged(before: TrackRow, after: TrackRow): boolean {
  return JSON.stringify(toTrack(before)) === JSON.stringify(toTrack(after));
}

async function updateOwnTrack(context: SignedInContext, loaded: TrackRow, edit: Edit): Promise<EditedTrack> {
  const { db } = context;
  let track: TrackRow | null = loaded;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const updated = await updateTrack(db, track, { edit, coverKey });
    if (updated) {
      await notifyRooms(context, updated.id);
      return ok({ trackId: updated.id, track: toTrack(updated) });
    }
    track = await findTrack(db, loaded.id);
    if (track?.deletedAtMs !== null) return fail("track-not-found");
  }
  return fail("track-update-failed");
}

type EditionRequest = { readonly track: TrackRow; readonly room: RoomAccess; readonly edit: Edit };

async function makeEdition(context: SignedInContext, { track, room, edit }: EditionRequest): Promise<EditedTrack> {
  const { env, db, user } = context;
  const { id: roomId } = room.room;
  const { nowMs } = edit;
  const edition: TrackRow = { ...applyEdit(track, edit), id: newId<TrackId>(), uploadedBy: user.id };
  const { coverObject: id, hue } = edition;
  const cover = id && { id, hue, key: coverKey(id) };
  await insertEdition(db, edition, { of: track.id, roomId, cover, nowMs });
  if (!(await findTrack(db, edition.id))) return fail("track-not-found");
  const actor = { kind: "person", userId: user.id, effectiveRole: room.effectiveRole } as const;
  const replacement = { trackId: track.id, track: toTrack(edition) };
  // if this throws, the edition and its pending notification remain, and the sweep finds out whether the room has it
  const replaced = await roomObject(env, roomId).replaceTrack(room.metadata, replacement, actor);
  await deletePendingNotification(db, edition.id, nowMs);
  if (replaced.ok) return ok({ trackId: edition.id, track: toTrack(edition) });
  // the room refused the edition: the sweep deletes it
  await markTracksDeleted(db, [edition.id], nowMs);
  return replaced;
}
