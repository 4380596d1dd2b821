import { z } from "zod";
import type { TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { saveTrack, unsaveTrack } from "#db/queries/saved-tracks.ts";
import { idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { defineFunction, signedIn } from "#workers/functions/define.ts";
import { trackOfRoom } from "./track-requirement.ts";

const trackId = idOf<TrackId>();

/** Functions about tracks of other people that the caller keeps in their library. */
export const savedTrackFunctions = {
  save: defineFunction({
    kind: "mutation",
    access: trackOfRoom,
    summary:
      "Saves another person's track to the caller's library. It stays there until the caller removes it or its uploader deletes it.",
    returns: "null",
    args: z.strictObject({ roomId: roomIdOrUrl.describe("A room that has the track"), trackId }),
    handler: async ({ db, user, nowMs }, { trackId }): Promise<Result<null>> => {
      const isSaved = await saveTrack(db, { userId: user.id, trackId, nowMs });
      return isSaved ? ok(null) : fail("too-many-saved-tracks");
    },
  }),

  unsave: defineFunction({
    kind: "mutation",
    access: signedIn,
    summary:
      "Removes a saved track from the caller's library. Rooms keep it, and the library still lists it if a room of the caller has it.",
    returns: "null",
    args: z.strictObject({ trackId }),
    handler: async ({ db, user }, { trackId }): Promise<Result<null>> => {
      await unsaveTrack(db, user.id, trackId);
      return ok(null);
    },
  }),
};
