import { z } from "zod";
import { can } from "#app/domain/access/permissions.ts";
import { CONTENT_TYPES, formatFromFileName } from "#app/domain/audio-files/audio-format.ts";
import type { ObjectId, UploadId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { findRoom } from "#db/queries/rooms.ts";
import {
  countUploads,
  findUpload,
  insertUploads,
  listOpenUploads,
  listUploadParts,
  markBegun,
  type UploadRow,
} from "#db/queries/uploads.ts";
import { newId } from "#workers/crypto/random.ts";
import { analysis, hue, idOf, roomIdOrUrl, sha256 } from "#workers/functions/arguments.ts";
import { type SignedInContext, signedInFunction } from "#workers/functions/define.ts";
import { audioKey } from "#workers/media/object-keys.ts";
import { loadAccessibleRoom, type RoomAccess } from "#workers/rooms/room-access.ts";
import { completeUpload } from "./complete-upload.ts";
import { discardUpload } from "./discard-upload.ts";

const uploadId = idOf<UploadId>();
const fileName = z.string().min(1).max(1000);

export const uploads = {
  announce: signedInFunction("mutation", {
    summary:
      "Announces the files of a batch for a room, in their order. What is not finished of it can be gone on with for seven days.",
    returns: "`uploadIds`, one for each file in the same order, and `partBytes`: the size of every part but the last.",
    args: z.strictObject({
      roomId: roomIdOrUrl,
      files: z
        .array(z.strictObject({ fileName, sizeBytes: z.number().int().min(0).describe("At most 2 GiB") }))
        .min(1)
        .max(uploadLimits.uploadsPerCall),
    }),
    handler: async (context, { roomId, files }) => {
      const { db, user, nowMs } = context;
      const access = await accessToAdd(context, roomId);
      if (!access.ok) return access;
      if (files.some(({ sizeBytes }) => sizeBytes === 0)) return fail("file-empty");
      if (files.some(({ sizeBytes }) => sizeBytes > uploadLimits.audioBytes)) return fail("file-too-large");
      if ((await countUploads(db, user.id)) + files.length > uploadLimits.uploadsOpenPerPerson) return fail("too-many-uploads");
      const announced = files.map((file) => ({
        id: newId<UploadId>(),
        audioObject: newId<ObjectId>(),
        fileName: file.fileName.slice(-255),
        sizeBytes: file.sizeBytes,
      }));
      const { id } = access.value.room;
      await insertUploads(db, { userId: user.id, roomId: id, createdAtMs: nowMs, files: announced });
      return ok({ uploadIds: announced.map((file) => file.id), partBytes: uploadLimits.partBytes });
    },
  }),

  begin: signedInFunction("mutation", {
    summary:
      "Begins a file, or goes on with it. Its parts are then put to `/api/uploads/{uploadId}/parts/{number}`, those that are not there yet.",
    returns: "`parts`: the numbers of those that are there.",
    args: z.strictObject({ uploadId, sha256: sha256.describe("Of the file, hex: what is stored in the end must have it") }),
    handler: async (context, args) => {
      const { db, user } = context;
      const upload = await findUpload(db, args.uploadId, user.id);
      if (!upload) return fail("upload-not-found");
      const access = await accessToAdd(context, upload.roomId);
      if (!access.ok) return access;
      if (upload.multipartId === "") await begin(context, upload, args.sha256);
      const begun = await findUpload(db, upload.id, user.id);
      if (!begun || !(await findRoom(db, upload.roomId))) return fail("upload-not-found");
      if (begun.sha256 !== args.sha256) return fail("upload-other-file");
      return ok({ parts: (await listUploadParts(db, upload.id)).map(({ number }) => number) });
    },
  }),

  list: signedInFunction("query", {
    summary: "The caller's unfinished files of a room, in the order in which they were announced.",
    returns:
      "`uploads`: `uploadId`, `fileName`, `sizeBytes`, `sha256` (null: not begun), `parts` that are there, `createdAtMs`.",
    args: z.strictObject({ roomId: roomIdOrUrl }),
    handler: async (context, { roomId }) => {
      const { db, user } = context;
      const access = await accessToAdd(context, roomId);
      if (!access.ok) return access;
      const open = await listOpenUploads(db, { userId: user.id, roomId: access.value.room.id });
      const shown = open.map(({ upload: { id, fileName, sizeBytes, sha256, createdAtMs }, parts }) => ({
        ...{ uploadId: id, fileName, sizeBytes, sha256, parts, createdAtMs },
      }));
      return ok({ uploads: shown });
    },
  }),

  complete: signedInFunction("mutation", {
    summary:
      "Joins the parts, looks at the stored bytes, and puts the track into the room's playlist. Safe to repeat: the track is added once.",
    returns: "`trackId`.",
    args: z.strictObject({
      uploadId,
      hue: hue.describe("Dominant hue of the cover"),
      analysis: analysis.nullable().describe(analysis.description ?? ""),
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

async function accessToAdd(context: SignedInContext, roomId: string): Promise<Result<RoomAccess>> {
  const access = await loadAccessibleRoom(context, roomId);
  return access.ok && !can(access.value.effectiveRole, "add-tracks") ? fail("forbidden") : access;
}

/** Nothing stays in the storage that no row knows of, be the upload given up in this moment or begun from another window. */
async function begin({ env, db }: SignedInContext, upload: UploadRow, hash: string): Promise<void> {
  const format = formatFromFileName(upload.fileName);
  // the type is a guess until the bytes are there; nobody reads the object before
  const contentType = format ? CONTENT_TYPES[format] : "application/octet-stream";
  const key = audioKey(upload.audioObject);
  const multipart = await env.MEDIA.createMultipartUpload(key, { httpMetadata: { contentType } });
  const isBegun = await markBegun(db, upload.id, { sha256: hash, multipartId: multipart.uploadId });
  if (!isBegun) await multipart.abort();
}
