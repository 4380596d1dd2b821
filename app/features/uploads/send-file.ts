import type { UploadId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import { planParts, UPLOAD_ATTEMPTS_MAX } from "#app/domain/uploads/upload-plan.ts";
import { backoffMs, delay } from "#app/lib/retry.ts";
import { mutation } from "#app/server-client/functions.ts";
import type { SquareCover } from "#app/ui/make-cover.ts";
import { createPartQueue } from "./part-queue.ts";
import { isWorthRetrying, putBytes, putOnce, retryRequest } from "./send-part.ts";

export type SendSteps = {
  readonly signal: AbortSignal;
  readonly onSent: (sentBytes: number) => void;
  /** All is sent; the server looks at it. */
  readonly onFinishing: () => void;
  /** Resolves when the files before this one are in the playlist or out of the way: a batch keeps its order. */
  readonly turn: () => Promise<void>;
  /** What was heard in the file, when somebody has listened to it. */
  readonly analysis: Promise<TrackAnalysis | null>;
};

export type FileToSend = {
  readonly file: File;
  readonly uploadId: UploadId;
  /** Of the file, hex. */
  readonly sha256: string;
  readonly cover: SquareCover | null;
};

/** Sends a file that was announced: what is not there yet of its parts, a few at a time. Then it is joined. */
export async function sendFile(sent: FileToSend, steps: SendSteps): Promise<Result<null>> {
  const { uploadId, cover } = sent;
  const parts = await sendParts(sent, steps);
  if (!parts.ok) return parts;
  steps.onFinishing();
  const analysis = await steps.analysis;
  await steps.turn();
  // a track without its cover is better than none
  const hasCover = cover !== null && (await putCover(uploadId, cover.image, steps.signal)).ok;
  const completion = { uploadId, hue: hasCover ? cover.hue : null, analysis };
  const completed = await retryRequest(() => mutation("uploads.complete", completion), steps.signal);
  return completed.ok ? ok(null) : completed;
}

async function sendParts({ file, uploadId, sha256 }: FileToSend, { signal, onSent }: SendSteps): Promise<Result<null>> {
  const all = planParts(file.size);
  const line = createPartQueue();
  for (let lost = 0; ; ) {
    // what came through although its answer did not is not sent again
    const begun = await retryRequest(() => mutation("uploads.begin", { uploadId, sha256 }), signal);
    if (!begun.ok) return begun;
    const error = await line.run(all, new Set(begun.value.parts), ({ number, startByte, endByte }, onProgress, stop) =>
      putOnce(`/api/uploads/${uploadId}/parts/${number}`, file.slice(startByte, endByte), {
        signal: AbortSignal.any([signal, stop]),
        onProgress(sentBytes) {
          onProgress(sentBytes);
          onSent(line.sentBytes());
        },
      }),
    );
    if (error === null) return ok(null);
    if (signal.aborted) return fail("upload-cancelled");
    lost = line.hasGained() ? 1 : lost + 1;
    if (!isWorthRetrying(error) || lost >= UPLOAD_ATTEMPTS_MAX) return fail(error);
    await delay(backoffMs(lost - 1, Math.random()), signal);
  }
}

function putCover(uploadId: UploadId, image: Blob, signal: AbortSignal): Promise<Result<null>> {
  return putBytes(`/api/uploads/${uploadId}/cover`, image, { signal, onProgress: () => undefined });
}
