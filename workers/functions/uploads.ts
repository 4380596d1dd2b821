import { z } from "zod";
import { CONTENT_TYPES, formatFromFileName } from "#app/domain/audio-format.ts";
import type { ObjectId, UploadId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import { can } from "#app/domain/permissions.ts";
import { fail, ok } from "#app/domain/result.ts";
import { findRoom } from "#db/queries/rooms.ts";
import { countUploads, findUpload, insertUpload, type UploadRow } from "#db/queries/uploads.ts";
import { logFault } from "../http/log.ts";
import { completeUpload } from "../media/complete-upload.ts";
import { discardUpload } from "../media/discard-upload.ts";
import { audioKey } from "../media/keys.ts";
import { newId } from "../random.ts";
import { idOf, roomIdOrUrl } from "./arguments.ts";
import { signedInFunction } from "./define.ts";
import { accessRoom } from "./room-access.ts";

const uploadId = idOf<UploadId>();
const tag = z.string().max(5000);

export const uploads = {
  begin: signedInFunction("mutation", {
    summary: "Announces a file for a room. Its parts are then put to `/api/uploads/{uploadId}/parts/{number}`.",
    returns: "`uploadId`, and `partBytes`: the size of every part but the last.",
    args: z.strictObject({
      roomId: roomIdOrUrl,
      fileName: z.string().min(1).max(1000),
      sizeBytes: z.number().int().min(0).describe("At most 2 GiB"),
    }),
    handler: async (context, { roomId, fileName, sizeBytes }) => {
      const { env, db, user, nowMs } = context;
      const access = await accessRoom(context, roomId);
      if (!access.ok) return access;
      if (!can(access.value.standing, "add-tracks")) return fail("forbidden");
      if (sizeBytes === 0) return fail("file-empty");
      if (sizeBytes > limits.audioBytes) return fail("file-too-large");
      const format = formatFromFileName(fileName);
      if ((await countUploads(db, user.id)) >= limits.uploadsOpenPerPerson) return fail("too-many-uploads");
      const audioObject = newId<ObjectId>();
      // the type is a guess until the bytes are there; nobody reads the object before
      const contentType = format ? CONTENT_TYPES[format] : "application/octet-stream";
      const multipart = await env.MEDIA.createMultipartUpload(audioKey(audioObject), { httpMetadata: { contentType } });
      const upload: UploadRow = {
        id: newId<UploadId>(),
        userId: user.id,
        roomId: access.value.room.id,
        fileName: fileName.slice(-255),
        sizeBytes,
        audioObject,
        multipartId: multipart.uploadId,
        coverObject: null,
        createdAtMs: nowMs,
        discardedAtMs: null,
      };
      // nothing stays in the storage that no row knows of, be the room removed in this moment
      const isKept = await insertUpload(db, upload).then(
        () => findRoom(db, upload.roomId),
        (error) => logFault("upload-begin", error),
      );
      if (isKept) return ok({ uploadId: upload.id, partBytes: limits.partBytes });
      await discardUpload(env, db, upload);
      return fail("room-not-found");
    },
  }),

  complete: signedInFunction("mutation", {
    summary:
      "Joins the parts, looks at the stored bytes, and puts the track into the room's playlist. Safe to repeat: the track is added once.",
    returns: "`trackId`.",
    args: z.strictObject({
      uploadId,
      tags: z.strictObject({
        title: tag.describe("Empty: taken from the file's name"),
        artist: tag,
        album: tag,
        genre: tag,
        year: z.number().int().nullable(),
      }),
      hue: z.number().int().min(0).max(359).nullable().describe("Dominant hue of the cover"),
    }),
    handler: (context, args) => completeUpload(context, args),
  }),

  cancel: signedInFunction("mutation", {
    summary: "Gives a file up. What was sent of it is removed.",
    returns: "null",
    args: z.strictObject({ uploadId }),
    handler: async ({ env, db, user }, args) => {
      const upload = await findUpload(db, args.uploadId, user.id);
      if (!upload) return fail("upload-not-found");
      await discardUpload(env, db, upload);
      return ok(null);
    },
  }),
};
