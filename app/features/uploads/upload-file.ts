import { mutation } from "#app/backend/call.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, UploadId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { backoffMs, type Part, planParts, RETRIES_MAX } from "#app/domain/upload-plan.ts";
import { isWorthRetrying, pause, putBytes } from "./put-bytes.ts";
import type { FileTags } from "./read-tags.ts";

export type UploadSteps = {
  readonly signal: AbortSignal;
  readonly onSent: (sentBytes: number) => void;
  /** All is sent; the server looks at it. */
  readonly onFinishing: () => void;
  /** Resolves when the files before this one are in the playlist or out of the way: a batch keeps its order. */
  readonly turn: () => Promise<void>;
};

/** Sends one file into a room: announced, its parts a few at a time, joined. Nothing stays behind when it fails. */
export async function uploadFile(
  file: File,
  { tags, cover }: FileTags,
  roomId: RoomId,
  steps: UploadSteps,
): Promise<Result<null>> {
  const announced = { roomId, fileName: file.name, sizeBytes: file.size };
  const begun = await persist(() => mutation("uploads.begin", announced), steps.signal);
  if (!begun.ok) return begun;
  const { uploadId } = begun.value;
  const outcome = await send(file, { tags, cover }, uploadId, steps);
  // what was not joined is taken back; should that fail too, the server sweeps it
  if (!outcome.ok) void mutation("uploads.cancel", { uploadId });
  return outcome;
}

async function send(file: File, { tags, cover }: FileTags, uploadId: UploadId, steps: UploadSteps): Promise<Result<null>> {
  const sent = await sendParts(file, uploadId, steps);
  if (!sent.ok) return sent;
  steps.onFinishing();
  await steps.turn();
  // a track without its cover is better than none
  const hasCover = cover !== null && (await putCover(uploadId, cover.image, steps.signal)).ok;
  const completion = { uploadId, tags, hue: hasCover ? cover.hue : null };
  const completed = await persist(() => mutation("uploads.complete", completion), steps.signal);
  return completed.ok ? ok(null) : completed;
}

async function sendParts(file: File, uploadId: UploadId, { signal, onSent }: UploadSteps): Promise<Result<null>> {
  const queue = [...planParts(file.size)];
  const sentOf = new Map<number, number>();
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  let error: ErrorCode | null = null;

  const sendPart = async ({ number, startByte, endByte }: Part) => {
    const onProgress = (sentBytes: number) => {
      sentOf.set(number, sentBytes);
      onSent([...sentOf.values()].reduce((sum, bytes) => sum + bytes, 0));
    };
    const put = await putBytes(`/api/uploads/${uploadId}/parts/${number}`, file.slice(startByte, endByte), {
      signal: stop,
      onProgress,
    });
    if (put.ok) return onProgress(endByte - startByte);
    // the first part that fails for good ends the others
    error ??= put.error;
    failure.abort();
  };
  const lane = async () => {
    for (let part = queue.shift(); part && !error; part = queue.shift()) await sendPart(part);
  };
  await Promise.all(Array.from({ length: limits.partsInFlight }, lane));
  return error ? fail(error) : ok(null);
}

function putCover(uploadId: UploadId, image: Blob, signal: AbortSignal): Promise<Result<null>> {
  return putBytes(`/api/uploads/${uploadId}/cover`, image, { signal, onProgress: () => undefined });
}

/** Asks again while the network, or what is behind it, is away. For what is safe to repeat. */
async function persist<T>(call: () => Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
  for (let attempt = 0; ; attempt++) {
    if (signal.aborted) return fail("upload-cancelled");
    const answer = await call();
    if (answer.ok || !isWorthRetrying(answer.error) || attempt >= RETRIES_MAX) return answer;
    if (!(await pause(backoffMs(attempt, Math.random()), signal))) return fail("upload-cancelled");
  }
}
