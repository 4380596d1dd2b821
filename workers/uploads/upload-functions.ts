import { z } from "zod";
import type { UploadId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { listOpenUploads, readStoredBytes } from "#db/queries/uploads.ts";
import { analysis, hue, idOf, lyricsText, roomIdOrUrl, sha256 } from "#workers/functions/arguments.ts";
import { defineFunction, signedIn } from "#workers/functions/define.ts";
import { roomAction } from "#workers/room-access/room-requirement.ts";
import { completeUpload } from "./complete-upload.ts";
import { discardUpload } from "./discard-upload.ts";
import { readQuota } from "./quota.ts";
import { announceFiles, startUpload } from "./start-upload.ts";
import { completableUpload, ownUpload, uploadToRoom } from "./upload-requirement.ts";

const uploadId = idOf<UploadId>();
const fileName = z.string().min(1).max(1000);

/** Functions about uploads. Their bytes are sent to `upload-routes.ts`. */
export const uploadFunctions = {
  announce: defineFunction({
    kind: "mutation",
    access: roomAction("roomId", "add-tracks"),
    summary: "Announces a batch of files for a room. An unfinished upload can be resumed for seven days.",
    returns: "`uploadIds`, one per file in the same order; `partBytes`, the size of every part except the last.",
    args: z.strictObject({
      roomId: roomIdOrUrl,
      files: z
        .array(z.strictObject({ fileName, sizeBytes: z.number().int().min(0).describe("At most 2 GiB") }))
        .min(1)
        .max(uploadLimits.uploadsPerCall),
    }),
    handler: announceFiles,
  }),

  begin: defineFunction({
    kind: "mutation",
    access: uploadToRoom,
    summary:
      "Starts or resumes an upload. The client then sends the missing parts with `PUT /api/uploads/{uploadId}/parts/{number}`.",
    returns: "`parts`: the numbers of the parts that are stored already.",
    args: z.strictObject({ uploadId, sha256: sha256.describe("SHA-256 of the file, hex; the stored bytes must match it") }),
    handler: (context, { sha256 }) => startUpload(context, sha256),
  }),

  list: defineFunction({
    kind: "query",
    access: roomAction("roomId", "add-tracks"),
    summary: "Lists the caller's unfinished uploads to a room, in the order in which they were announced.",
    returns:
      "`uploads`, each with `uploadId`, `fileName`, `sizeBytes`, `sha256` (null if not started), `parts` (the number of stored parts) and `createdAtMs`.",
    args: z.strictObject({ roomId: roomIdOrUrl }),
    handler: async ({ db, user, access }) => {
      const open = await listOpenUploads(db, { userId: user.id, roomId: access.room.id });
      const uploads = open.map(({ upload: { id, fileName, sizeBytes, sha256, createdAtMs }, parts }) => {
        return { uploadId: id, fileName, sizeBytes, sha256, parts, createdAtMs };
      });
      return ok({ uploads });
    },
  }),

  getStorage: defineFunction({
    kind: "query",
    access: signedIn,
    summary: "How much the caller's tracks and unfinished uploads take.",
    returns: "`usedBytes` and `limitBytes`.",
    args: z.strictObject({}),
    handler: async ({ env, db, user }) => {
      return ok({ usedBytes: await readStoredBytes(db, user.id), limitBytes: readQuota(env).bytes });
    },
  }),

  complete: defineFunction({
    kind: "mutation",
    access: completableUpload,
    summary:
      "Joins the parts, inspects the stored bytes and adds the track to the end of the room's playlist. Safe to repeat: the track is added once.",
    returns: "`trackId`",
    args: z.strictObject({
      uploadId,
      hue: hue.describe("Dominant hue of the cover"),
      analysis: analysis.nullable().describe(analysis.description ?? ""),
      lyrics: lyricsText.optional().describe("Lyrics that replace those in the file's tags: plain text or LRC"),
    }),
    handler: async (context, completion) => {
      const { completed, uploadToRoom } = context;
      return uploadToRoom ? completeUpload(context, uploadToRoom, completion) : ok({ trackId: completed });
    },
  }),

  cancel: defineFunction({
    kind: "mutation",
    access: ownUpload,
    summary: "Cancels an upload and deletes its stored bytes.",
    returns: "null",
    args: z.strictObject({ uploadId }),
    handler: async ({ env, db, upload }) => {
      await discardUpload(env, db, upload);
      return ok(null);
    },
  }),
};
