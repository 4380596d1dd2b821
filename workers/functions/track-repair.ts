import { z } from "zod";
import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import { levelsInTenths } from "#app/domain/track-analysis.ts";
import { mayTakeCover } from "#db/queries/track-edit.ts";
import { fillHeard } from "#db/queries/track-repair.ts";
import { findTrack, shownTrack } from "#db/queries/tracks.ts";
import { fixDurations, TRACKS_AT_ONCE } from "../media/fix-durations.ts";
import { coverKey } from "../media/keys.ts";
import { tellRooms } from "../room/tell-rooms.ts";
import { heard, hue, idOf } from "./arguments.ts";
import { signedInFunction } from "./define.ts";
import { accessTrack } from "./track-access.ts";

const trackId = idOf<TrackId>();

/** What should have been known of a track from the beginning. */
export const trackRepair = {
  tellHeard: signedInFunction("mutation", {
    summary:
      "Tells what the browser has measured in a track of the caller's, and its cover, where that is not known yet: of a file from a link. What is known stays.",
    returns: "`track` as it is now.",
    args: z.strictObject({
      trackId,
      heard,
      coverId: idOf<ObjectId>().optional().describe("As `POST /api/covers` has named it"),
      hue: hue.optional().describe("Dominant hue of the cover"),
    }),
    handler: async (context, { trackId, heard, coverId, hue = null }) => {
      const { db, user, nowMs } = context;
      const access = await accessTrack(context, { trackId, roomId: null });
      if (!access.ok) return access;
      const before = shownTrack(access.value.track);
      const cover = coverId ? { id: coverId, key: coverKey(coverId), hue } : null;
      if (cover && !(await mayTakeCover(db, user.id, { ...cover, nowMs }))) return fail("cover-not-found");
      await fillHeard(db, trackId, { heard: { ...heard, ...levelsInTenths(heard) }, cover, hue });
      const row = await findTrack(db, trackId);
      if (!row) return fail("track-not-found");
      const track = shownTrack(row);
      if (JSON.stringify(track) !== JSON.stringify(before)) await tellRooms(context, trackId);
      return ok({ track });
    },
  }),

  fixDurations: signedInFunction("mutation", {
    summary: `Looks at the stored bytes of the caller's tracks again, at most ${TRACKS_AT_ONCE} a call, and puts right the lengths that are wrong.`,
    returns:
      "`checked`, `wrong` and `fixed`: how many tracks; `nextCursor` for the call after this one; null: these were the last.",
    args: z.strictObject({
      cursor: z.strictObject({ createdAtMs: z.number().int(), id: trackId }).nullable().describe("null: from the beginning"),
    }),
    handler: async (context, { cursor }) => ok(await fixDurations(context, cursor)),
  }),
};
