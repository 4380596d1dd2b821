import type { EntryId, ObjectId, RoomId, TrackId, UploadId } from "#app/domain/ids.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { findSession } from "#db/queries/sessions.ts";
import { findTrack } from "#db/queries/tracks.ts";
import {
  completeDownload,
  countUploads,
  findUpload,
  insertUploads,
  markUploadStarted,
  readStoredBytes,
  reserveDownload,
  saveUploadPart,
  type UploadRow,
} from "#db/queries/uploads.ts";
import { newId } from "#workers/crypto/random.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { hasDiskSpace } from "#workers/http/has-disk-space.ts";
import { logError } from "#workers/http/log-error.ts";
import { toErrorCode } from "#workers/http/to-error-code.ts";
import { audioKey } from "#workers/media/object-keys.ts";
import { completeUpload } from "#workers/uploads/complete-upload.ts";
import { discardUpload } from "#workers/uploads/discard-upload.ts";
import { readQuota } from "#workers/uploads/quota.ts";
import { toTrackId } from "#workers/uploads/upload-ids.ts";
import { type UploadToRoom, uploadToRoom } from "#workers/uploads/upload-requirement.ts";
import { type FetchedLink, type FetchOptions, fetchLink } from "./fetch-link.ts";
import { type LinkFailure, SPLIT_CODES, toFailure } from "./link-failure.ts";
import { SplitError, splitParts } from "./split-parts.ts";

export type LinkProgress = { readonly receivedBytes: number; readonly totalBytes: number | null };

export type Download = {
  readonly roomId: RoomId;
  readonly link: string;
  /** The id of the upload, from which that of the track is derived. */
  readonly uploadId: UploadId;
  /** Names the track if its tags do not. Null for the name that the server sends. */
  readonly fileName: string | null;
  readonly fetching: Pick<FetchOptions, "isLoopbackAllowed" | "privateOrigin" | "fetch">;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LinkProgress) => void;
};

const HEADERS_WITHIN_MS = 15 * SECOND_MS;
const STALLED_AFTER_MS = 30 * SECOND_MS;
/** The longest time of a download. */
export const DOWNLOAD_WITHIN_MS = 30 * MINUTE_MS;

/** Downloads a file into an upload, whose bytes are stored while they arrive. A failed download leaves no data. */
export async function storeDownload(context: SignedInContext, download: Download): Promise<Result<null, LinkFailure>> {
  const signal = AbortSignal.any([download.signal, AbortSignal.timeout(DOWNLOAD_WITHIN_MS)]);
  if (!(await hasDiskSpace(context.env))) return fail({ code: "disk-full" });
  const quota = readQuota(context.env);
  const bytesLeft = quota.bytes - (await readStoredBytes(context.db, context.user.id));
  if (bytesLeft < importLimits.linkBytesMin) return fail({ code: "storage-full" });
  const maxBytes = Math.min(uploadLimits.audioBytes, bytesLeft);
  const limits = { maxBytes, headersWithinMs: HEADERS_WITHIN_MS, signal };
  const fetched = await fetchLink(download.link, { ...download.fetching, ...limits });
  const stored = fetched.ok
    ? await storeFile(context, fetched.value, { ...download, signal, maxBytes })
    : fail(toFailure(fetched.error));
  const isTooSlow = !stored.ok && stored.error.code === "upload-cancelled" && !download.signal.aborted;
  return isTooSlow ? fail({ code: "link-broken" }) : stored;
}

/** Details of an imported track that its file may lack. */
export type ImportedTrack = {
  /** For a file that does not name its album. */
  readonly album?: string;
  readonly lyrics?: string;
  /** The entries of the tracks that are imported together, in their order. */
  readonly sequence?: readonly EntryId[];
};

/** Makes a track from a download that is stored, and adds it to the room. */
export async function makeImportedTrack(
  context: SignedInContext,
  uploadId: UploadId,
  track: ImportedTrack,
): Promise<Result<TrackId, LinkFailure>> {
  // the session may have ended, and the user may have lost the right to add tracks, since the download began
  if (!(await isSignedIn(context))) return fail({ code: "login-required" });
  const granted = await uploadToRoom.authorize(context, { uploadId });
  return granted.ok ? makeTrack(context, granted.value, track) : fail({ code: granted.error });
}

async function isSignedIn({ db, sessionId }: SignedInContext): Promise<boolean> {
  return sessionId !== null && (await findSession(db, { tokenHash: sessionId, nowMs: Date.now() })) !== null;
}

async function makeTrack(
  context: SignedInContext,
  granted: UploadToRoom,
  track: ImportedTrack,
): Promise<Result<TrackId, LinkFailure>> {
  try {
    const completed = await completeUpload(context, granted, { hue: null, analysis: null, ...track });
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
  { signal, onProgress, maxBytes, ...download }: Download & { readonly maxBytes: number },
): Promise<Result<null, LinkFailure>> {
  const { env, db, user } = context;
  const upload = await startUpload(context, download, download.fileName ?? fileName).catch(async (error) => {
    await body.cancel();
    throw error;
  });
  if (!upload) {
    await body.cancel();
    const { uploads } = await countUploads(db, user.id);
    return fail({ code: uploads >= uploadLimits.uploadsOpenPerPerson ? "too-many-uploads" : "too-many-tracks" });
  }
  try {
    const { downloadBytesPerSecond: bytesPerSecond } = importLimits;
    const limits = { maxBytes, stalledAfterMs: STALLED_AFTER_MS, bytesPerSecond, signal };
    const parts = splitParts(body, uploadLimits.partBytes, limits);
    const stored = await storeParts(context, { upload, parts }, (receivedBytes) => onProgress({ receivedBytes, totalBytes }));
    const refusal = checkSize(stored, totalBytes);
    if (refusal) await discardUpload(env, db, upload);
    else if (stored) await completeDownload(db, upload.id, stored.sha256);
    return refusal ? fail(refusal) : ok(null);
  } catch (error) {
    await discardUpload(env, db, upload);
    if (error instanceof SplitError) return fail({ code: SPLIT_CODES[error.failure] });
    logError("link", error, { user: user.id });
    return fail({ code: toErrorCode(error) === "disk-full" ? "disk-full" : "import-failed" });
  }
}

/** Uploads the parts to R2 one by one, and hashes them. Null once there is no storage left, or the upload was discarded. */
async function storeParts(
  { env, db }: SignedInContext,
  { upload, parts }: { readonly upload: UploadRow; readonly parts: AsyncIterable<Uint8Array> },
  onReceived: (receivedBytes: number) => void,
): Promise<{ readonly sizeBytes: number; readonly sha256: string } | null> {
  const multipart = env.MEDIA.resumeMultipartUpload(audioKey(upload.audioObject), upload.multipartId);
  const digest = new crypto.DigestStream("SHA-256");
  const hash = digest.getWriter();
  const quota = readQuota(env);
  let sizeBytes = 0;
  let number = 0;
  for await (const part of parts) {
    number += 1;
    if (!(await hasDiskSpace(env))) throw new Error("the disk is full");
    sizeBytes += part.byteLength;
    if (!(await reserveDownload(db, upload, { sizeBytes, quota }))) return null;
    await hash.write(part);
    const { etag } = await multipart.uploadPart(number, part);
    await saveUploadPart(db, { uploadId: upload.id, number, etag });
    onReceived(sizeBytes);
  }
  await hash.close();
  return { sizeBytes, sha256: Buffer.from(await digest.digest).toString("hex") };
}

function checkSize(stored: { readonly sizeBytes: number } | null, totalBytes: number | null): LinkFailure | null {
  if (!stored) return { code: "storage-full" };
  const { sizeBytes } = stored;
  if (totalBytes !== null && sizeBytes < totalBytes) return { code: "link-broken" };
  if (sizeBytes < importLimits.linkBytesMin) return { code: "link-too-small", detail: { kb: Math.round(sizeBytes / 1000) } };
  return null;
}

/** Starts an upload of unknown size. If the import is interrupted, the sweep discards it. Null if the user has too many uploads. */
async function startUpload(
  { env, db, user, nowMs }: SignedInContext,
  { uploadId: id, roomId }: Pick<Download, "uploadId" | "roomId">,
  fileName: string,
): Promise<UploadRow | null> {
  const audioObject = newId<ObjectId>();
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
