import { z } from "zod";
import type { TrackId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import { findLyrics } from "#db/queries/lyrics.ts";
import { idOf, lyricsText, roomIdOrUrl, timeMs } from "#workers/functions/arguments.ts";
import { defineFunction } from "#workers/functions/define.ts";
import { editableTrack } from "#workers/tracks/track-requirement.ts";
import { readableLyrics } from "./lyrics-requirement.ts";
import { setLyrics } from "./set-lyrics.ts";

const trackId = idOf<TrackId>();
const roomId = roomIdOrUrl.optional().describe("A room that has the track; required unless the caller uploaded it");

export const lyricsFunctions = {
  get: defineFunction({
    kind: "query",
    access: readableLyrics,
    summary: "Returns the lyrics of a track.",
    returns: "`text`: plain text, or LRC with a time before each line; `updatedAtMs`. Both are null without lyrics.",
    args: z.strictObject({ trackId, roomId }),
    handler: async ({ db }, args) => ok(await findLyrics(db, args.trackId)),
  }),

  set: defineFunction({
    kind: "mutation",
    access: editableTrack,
    summary:
      "Replaces the lyrics of a track. The uploader changes the track in every room. Another member who may arrange its entries in a room makes an edition, as with `tracks.update`.",
    returns:
      "`trackId`, which is a new id if an edition was made; `updatedAtMs`, null without lyrics; `formerText`, with which the change can be undone, or null.",
    args: z.strictObject({
      trackId,
      roomId,
      text: lyricsText.describe(
        "Plain text or LRC, at most 65,536 characters and 2,000 lines; without words, the lyrics are removed",
      ),
      expectedUpdatedAtMs: timeMs
        .nullable()
        .optional()
        .describe("`updatedAtMs` of the lyrics that were edited, or null; fails with `changed-since` if it differs"),
    }),
    handler: (context, { text, expectedUpdatedAtMs }) =>
      setLyrics(context, context.editable, { text, expectedAtMs: expectedUpdatedAtMs }),
  }),
};
