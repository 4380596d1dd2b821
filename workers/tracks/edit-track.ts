import { hasChanged } from "#app/domain/expected-values.ts";
import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { type ExpectedTrack, parseTrackChanges, type TrackChanges } from "#app/domain/tracks/track-edit.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { deletePendingNotification } from "#db/queries/pending-notifications.ts";
import {
  applyEdit,
  type Cover,
  canUseCover,
  type Edit,
  hasCoverOfSameAudio,
  insertEdition,
  updateTrack,
} from "#db/queries/track-edit.ts";
import { markTracksDeleted } from "#db/queries/track-removal.ts";
import { findTrack, type TrackRow, toTrack } from "#db/queries/tracks.ts";
import { countUploads } from "#db/queries/uploads.ts";
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
  /** The edit is refused if the track has other values. Undefined edits it whatever it has. */
  readonly expected: ExpectedTrack | undefined;
  readonly lyrics?: LyricsEdit | undefined;
};

export type LyricsEdit = {
  /** Null removes the lyrics. */
  readonly text: string | null;
  /** When the lyrics were last changed according to the caller; undefined skips the check. */
  readonly expectedAtMs: number | null | undefined;
};

/** The track after the edit, and before it. The ids differ if the edit made an edition. */
type EditedTrack = Result<{ readonly trackId: TrackId; readonly track: Track; readonly former: Track }>;

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
  const { user, nowMs } = context;
  const changes = parseTrackChanges(request.changes);
  if (!changes.ok) return changes;
  const cover = request.cover && { ...request.cover, key: coverKey(request.cover.id) };
  const { lyrics, expected } = request;
  const edit: Edit = {
    changes: changes.value,
    cover,
    lyrics: lyrics?.text,
    expectedLyricsAtMs: lyrics?.expectedAtMs,
    expected,
    editedBy: user.id,
    nowMs,
  };
  if (isUnchanged(track, applyEdit(track, edit))) return ok(toEdited(track, track));
  if (hasOtherValues(track, edit)) return fail("changed-since");
  if (cover && !(await canHaveCover(context, track, cover))) return fail("cover-not-found");
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

function toEdited(before: TrackRow, after: TrackRow) {
  return { trackId: after.id, track: toTrack(after), former: toTrack(before) };
}

function isUnchanged(before: TrackRow, after: TrackRow): boolean {
  return JSON.stringify(toTrack(before)) === JSON.stringify(toTrack(after));
}

async function canHaveCover({ db, user, nowMs }: SignedInContext, track: TrackRow, cover: Cover): Promise<boolean> {
  return (await canUseCover(db, user.id, { ...cover, nowMs })) || hasCoverOfSameAudio(db, track, cover.id);
}

function hasOtherValues(track: TrackRow, { expected, expectedLyricsAtMs: lyricsAtMs }: Edit): boolean {
  if (lyricsAtMs !== undefined && lyricsAtMs !== track.lyricsAtMs) return true;
  return expected !== undefined && hasChanged(toTrack(track), expected);
}

async function updateOwnTrack(context: SignedInContext, loaded: TrackRow, edit: Edit): Promise<EditedTrack> {
  const { db } = context;
  let track: TrackRow | null = loaded;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const updated = await updateTrack(db, track, { edit, coverKey });
    if (updated) {
      await notifyRooms(context, updated.id, context.user.id);
      return ok(toEdited(track, updated));
    }
    track = await findTrack(db, loaded.id);
    if (track?.deletedAtMs !== null) return fail("track-not-found");
    if (hasOtherValues(track, edit)) return fail("changed-since");
  }
  return fail("track-update-failed");
}

type EditionRequest = { readonly track: TrackRow; readonly room: RoomAccess; readonly edit: Edit };

async function makeEdition(context: SignedInContext, { track, room, edit }: EditionRequest): Promise<EditedTrack> {
  const { env, db, user } = context;
  const { id: roomId } = room.room;
  const { nowMs } = edit;
  const originalId = track.originalId ?? track.id;
  const edition: TrackRow = { ...applyEdit(track, edit), id: newId<TrackId>(), uploadedBy: user.id, originalId };
  const { coverObject: id, hue } = edition;
  const cover = id && { id, hue, key: coverKey(id) };
  await insertEdition(db, edition, { of: track.id, roomId, cover, edit });
  if (!(await findTrack(db, edition.id))) {
    const { tracks } = await countUploads(db, user.id);
    if (tracks >= trackLimits.tracksPerPerson) return fail("too-many-tracks");
    return fail(edit.expected ? "changed-since" : "track-not-found");
  }
  const actor = { kind: "person", userId: user.id, effectiveRole: room.effectiveRole } as const;
  const replacement = { trackId: track.id, track: toTrack(edition) };
  // if this throws, the edition and its pending notification remain, and the sweep finds out whether the room has it
  const replaced = await roomObject(env, roomId).replaceTrack(room.metadata, replacement, actor);
  await deletePendingNotification(db, edition.id, nowMs);
  if (replaced.ok) return ok(toEdited(track, edition));
  // the room refused the edition: the sweep deletes it
  await markTracksDeleted(db, [edition.id], nowMs);
  return replaced;
}
