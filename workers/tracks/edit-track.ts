import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { readChanges, type TrackChanges } from "#app/domain/tracks/track-edit.ts";
import { deletePendingNotifications } from "#db/queries/pending-notifications.ts";
import { type Edit, editedRow, insertEdition, mayTakeCover, updateTrack } from "#db/queries/track-edit.ts";
import { markTracksDeleted } from "#db/queries/track-removal.ts";
import { findTrack, type TrackRow, toTrack } from "#db/queries/tracks.ts";
import { newId } from "#workers/crypto/random.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { coverKey } from "#workers/media/object-keys.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { RoomAccess } from "#workers/rooms/room-access.ts";
import { notifyRooms } from "./notify-rooms.ts";
import { accessTrack } from "./track-access.ts";

export type WantedEdit = {
  readonly trackId: TrackId;
  readonly roomId: string | null;
  readonly changes: TrackChanges;
  /** Null: none. Undefined: it stays. */
  readonly cover: { readonly id: ObjectId; readonly hue: number | null } | null | undefined;
};

/** The track after it, which may be another than the one that was named. */
type Edited = Result<{ readonly trackId: TrackId; readonly track: Track }>;

/** Of edits at the same moment one comes first; the others are tried on what is there then. */
const TRIES = 10;

/**
 * Changes a track. What its uploader changes is changed wherever it stands; anyone else makes an edition of their own of
 * it, for the one room: what stands elsewhere stays as it is.
 */
export async function editTrack(context: SignedInContext, wanted: WantedEdit): Promise<Edited> {
  const { db, user, nowMs } = context;
  const changes = readChanges(wanted.changes);
  if (!changes.ok) return changes;
  const access = await accessTrack(context, wanted);
  if (!access.ok) return access;
  const { track, room } = access.value;
  const cover = wanted.cover && { ...wanted.cover, key: coverKey(wanted.cover.id) };
  if (cover && !(await mayTakeCover(db, user.id, { ...cover, nowMs }))) return fail("cover-not-found");
  const edit: Edit = { changes: changes.value, cover, nowMs };
  if (isSame(track, editedRow(track, edit))) return ok({ trackId: track.id, track: toTrack(track) });
  const editing = (room ? makeEdition(context, { track, room, edit }) : changeOwn(context, track, edit)).catch(
    (error): Edited => {
      logError("track-update", error, { track: track.id });
      return fail("track-update-failed");
    },
  );
  // who hangs up now leaves nothing half done
  context.waitUntil(editing);
  return editing;
}

function isSame(before: TrackRow, after: TrackRow): boolean {
  return JSON.stringify(toTrack(before)) === JSON.stringify(toTrack(after));
}

async function changeOwn(context: SignedInContext, read: TrackRow, edit: Edit): Promise<Edited> {
  const { db } = context;
  let track: TrackRow | null = read;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const updated = await updateTrack(db, track, { edit, coverKey });
    if (updated) {
      await notifyRooms(context, updated.id);
      return ok({ trackId: updated.id, track: toTrack(updated) });
    }
    track = await findTrack(db, read.id);
    if (track?.deletedAtMs !== null) return fail("track-not-found");
  }
  return fail("track-update-failed");
}

type EditionOf = { readonly track: TrackRow; readonly room: RoomAccess; readonly edit: Edit };

async function makeEdition({ env, db, user }: SignedInContext, { track, room, edit }: EditionOf): Promise<Edited> {
  const { id: roomId } = room.room;
  const { nowMs } = edit;
  const edition: TrackRow = { ...editedRow(track, edit), id: newId<TrackId>(), uploadedBy: user.id };
  const { coverObject: id, hue } = edition;
  const cover = id && { id, hue, key: coverKey(id) };
  await insertEdition(db, edition, { of: track.id, roomId, cover, nowMs });
  if (!(await findTrack(db, edition.id))) return fail("track-not-found");
  const actor = { kind: "person", userId: user.id, effectiveRole: room.effectiveRole } as const;
  const telling = { trackId: track.id, track: toTrack(edition) };
  // where the room throws the edition stays, and the sweep asks whether it plays there
  const told = await roomObject(env, roomId).replaceTrack(room.metadata, telling, actor);
  await deletePendingNotifications(db, edition.id, nowMs);
  if (told.ok) return ok({ trackId: edition.id, track: toTrack(edition) });
  // nobody finds it from here on, and the sweep takes what it has
  await markTracksDeleted(db, [edition.id], nowMs);
  return told;
}
