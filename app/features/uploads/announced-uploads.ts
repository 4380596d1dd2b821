import type { RoomId, UploadId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { chunk } from "#app/lib/chunk.ts";
import { type FunctionValue, mutation, query } from "#app/server-client/functions.ts";
import { readPendingChoices, storePendingChoice } from "./pending-choices.ts";
import { retryRequest } from "./retry-request.ts";

// A batch is announced to the server before its first byte is sent, so that it can be resumed after an interruption.

/** The uploads that this page is working on, by item id. */
const uploadIds = new Map<number, Promise<Result<UploadId>>>();
/** Calls that begin an upload and have no response yet. */
const begins = new Map<UploadId, Promise<unknown>>();

/** The part of an upload item that the server needs. */
type AnnouncedItem = { readonly id: number; readonly file: File };

export function announceFiles(roomId: RoomId, items: readonly AnnouncedItem[]): void {
  for (const group of chunk(items, uploadLimits.uploadsPerCall)) {
    const files = group.map(({ file }) => ({ fileName: file.name.slice(-1000), sizeBytes: file.size }));
    const announced = retryRequest(() => mutation("uploads.announce", { roomId, files }));
    for (const [i, { id }] of group.entries()) {
      const uploadId = announced.then((result) => (result.ok ? toResult(result.value.uploadIds[i]) : result));
      uploadIds.set(id, uploadId);
    }
  }
}

/** Assigns an upload of an earlier visit to an item. */
export function assignUpload(itemId: number, uploadId: UploadId): void {
  uploadIds.set(itemId, Promise.resolve(ok(uploadId)));
}

/** The upload of an item. Announces the file again if its announcement failed. */
export async function getUploadId(item: AnnouncedItem, roomId: RoomId): Promise<Result<UploadId>> {
  const announced = await uploadIds.get(item.id);
  if (announced?.ok) return announced;
  announceFiles(roomId, [item]);
  return (await uploadIds.get(item.id)) ?? fail("internal");
}

/** Begins or resumes an upload. The result has the numbers of the parts that the server has stored. */
export async function beginUpload(
  uploadId: UploadId,
  sha256: string,
  signal: AbortSignal,
): Promise<Result<FunctionValue<"uploads.begin">>> {
  const begun = retryRequest(() => mutation("uploads.begin", { uploadId, sha256 }), signal);
  begins.set(uploadId, begun);
  try {
    return await begun;
  } finally {
    if (begins.get(uploadId) === begun) begins.delete(uploadId);
  }
}

/** Discards what the server has stored for an item. If the call fails, the upload is offered for resuming until it expires. */
export async function cancelUpload(itemId: number): Promise<void> {
  const announcing = uploadIds.get(itemId);
  // at once: an item that is sent again must not get the canceled upload
  uploadIds.delete(itemId);
  const announced = await announcing;
  if (!announced?.ok) return;
  storePendingChoice(announced.value, false);
  // the server would refuse a begin that arrives after the cancellation
  await begins.get(announced.value);
  await mutation("uploads.cancel", { uploadId: announced.value });
}

/** Removes an item whose upload is complete. */
export function removeAnnouncement(itemId: number): void {
  uploadIds.delete(itemId);
}

/** Stores whether the upload of an item waits for a choice between duplicates, for a later visit. */
export async function setPendingChoice(itemId: number, isPending: boolean): Promise<void> {
  const announced = await uploadIds.get(itemId);
  if (announced?.ok) storePendingChoice(announced.value, isPending);
}

/** An unfinished upload, with the number of its stored parts. */
export type ListedUpload = FunctionValue<"uploads.list">["uploads"][number] & {
  /** Whether it waits for a choice between duplicates. Otherwise it was interrupted. */
  readonly isAwaitingChoice: boolean;
};

/** The user's unfinished uploads in a room, without those that this page is working on. */
export async function listUnfinishedUploads(roomId: RoomId): Promise<Result<readonly ListedUpload[]>> {
  const listed = await query("uploads.list", { roomId });
  if (!listed.ok) return listed;
  const announced = await Promise.all(uploadIds.values());
  const ownIds = new Set(announced.flatMap((result) => (result.ok ? [result.value] : [])));
  const choices = readPendingChoices();
  const uploads = listed.value.uploads.filter(({ uploadId }) => !ownIds.has(uploadId));
  return ok(uploads.map((upload) => ({ ...upload, isAwaitingChoice: upload.sha256 === null && choices.has(upload.uploadId) })));
}

function toResult(uploadId: UploadId | undefined): Result<UploadId> {
  return uploadId ? ok(uploadId) : fail("internal");
}
