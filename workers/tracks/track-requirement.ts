import type { TrackId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import { ownsTracks } from "#db/queries/track-removal.ts";
import { findRoomAudio, findTrack, type TrackRow } from "#db/queries/tracks.ts";
import { type AccessRequirement, requireUser, type SignedIn } from "#workers/functions/define.ts";
import { authorizeRoomAction } from "#workers/room-access/room-access.ts";
import { type EditableTrack, loadEditableTrack } from "./track-access.ts";

/** The track that a function edits, and where the caller may edit it. */
export type EditingTrack = { readonly editable: EditableTrack };

/** The uploader of a track, or a member who may arrange its entries in the room identified by `roomId`. */
export const editableTrack: AccessRequirement<
  { readonly trackId: TrackId; readonly roomId?: string | undefined },
  SignedIn & EditingTrack
> = {
  caller: "signed-in",
  description: "The uploader of the track, or users who may arrange its entries in the room identified by `roomId`.",
  authorize: async (context, { trackId, roomId = null }) => {
    const granted = requireUser(context);
    if (!granted.ok) return granted;
    const editable = await loadEditableTrack({ ...context, ...granted.value }, { trackId, roomId });
    return editable.ok ? ok({ ...granted.value, editable: editable.value }) : editable;
  },
};

/** The uploader of a track. */
export const ownTrack: AccessRequirement<{ readonly trackId: TrackId }, SignedIn & EditingTrack> = {
  caller: "signed-in",
  description: "The uploader of the track.",
  authorize: (context, { trackId }) => editableTrack.authorize(context, { trackId }),
};

/** A track whose analysis the caller may send. */
export type MeasuredTrack = { readonly measured: { readonly track: TrackRow; readonly isOwn: boolean } };

/** The uploader of a track, or users who may add tracks to the room identified by `roomId`, which must have the track. */
export const measurableTrack: AccessRequirement<
  { readonly trackId: TrackId; readonly roomId?: string | undefined },
  SignedIn & MeasuredTrack
> = {
  caller: "signed-in",
  description: "The uploader of the track, or users who may add tracks to the room identified by `roomId`, which must have it.",
  authorize: async (context, { trackId, roomId }) => {
    const granted = requireUser(context);
    if (!granted.ok) return granted;
    const found = await findTrack(context.db, trackId);
    const track = found?.deletedAtMs === null ? found : null;
    const isOwn = track?.uploadedBy === granted.value.user.id;
    if (track && isOwn) return ok({ ...granted.value, measured: { track, isOwn } });
    if (roomId === undefined) return fail("track-not-found");
    const access = await authorizeRoomAction(context, roomId, "add-tracks");
    if (!access.ok) return access;
    const isHere = track !== null && (await findRoomAudio(context.db, access.value.room.id, trackId)) !== null;
    return isHere ? ok({ ...granted.value, measured: { track, isOwn } }) : fail("track-not-found");
  },
};

/** Signed-in users who may hear the track in the room identified by `roomId`. */
export const trackOfRoom: AccessRequirement<{ readonly trackId: TrackId; readonly roomId: string }, SignedIn> = {
  caller: "signed-in",
  description: "Signed-in users who may enter the room identified by `roomId`, which must have the track.",
  authorize: async (context, { trackId, roomId }) => {
    const granted = requireUser(context);
    if (!granted.ok) return granted;
    const access = await authorizeRoomAction(context, roomId, "listen");
    if (!access.ok) return access;
    return (await findRoomAudio(context.db, access.value.room.id, trackId)) ? granted : fail("track-not-found");
  },
};

/**
 * The uploader of all given tracks. `includesDeleted`: also of tracks whose removal has started, because a client that lost
 * the answer calls again.
 */
export function ownTracks({
  includesDeleted,
}: {
  readonly includesDeleted: boolean;
}): AccessRequirement<{ readonly trackIds: readonly TrackId[] }, SignedIn> {
  return {
    caller: "signed-in",
    description: "The uploader of all given tracks.",
    authorize: async (context, { trackIds }) => {
      const granted = requireUser(context);
      if (!granted.ok) return granted;
      const isOwner = await ownsTracks(context.db, granted.value.user.id, { ids: trackIds, includesDeleted });
      return isOwner ? granted : fail("not-found");
    },
  };
}
