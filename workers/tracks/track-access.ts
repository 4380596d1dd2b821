import type { TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { noteRoomRead } from "#db/changes/read-recorder.ts";
import { findRoomAudio, findTrack, type TrackRow } from "#db/queries/tracks.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { authorizeRoomAction, type RoomAccess } from "#workers/room-access/room-access.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

/** A track that the caller may edit. */
export type EditableTrack = {
  readonly track: TrackRow;
  /** The only room in which the caller may edit it. Null for the uploader, who edits it in all rooms. */
  readonly room: RoomAccess | null;
};

/**
 * Loads a track for editing. The uploader may edit it everywhere; in a room that has it, so may a member who may arrange
 * its entries there.
 */
export async function loadEditableTrack(
  context: Pick<SignedInContext, "env" | "db" | "user" | "roomAccessToken" | "nowMs">,
  { trackId, roomId }: { readonly trackId: TrackId; readonly roomId: string | null },
): Promise<Result<EditableTrack>> {
  const { env, db, user } = context;
  const found = await findTrack(db, trackId);
  const track = found?.deletedAtMs === null ? found : null;
  if (track?.uploadedBy === user.id) return ok({ track, room: null });
  if (roomId === null) return fail("track-not-found");
  const access = await authorizeRoomAction(context, roomId, "arrange-own-entries");
  if (!access.ok) return access;
  const { room, metadata, effectiveRole } = access.value;
  if (!track || !(await findRoomAudio(db, room.id, trackId))) return fail("track-not-found");
  const actor = { kind: "person", userId: user.id, effectiveRole } as const;
  noteRoomRead(db, room.id);
  const allowed = await roomObject(env, room.id).canReplaceTrack(metadata, trackId, actor);
  return allowed.ok ? ok({ track, room: access.value }) : allowed;
}
