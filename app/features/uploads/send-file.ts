import type { UploadId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import { planParts, UPLOAD_ATTEMPTS_MAX } from "#app/domain/uploads/upload-plan.ts";
import { backoffMs, delay } from "#app/lib/retry.ts";
import { mutation } from "#app/server-client/functions.ts";
import type { SquareCover } from "#app/ui/make-cover.ts";
import { beginUpload } from "./announced-uploads.ts";
import { PartSender } from "./part-sender.ts";
import { putBytes } from "./put-bytes.ts";
import { retryRequest } from "./retry-request.ts";
import { isTransientError } from "./upload-errors.ts";

export type FileToSend = {
  readonly file: File;
  readonly uploadId: UploadId;
  /** The hash of the whole file, in hex. */
  readonly sha256: string;
  readonly cover: SquareCover | null;
  /** Replaces the lyrics in the file's tags. Null if none were chosen. */
  readonly lyrics: string | null;
};

export type SendOptions = {
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
  /** Called when all parts are sent. The server inspects the file next. */
  readonly onCompleting: () => void;
  /** Resolves when the earlier files have ended, so that a batch keeps its order in the playlist. */
  readonly waitForEarlier: () => Promise<void>;
  /** Resolves to null if this browser cannot decode the file. */
  readonly analysis: Promise<TrackAnalysis | null>;
};

/** Sends an announced file: its missing parts, then its cover; then completes the upload, which adds the track. */
export async function sendFile(source: FileToSend, options: SendOptions): Promise<Result<null>> {
  const { uploadId, cover, lyrics } = source;
  const { signal, onCompleting, waitForEarlier } = options;
  const sent = await sendParts(source, options);
  if (!sent.ok) return sent;
  onCompleting();
  const analysis = await options.analysis;
  await waitForEarlier();
  // a cover that cannot be stored does not fail the upload
  const hasCover = cover !== null && (await sendCover(uploadId, cover.image, signal)).ok;
  const completion = { uploadId, hue: hasCover ? cover.hue : null, analysis, ...(lyrics && { lyrics }) };
  const completed = await retryRequest(() => mutation("uploads.complete", completion), signal);
  return completed.ok ? ok(null) : completed;
}

async function sendParts(source: FileToSend, { signal, onProgress }: SendOptions): Promise<Result<null>> {
  const { file, uploadId, sha256 } = source;
  const sender = new PartSender(planParts(file.size), ({ number, startByte, endByte }, part) =>
    putBytes(`/api/uploads/${uploadId}/parts/${number}`, file.slice(startByte, endByte), {
      signal: AbortSignal.any([signal, part.signal]),
      onProgress(sentBytes) {
        part.onProgress(sentBytes);
        onProgress(sender.sentBytes);
      },
    }),
  );
  for (let failures = 0; ; ) {
    // the stored parts are read before each attempt: a part may have arrived although its response was lost
    const begun = await beginUpload(uploadId, sha256, signal);
    if (!begun.ok) return begun;
    const { error, sentParts } = await sender.sendMissing(new Set(begun.value.parts));
    if (error === null) return ok(null);
    if (signal.aborted) return fail("upload-cancelled");
    failures = sentParts > 0 ? 1 : failures + 1;
    if (!isTransientError(error) || failures >= UPLOAD_ATTEMPTS_MAX) return fail(error);
    await delay(backoffMs(failures - 1, Math.random()), signal);
  }
}

function sendCover(uploadId: UploadId, image: Blob, signal: AbortSignal): Promise<Result<null>> {
  return retryRequest(() => putBytes(`/api/uploads/${uploadId}/cover`, image, { signal }), signal);
}
