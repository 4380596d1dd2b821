import { z } from "zod";
import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { roundLevels } from "#app/domain/tracks/track-analysis.ts";
import { canUseCover } from "#db/queries/track-edit.ts";
import { fillMissingAnalysis, listTracksWithoutAnalysis, type TrackMeasurement } from "#db/queries/track-repair.ts";
import { findTrack, type TrackRow, toTrack } from "#db/queries/tracks.ts";
import { analysis, hue, idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { defineFunction, type SignedInContext, signedIn } from "#workers/functions/define.ts";
import { runToCompletion } from "#workers/http/run-to-completion.ts";
import { coverKey } from "#workers/media/object-keys.ts";
import { allowDurationFix } from "#workers/rate-limits/user-limits.ts";
import { roomAction } from "#workers/room-access/room-requirement.ts";
import { fixDurations, TRACKS_PER_CALL } from "./fix-durations.ts";
import { notifyRooms } from "./notify-rooms.ts";
import { measurableTrack } from "./track-requirement.ts";

const trackId = idOf<TrackId>();

/** Functions that add or correct measured data of existing tracks. */
export const trackRepairFunctions = {
  listTracksWithoutAnalysis: defineFunction({
    kind: "query",
    access: roomAction("roomId", "listen"),
    summary: "Lists the caller's tracks in a room that have no track analysis yet, because they were imported.",
    returns: "`tracks`: at most 50, the newest first, none larger than 200 MiB.",
    args: z.strictObject({
      roomId: roomIdOrUrl,
      trackId: trackId.optional().describe("Lists only this track, which another person may have uploaded"),
    }),
    handler: async ({ db, user, access }, { trackId = null }) => {
      const tracks = await listTracksWithoutAnalysis(db, access.room.id, trackId ? { trackId } : { uploadedBy: user.id });
      return ok({ tracks: tracks.map(toTrack) });
    },
  }),

  setAnalysis: defineFunction({
    kind: "mutation",
    access: measurableTrack,
    summary:
      "Stores the analysis that a browser has made of a track, and the cover of the caller's own. Values that are already stored do not change.",
    returns: "`track` after the change.",
    args: z.strictObject({
      trackId,
      roomId: roomIdOrUrl.optional().describe("The room in which the caller has listened to another person's track"),
      analysis: analysis.nullable().describe("Null if the browser cannot decode the track; then no browser tries again"),
      coverId: idOf<ObjectId>().optional().describe("A cover from `POST /api/covers`"),
      hue: hue.optional().describe("Dominant hue of the cover"),
    }),
    handler: async (context, { analysis, coverId, hue = null }) => {
      const { db, user, nowMs, measured } = context;
      // one browser that cannot decode the track must not keep its uploader's from trying
      if (!measured.isOwn && (analysis === null || coverId !== undefined || hue !== null)) return fail("forbidden");
      const cover = coverId ? { id: coverId, key: coverKey(coverId), hue } : null;
      if (cover && !(await canUseCover(db, user.id, { ...cover, nowMs }))) return fail("cover-not-found");
      const rounded = analysis && { ...analysis, ...roundLevels(analysis) };
      const measurement = { analysis: rounded, cover, hue, nowMs };
      return runToCompletion(context, () => storeMeasurement(context, measured.track, measurement));
    },
  }),

  fixDurations: defineFunction({
    kind: "action",
    access: signedIn,
    summary: `Corrects the durations of the caller's tracks from their stored bytes, at most ${TRACKS_PER_CALL} tracks per call.`,
    returns: "`checked`, `wrong` and `fixed`: numbers of tracks; `nextCursor` for the next call, null after the last track.",
    args: z.strictObject({
      cursor: z
        .strictObject({ createdAtMs: z.number().int(), id: trackId })
        .nullable()
        .describe("Null starts with the oldest track"),
    }),
    handler: async (context, { cursor }) => {
      const { db, user, nowMs } = context;
      const allowed = await allowDurationFix(db, user.id, nowMs);
      if (!allowed.ok) return allowed;
      return ok(await fixDurations(context, cursor));
    },
  }),
};

async function storeMeasurement(
  context: SignedInContext,
  before: TrackRow,
  measurement: TrackMeasurement,
): Promise<Result<{ readonly track: Track }>> {
  const { db } = context;
  await fillMissingAnalysis(db, before.id, measurement);
  const row = await findTrack(db, before.id);
  if (!row) return fail("track-not-found");
  const track = toTrack(row);
  if (JSON.stringify(track) !== JSON.stringify(toTrack(before))) await notifyRooms(context, row.id);
  return ok({ track });
}
