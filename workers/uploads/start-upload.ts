import { CONTENT_TYPES, guessAudioFormat } from "#app/domain/audio-files/audio-format.ts";
import type { ObjectId, UploadId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { findRoom } from "#db/queries/rooms.ts";
import {
  countUploads,
  findUpload,
  insertUploads,
  listUploadParts,
  markUploadStarted,
  type UploadRow,
} from "#db/queries/uploads.ts";
import { newId } from "#workers/crypto/random.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { hasDiskSpace } from "#workers/http/has-disk-space.ts";
import { audioKey } from "#workers/media/object-keys.ts";
import type { InRoom } from "#workers/room-access/room-requirement.ts";
import { readQuota } from "./quota.ts";
import type { OwnUpload } from "./upload-requirement.ts";

type Batch = {
  readonly files: readonly { readonly fileName: string; readonly sizeBytes: number }[];
};

/** Inserts the uploads of a batch. No bytes are sent yet. */
export async function announceFiles(
  { env, db, user, nowMs, access }: SignedInContext & InRoom,
  { files }: Batch,
): Promise<Result<{ readonly uploadIds: readonly UploadId[]; readonly partBytes: number }>> {
  if (files.some(({ sizeBytes }) => sizeBytes === 0)) return fail("file-empty");
  if (files.some(({ sizeBytes }) => sizeBytes > uploadLimits.audioBytes)) return fail("file-too-large");
  if (!(await hasDiskSpace(env))) return fail("disk-full");
  const announced = files.map((file) => ({
    id: newId<UploadId>(),
    audioObject: newId<ObjectId>(),
    fileName: file.fileName.slice(-255),
    sizeBytes: file.sizeBytes,
  }));
  const quota = readQuota(env);
  const isInserted = await insertUploads(
    db,
    { userId: user.id, roomId: access.room.id, createdAtMs: nowMs, files: announced },
    quota,
  );
  if (!isInserted) {
    const counted = await countUploads(db, user.id);
    if (counted.uploads + files.length > quota.uploads) return fail("too-many-uploads");
    return fail(counted.tracks + files.length > quota.tracks ? "too-many-tracks" : "storage-full");
  }
  return ok({ uploadIds: announced.map(({ id }) => id), partBytes: uploadLimits.partBytes });
}

/** Starts or resumes an upload. Returns the numbers of the parts that are stored already. */
export async function startUpload(
  context: SignedInContext & OwnUpload,
  sha256: string,
): Promise<Result<{ readonly parts: readonly number[] }>> {
  const { db, user, upload: announced } = context;
  if (announced.multipartId === "") await createMultipartUpload(context, announced, sha256);
  const upload = await findUpload(db, announced.id, user.id);
  if (!upload || !(await findRoom(db, upload.roomId))) return fail("upload-not-found");
  if (upload.sha256 !== sha256) return fail("upload-file-mismatch");
  return ok({ parts: (await listUploadParts(db, upload.id)).map(({ number }) => number) });
}

/** Aborts the multipart upload if the upload was discarded, or started by another page, so that R2 has none without a row. */
async function createMultipartUpload({ env, db }: SignedInContext, upload: UploadRow, sha256: string): Promise<void> {
  const format = guessAudioFormat(upload.fileName);
  // guessed from the file name, because R2 needs the type before the bytes
  const contentType = format ? CONTENT_TYPES[format] : "application/octet-stream";
  const key = audioKey(upload.audioObject);
  const multipart = await env.MEDIA.createMultipartUpload(key, { httpMetadata: { contentType } });
  const isStarted = await markUploadStarted(db, upload.id, { sha256, multipartId: multipart.uploadId });
  if (!isStarted) await multipart.abort();
}
