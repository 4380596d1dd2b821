import { z } from "zod";
import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import { hue, idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { signedInFunction } from "#workers/functions/define.ts";
import { mayReadFile } from "#workers/rate-limits/rate-limits.ts";
import { editTrack } from "./edit-track.ts";
import { accessTrack } from "./track-access.ts";
import { readTrackFile } from "./track-file.ts";

const trackId = idOf<TrackId>();
const roomId = roomIdOrUrl.optional().describe("A room that holds it, for whoever has not uploaded it");
const text = z.string().max(5000).optional();

/** What is said of a track. */
export const trackEdit = {
  update: signedInFunction("mutation", {
    summary:
      "Changes a track's tags and cover. Its uploader changes it in every room; anyone else makes an edition of their own for the one room, where they may arrange its entries.",
    returns: "`trackId`, which is another than before for an edition, and `track` as it is now.",
    args: z.strictObject({
      trackId,
      roomId,
      changes: z
        .strictObject({ title: text, artist: text, album: text, genre: text, year: z.number().nullable().optional() })
        .describe("Only what is to change"),
      cover: z
        .strictObject({ id: idOf<ObjectId>(), hue })
        .nullable()
        .optional()
        .describe("As `POST /api/covers` has named it, or that of a track of the library; null: none; left out: it stays"),
    }),
    handler: (context, { roomId = null, ...wanted }) => editTrack(context, { ...wanted, roomId, cover: wanted.cover }),
  }),

  readTags: signedInFunction("query", {
    summary: "What a track's file says of itself, read again from the stored bytes. For whoever may change the track.",
    returns: "`tags`: title, artist, album, genre, year; and `hasCover`: there is one at `/media/picture/{trackId}`.",
    args: z.strictObject({ trackId, roomId }),
    handler: async (context, { trackId, roomId = null }) => {
      const access = await accessTrack(context, { trackId, roomId });
      if (!access.ok) return access;
      if (!(await mayReadFile(context.db, context.user.id, context.nowMs))) return fail("too-many-attempts");
      const read = await readTrackFile(context.env, access.value.track);
      return read ? ok({ tags: read.tags, hasCover: read.picture !== null }) : fail("audio-damaged");
    },
  }),
};
