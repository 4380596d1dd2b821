import { z } from "zod";
import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import { findPeople } from "#db/queries/profile.ts";
import { toTrack } from "#db/queries/tracks.ts";
import { takeTurn } from "#workers/audio-inspection/take-turns.ts";
import { hue, idOf, roomIdOrUrl, timeMs } from "#workers/functions/arguments.ts";
import { both, defineFunction } from "#workers/functions/define.ts";
import { allowStoredFileRead } from "#workers/rate-limits/user-limits.ts";
import { roomAction } from "#workers/room-access/room-requirement.ts";
import { editTrack } from "./edit-track.ts";
import { readTrackTags } from "./track-file.ts";
import { editableTrack, ownTrack } from "./track-requirement.ts";
import { undoEdition } from "./undo-edition.ts";

const trackId = idOf<TrackId>();
const roomId = roomIdOrUrl.optional().describe("A room that has the track; required unless the caller uploaded it");
const text = z.string().max(5000).optional();
/** The year of a track has narrower limits, and an error of its own. */
const year = z.number().min(-1e9).max(1e9);
const tags = { title: text, artist: text, album: text, genre: text, year: year.nullable().optional() };
const expected = z
  .strictObject({ ...tags, cover: idOf<ObjectId>().nullable().optional(), lyricsAtMs: timeMs.nullable().optional() })
  .describe("The values that the caller believes to be current. If others are stored, nothing changes: `changed-since`");

/** Functions that edit a track's metadata. */
export const trackEditFunctions = {
  get: defineFunction({
    kind: "query",
    access: editableTrack,
    summary: "Returns a track and the person who uploaded it.",
    returns: "`track`; `uploader`: `id`, `name` and `avatar`, null if the account was deleted.",
    args: z.strictObject({ trackId, roomId }),
    handler: async ({ db, editable: { track } }) => {
      const [uploader = null] = await findPeople(db, [track.uploadedBy]);
      return ok({ track: toTrack(track), uploader });
    },
  }),

  update: defineFunction({
    kind: "mutation",
    access: editableTrack,
    summary:
      "Changes a track's tags and cover. The uploader changes the track in every room. Another member who may arrange its entries in a room makes an edition: their own copy of the metadata, which replaces the track in that room only.",
    returns:
      "`trackId`, which is a new id if an edition was made, `track` after the change, and `former`, the track before it.",
    args: z.strictObject({
      trackId,
      roomId,
      changes: z.strictObject(tags).describe("The fields to change"),
      cover: z
        .strictObject({ id: idOf<ObjectId>(), hue })
        .nullable()
        .optional()
        .describe(
          "A cover from `POST /api/covers` or of a track of the library; null removes the cover; omit it to keep the cover",
        ),
      expected: expected.optional(),
    }),
    handler: (context, { changes, cover, expected }) => editTrack(context, context.editable, { changes, cover, expected }),
  }),

  undoEdition: defineFunction({
    kind: "mutation",
    access: both(ownTrack, roomAction("roomId", "arrange-own-entries")),
    summary:
      "Undoes the edit that made an edition: its entries in the room that the caller may arrange play the original again. The edition is deleted, unless another room has it or another person has saved it.",
    returns: "`track`: the original.",
    args: z.strictObject({ trackId, originalId: trackId, roomId: roomIdOrUrl, expected }),
    handler: (context, { originalId, expected }) => undoEdition(context, { originalId, expected }),
  }),

  readTags: defineFunction({
    kind: "query",
    access: editableTrack,
    summary: "Reads a track's tags again from its stored bytes.",
    returns:
      "`tags`: title, artist, album, genre, year; `hasCover`: whether `/media/picture/{trackId}` has a picture; `lyrics`, or null.",
    args: z.strictObject({ trackId, roomId }),
    handler: async ({ env, db, user, nowMs, editable: { track } }) => {
      const allowed = await allowStoredFileRead(db, user.id, nowMs);
      if (!allowed.ok) return allowed;
      const read = await takeTurn(user.id, () => readTrackTags(env, track));
      return read ? ok({ tags: read.tags, hasCover: read.picture !== null, lyrics: read.lyrics }) : fail("audio-damaged");
    },
  }),
};
