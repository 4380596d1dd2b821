import type { ObjectId, RoomId, TrackId, UploadId } from "#app/domain/ids.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { findTrack } from "#db/queries/tracks.ts";
import {
  findUpload,
  insertUploads,
  markUploadStarted,
  readStoredBytes,
  saveUploadPart,
  setFetchedFile,
  type UploadRow,
} from "#db/queries/uploads.ts";
import { newId } from "#workers/crypto/random.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { audioKey } from "#workers/media/object-keys.ts";
import { completeUpload } from "#workers/uploads/complete-upload.ts";
import { discardUpload } from "#workers/uploads/discard-upload.ts";
import { readQuota } from "#workers/uploads/quota.ts";
import { toTrackId } from "#workers/uploads/upload-ids.ts";
import { type UploadToRoom, uploadToRoom } from "#workers/uploads/upload-requirement.ts";
import { type FetchedLink, fetchLink } from "./fetch-link.ts";
import { type LinkFailure, SPLIT_CODES, toFailure } from "./link-failure.ts";
import { SplitError, splitParts } from "./split-parts.ts";

export type LinkProgress = { readonly receivedBytes: number; readonly totalBytes: number | null };

type LinkImport = {
  readonly roomId: RoomId;
  readonly link: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LinkProgress) => void;
};

const HEADERS_WITHIN_MS = 15 * SECOND_MS;
const STALLED_AFTER_MS = 30 * SECOND_MS;
const IMPORT_WITHIN_MS = 30 * MINUTE_MS;

/** Fetches the file that a link leads to, stores it while it arrives, and makes a track of it. A failed import leaves no data. */
export async function importFromLink(context: SignedInContext, request: LinkImport): Promise<Result<TrackId, LinkFailure>> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(IMPORT_WITHIN_MS)]);
  const quota = readQuota(context.env);
  const bytesLeft = quota.bytes - (await readStoredBytes(context.db, context.user.id));
  if (bytesLeft < importLimits.linkBytesMin) return fail({ code: "storage-full" });
  const maxBytes = Math.min(uploadLimits.audioBytes, bytesLeft);
  const fetched = await fetchLink(request.link, {
    isLoopbackAllowed: () => context.env.LINK_LOOPBACK === "allow",
    maxBytes,
    headersWithinMs: HEADERS_WITHIN_MS,
    signal,
  });
  if (!fetched.ok) return fail(toFailure(fetched.error));
  const stored = await storeFile(context, fetched.value, { ...request, signal, maxBytes });
  if (!stored.ok) return stored;
  // the user may have lost the right to add tracks since the fetch began
  const granted = await uploadToRoom.authorize(context, { uploadId: stored.value });
  if (!granted.ok) return fail({ code: granted.error });
  return makeTrack(context, granted.value);
}

async function makeTrack(context: SignedInContext, granted: UploadToRoom): Promise<Result<TrackId, LinkFailure>> {
  try {
    const completed = await completeUpload(context, granted, { hue: null, analysis: null });
    return completed.ok ? ok(completed.value.trackId) : fail({ code: completed.error });
  } catch (error) {
    logError("link", error, { user: context.user.id });
    const isInLibrary = (await findTrack(context.db, toTrackId(granted.upload.id))) !== null;
    return fail({ code: isInLibrary ? "import-not-added" : "import-failed" });
  }
}

/** Stores the fetched body as an upload, which is discarded if the file is not accepted. */
async function storeFile(
  context: SignedInContext,
  { fileName, body, sizeBytes: totalBytes }: FetchedLink,
  { roomId, signal, onProgress, maxBytes }: LinkImport & { readonly maxBytes: number },
): Promise<Result<UploadId, LinkFailure>> {
  const { env, db, user } = context;
  const upload = await startUpload(context, roomId, fileName).catch(async (error) => {
    await body.cancel();
    throw error;
  });
  if (!upload) {
    await body.cancel();
    return fail({ code: "too-many-uploads" });
  }
  try {
    const parts = splitParts(body, uploadLimits.partBytes, { maxBytes, stalledAfterMs: STALLED_AFTER_MS, signal });
    const stored = await storeParts(context, { upload, parts }, (receivedBytes) => onProgress({ receivedBytes, totalBytes }));
    const refusal = checkSize(stored.sizeBytes, totalBytes);
    if (refusal) {
      await discardUpload(env, db, upload);
      return fail(refusal);
    }
    if (await setFetchedFile(db, upload, { fetched: stored, quota: readQuota(env) })) return ok(upload.id);
    await discardUpload(env, db, upload);
    return fail({ code: "storage-full" });
  } catch (error) {
    await discardUpload(env, db, upload);
    if (error instanceof SplitError) return fail({ code: SPLIT_CODES[error.failure] });
    logError("link", error, { user: user.id });
    return fail({ code: "import-failed" });
  }
}

/** Uploads the parts to R2 one by one, and hashes them. */
async function storeParts(
  { env, db }: SignedInContext,
  { upload, parts }: { readonly upload: UploadRow; readonly parts: AsyncIterable<Uint8Array> },
  onReceived: (receivedBytes: number) => void,
): Promise<{ readonly sizeBytes: number; readonly sha256: string }> {
  const multipart = env.MEDIA.resumeMultipartUpload(audioKey(upload.audioObject), upload.multipartId);
  const digest = new crypto.DigestStream("SHA-256");
  const hash = digest.getWriter();
  let sizeBytes = 0;
  let number = 0;
  for await (const part of parts) {
    number += 1;
    await hash.write(part);
    const { etag } = await multipart.uploadPart(number, part);
    await saveUploadPart(db, { uploadId: upload.id, number, etag });
    sizeBytes += part.byteLength;
    onReceived(sizeBytes);
  }
  await hash.close();
  return { sizeBytes, sha256: Buffer.from(await digest.digest).toString("hex") };
}

function checkSize(sizeBytes: number, totalBytes: number | null): LinkFailure | null {
  if (totalBytes !== null && sizeBytes < totalBytes) return { code: "link-broken" };
  if (sizeBytes < importLimits.linkBytesMin) return { code: "link-too-small", detail: { kb: Math.round(sizeBytes / 1000) } };
  return null;
}

/** Starts an upload of unknown size. If the import is interrupted, the sweep discards it. Null if the user has too many uploads. */
async function startUpload(
  { env, db, user, nowMs }: SignedInContext,
  roomId: RoomId,
  fileName: string,
): Promise<UploadRow | null> {
  const [id, audioObject] = [newId<UploadId>(), newId<ObjectId>()];
  const file = { id, audioObject, fileName: fileName.slice(-255), sizeBytes: 0 };
  const batch = { userId: user.id, roomId, createdAtMs: nowMs, files: [file] };
  if (!(await insertUploads(db, batch, readQuota(env)))) return null;
  const multipart = await env.MEDIA.createMultipartUpload(audioKey(audioObject));
  const isStarted = await markUploadStarted(db, id, { sha256: null, multipartId: multipart.uploadId });
  const upload = isStarted ? await findUpload(db, id, user.id) : null;
  if (upload) return upload;
  await multipart.abort();
  throw new Error("the room was deleted");
}
