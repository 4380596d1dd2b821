import type { TrackId, UploadId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { findTrack } from "#db/queries/tracks.ts";
import { findUpload, type UploadRow } from "#db/queries/uploads.ts";
import { type AccessRequirement, requireUser, type SignedIn, type SignedInContext } from "#workers/functions/define.ts";
import { authorizeRoomAction, type RoomAccess } from "#workers/room-access/room-access.ts";
import { toTrackId } from "./upload-ids.ts";

type UploadArgs = { readonly uploadId: UploadId };

/** An upload of the caller. */
export type OwnUpload = { readonly upload: UploadRow };
/** An upload of the caller to a room in which they may add tracks. */
export type UploadToRoom = OwnUpload & { readonly access: RoomAccess };
/** An upload that can be completed, or the track that an earlier call has made from it. */
export type CompletableUpload =
  | { readonly completed: null; readonly uploadToRoom: UploadToRoom }
  | { readonly completed: TrackId; readonly uploadToRoom: null };

/** The user who announced the upload. */
export const ownUpload: AccessRequirement<UploadArgs, SignedIn & OwnUpload> = {
  caller: "signed-in",
  description: "The user who announced the upload.",
  authorize: async (context, { uploadId }) => {
    const granted = requireUser(context);
    if (!granted.ok) return granted;
    const upload = await findUpload(context.db, uploadId, granted.value.user.id);
    return upload ? ok({ ...granted.value, upload }) : fail("upload-not-found");
  },
};

/** The user who announced the upload, while they may add tracks to its room. */
export const uploadToRoom: AccessRequirement<UploadArgs, SignedIn & UploadToRoom> = {
  caller: "signed-in",
  description: "The user who announced the upload, while they may add tracks to its room.",
  authorize: async (context, args) => {
    const granted = await ownUpload.authorize(context, args);
    if (!granted.ok) return granted;
    const access = await authorizeRoomAction(context, granted.value.upload.roomId, "add-tracks");
    return access.ok ? ok({ ...granted.value, access: access.value }) : access;
  },
};

/** As `uploadToRoom`, and also after the upload was completed, because a client that lost the answer calls again. */
export const completableUpload: AccessRequirement<UploadArgs, SignedIn & CompletableUpload> = {
  caller: "signed-in",
  description: uploadToRoom.description,
  authorize: async (context, args) => {
    const granted = await uploadToRoom.authorize(context, args);
    if (granted.ok) {
      const { user, upload, access } = granted.value;
      return ok({ user, completed: null, uploadToRoom: { upload, access } });
    }
    const user = requireUser(context);
    if (!user.ok || granted.error !== "upload-not-found") return granted;
    return findCompleted({ ...context, ...user.value }, args.uploadId);
  },
};

async function findCompleted({ db, user }: SignedInContext, uploadId: UploadId): Promise<Result<SignedIn & CompletableUpload>> {
  const track = await findTrack(db, toTrackId(uploadId));
  if (track?.uploadedBy !== user.id) return fail("upload-not-found");
  return ok({ user, completed: track.id, uploadToRoom: null });
}
