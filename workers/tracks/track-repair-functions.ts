import { z } from "zod";
import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { levelsInTenths } from "#app/domain/tracks/track-analysis.ts";
import { mayTakeCover } from "#db/queries/track-edit.ts";
import { fillMissingAnalysis, listTracksWithoutAnalysis, type RepairResult } from "#db/queries/track-repair.ts";
import { findTrack, type TrackRow, toTrack } from "#db/queries/tracks.ts";
import { analysis, hue, idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { type SignedInContext, signedInFunction } from "#workers/functions/define.ts";
import { coverKey } from "#workers/media/object-keys.ts";
import { mayFixDurations } from "#workers/rate-limits/rate-limits.ts";
import { loadAccessibleRoom } from "#workers/rooms/room-access.ts";
import { fixDurations, TRACKS_AT_ONCE } from "./fix-durations.ts";
import { notifyRooms } from "./notify-rooms.ts";
import { accessTrack } from "./track-access.ts";

const trackId = idOf<TrackId>();

/** What should have been known of a track from the beginning. */
export const trackRepair = {
  listTracksWithoutAnalysis: signedInFunction("query", {
    summary: "Tracks of the caller's in a room that no browser has listened to yet: files from links.",
    returns: "`tracks`, the newest first, at most 50, none above 200 MiB.",
    args: z.strictObject({ roomId: roomIdOrUrl }),
    handler: async (context, { roomId }) => {
      const access = await loadAccessibleRoom(context, roomId);
      if (!access.ok) return access;
      const { db, user } = context;
      return ok({ tracks: (await listTracksWithoutAnalysis(db, user.id, access.value.room.id)).map(toTrack) });
    },
  }),

  setAnalysis: signedInFunction("mutation", {
    summary:
      "Tells what the browser has measured in a track of the caller's, and its cover, where that is not known yet: of a file from a link. What is known stays.",
    returns: "`track` as it is now.",
    args: z.strictObject({
      trackId,
      analysis: analysis.nullable().describe("Null: the browser cannot listen to it, and nobody is to try again"),
      coverId: idOf<ObjectId>().optional().describe("As `POST /api/covers` has named it"),
      hue: hue.optional().describe("Dominant hue of the cover"),
    }),
    handler: async (context, { trackId, analysis, coverId, hue = null }) => {
      const { db, user, nowMs } = context;
      const access = await accessTrack(context, { trackId, roomId: null });
      if (!access.ok) return access;
      const cover = coverId ? { id: coverId, key: coverKey(coverId), hue } : null;
      if (cover && !(await mayTakeCover(db, user.id, { ...cover, nowMs }))) return fail("cover-not-found");
      const inTenths = analysis && { ...analysis, ...levelsInTenths(analysis) };
      const telling = fill(context, access.value.track, { analysis: inTenths, cover, hue, nowMs });
      // who hangs up now leaves nothing half done
      context.waitUntil(telling.catch(() => undefined));
      return telling;
    },
  }),

  fixDurations: signedInFunction("mutation", {
    summary: `Looks at the stored bytes of the caller's tracks again, at most ${TRACKS_AT_ONCE} a call, and puts right the lengths that are wrong.`,
    returns:
      "`checked`, `wrong` and `fixed`: how many tracks; `nextCursor` for the call after this one; null: these were the last.",
    args: z.strictObject({
      cursor: z.strictObject({ createdAtMs: z.number().int(), id: trackId }).nullable().describe("null: from the beginning"),
    }),
    handler: async (context, { cursor }) => {
      const { db, user, nowMs } = context;
      if (!(await mayFixDurations(db, user.id, nowMs))) return fail("too-many-attempts");
      return ok(await fixDurations(context, cursor));
    },
  }),
};

async function fill(
  context: SignedInContext,
  before: TrackRow,
  found: RepairResult,
): Promise<Result<{ readonly track: Track }>> {
  const { db } = context;
  await fillMissingAnalysis(db, before.id, found);
  const row = await findTrack(db, before.id);
  if (!row) return fail("track-not-found");
  const track = toTrack(row);
  if (JSON.stringify(track) !== JSON.stringify(toTrack(before))) await notifyRooms(context, row.id);
  return ok({ track });
}
