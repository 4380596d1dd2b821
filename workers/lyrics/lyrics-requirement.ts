import type { TrackId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import { ownsTracks } from "#db/queries/track-removal.ts";
import { findRoomAudio } from "#db/queries/tracks.ts";
import type { AccessRequirement } from "#workers/functions/define.ts";
import { authorizeRoomAction } from "#workers/room-access/room-access.ts";

/** The uploader of a track, or people, guests included, who may listen to it in the room identified by `roomId`. */
export const readableLyrics: AccessRequirement<{ readonly trackId: TrackId; readonly roomId?: string | undefined }, object> = {
  caller: "anyone",
  description:
    "The uploader of the track, or everyone who may enter the room identified by `roomId`, which must have the track.",
  authorize: async (context, { trackId, roomId }) => {
    const { db, user } = context;
    if (user && (await ownsTracks(db, user.id, { ids: [trackId], includesDeleted: false }))) return ok({});
    if (roomId === undefined) return fail(user ? "track-not-found" : "login-required");
    const access = await authorizeRoomAction(context, roomId, "listen");
    if (!access.ok) return access;
    return (await findRoomAudio(db, access.value.room.id, trackId)) ? ok({}) : fail("track-not-found");
  },
};
