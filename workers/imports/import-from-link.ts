import type { ErrorCode } from "#app/domain/errors.ts";
import type { ObjectId, RoomId, TrackId, UploadId } from "#app/domain/ids.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import type { ErrorDetail } from "#app/protocol/http.ts";
import { findUpload, insertUploads, markBegun, markFetched, saveUploadPart, type UploadRow } from "#db/queries/uploads.ts";
import { newId } from "#workers/crypto/random.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { audioKey } from "#workers/media/object-keys.ts";
import { completeUpload } from "#workers/uploads/complete-upload.ts";
import { discardUpload } from "#workers/uploads/discard-upload.ts";
import { type FetchedLink, type FetchRefusal, fetchLink } from "./fetch-link.ts";
import { CutError, type CutFailure, cutParts } from "./split-parts.ts";

/** Why a link's file did not become a track, with what the text about it names. */
export type LinkFailure = { readonly code: ErrorCode; readonly detail?: ErrorDetail };
export type LinkProgress = { readonly receivedBytes: number; readonly totalBytes: number | null };

type Wanted = {
  readonly roomId: RoomId;
  readonly link: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LinkProgress) => void;
};

const HEADERS_WITHIN_MS = 15_000;
const STALLED_AFTER_MS = 30_000;
const WITHIN_MS = 30 * 60_000;

/** Fetches the file that a link names, stores it as it comes, and makes a track of it. What fails leaves nothing. */
export async function importFromLink(context: SignedInContext, wanted: Wanted): Promise<Result<TrackId, LinkFailure>> {
  const signal = AbortSignal.any([wanted.signal, AbortSignal.timeout(WITHIN_MS)]);
  const fetched = await fetchLink(wanted.link, {
    // a developer's own server, and that of a test
    isAllowed: () => context.env.LINK_LOOPBACK === "allow",
    maxBytes: uploadLimits.audioBytes,
    headersWithinMs: HEADERS_WITHIN_MS,
    signal,
  });
  if (!fetched.ok) return fail(failureOf(fetched.error));
  const stored = await store(context, fetched.value, { ...wanted, signal });
  if (!stored.ok) return stored;
  const completed = await completeUpload(context, { uploadId: stored.value, hue: null, analysis: null });
  return completed.ok ? ok(completed.value.trackId) : fail({ code: completed.error });
}

async function store(
  context: SignedInContext,
  { fileName, body, sizeBytes: totalBytes }: FetchedLink,
  { roomId, signal, onProgress }: Wanted,
): Promise<Result<UploadId, LinkFailure>> {
  const { env, db, user } = context;
  const upload = await announce(context, roomId, fileName);
  const multipart = env.MEDIA.resumeMultipartUpload(audioKey(upload.audioObject), upload.multipartId);
  const digest = new crypto.DigestStream("SHA-256");
  const hash = digest.getWriter();
  let receivedBytes = 0;
  try {
    let number = 0;
    for await (const part of cutParts(body, uploadLimits.partBytes, {
      maxBytes: uploadLimits.audioBytes,
      stalledAfterMs: STALLED_AFTER_MS,
      signal,
    })) {
      number += 1;
      await hash.write(part);
      const { etag } = await multipart.uploadPart(number, part);
      await saveUploadPart(db, { uploadId: upload.id, number, etag });
      receivedBytes += part.byteLength;
      onProgress({ receivedBytes, totalBytes });
    }
    await hash.close();
    const isShort = totalBytes !== null && receivedBytes < totalBytes;
    const isSmall = receivedBytes < importLimits.linkBytesMin;
    if (!isShort && !isSmall) {
      const sha256 = Buffer.from(await digest.digest).toString("hex");
      await markFetched(db, upload.id, { sizeBytes: receivedBytes, sha256 });
      return ok(upload.id);
    }
    await discardUpload(env, db, upload);
    return fail(
      isShort ? { code: "link-broken" } : { code: "link-too-small", detail: { kb: Math.round(receivedBytes / 1000) } },
    );
  } catch (error) {
    await discardUpload(env, db, upload);
    if (error instanceof CutError) return fail({ code: CUT_CODES[error.failure] });
    logError("link", error, { user: user.id });
    return fail({ code: "upload-failed" });
  }
}

/** As a file that nobody has sent anything of: the sweep finds it, should this be cut off. */
async function announce({ env, db, user, nowMs }: SignedInContext, roomId: RoomId, fileName: string): Promise<UploadRow> {
  const [id, audioObject] = [newId<UploadId>(), newId<ObjectId>()];
  const file = { id, audioObject, fileName: fileName.slice(-255), sizeBytes: 0 };
  await insertUploads(db, { userId: user.id, roomId, createdAtMs: nowMs, files: [file] });
  const multipart = await env.MEDIA.createMultipartUpload(audioKey(audioObject));
  const isBegun = await markBegun(db, id, { sha256: null, multipartId: multipart.uploadId });
  const upload = isBegun ? await findUpload(db, id, user.id) : null;
  if (upload) return upload;
  await multipart.abort();
  throw new Error("the room went away");
}

const CUT_CODES: Record<CutFailure, ErrorCode> = {
  "too-large": "file-too-large",
  stalled: "link-broken",
  aborted: "upload-cancelled",
  broken: "link-broken",
};

/** Who answers so has had the file and has it no more, or gives it to others only. */
const GONE: readonly number[] = [401, 403, 404, 410];

function failureOf(refusal: FetchRefusal): LinkFailure {
  switch (refusal.reason) {
    case "link-refused":
      return {
        code: refusal.refusal === "service-page" ? "link-service-page" : isPrivate(refusal) ? "link-private" : "link-invalid",
      };
    case "status-refused":
      return GONE.includes(refusal.status)
        ? { code: "link-expired" }
        : { code: "link-status", detail: { status: refusal.status } };
    case "not-audio":
      return { code: "link-content-type" };
    case "too-large":
      return { code: "file-too-large" };
    case "empty":
      return { code: "link-too-small", detail: { kb: 0 } };
    case "aborted":
      return { code: "upload-cancelled" };
    case "too-many-redirects":
    case "downgrade":
    case "unreachable":
    case "headers-too-late":
      return { code: "link-network" };
  }
}

function isPrivate({ refusal }: Extract<FetchRefusal, { reason: "link-refused" }>): boolean {
  return refusal === "private-host" || refusal === "loopback-host" || refusal === "port-refused";
}
