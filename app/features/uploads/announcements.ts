import type { RoomId, UploadId } from "#app/domain/ids.ts";
import { ok, type Result } from "#app/domain/result.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { type FunctionValue, mutation, query } from "#app/server-client/functions.ts";
import { retryRequest } from "./send-part.ts";

/** Files that the server has been told of, so that a batch that is broken off can be gone on with. By item. */
const announced = new Map<number, Promise<Result<UploadId>>>();

type Announced = { readonly id: number; readonly file: File };

export function announceFiles(roomId: RoomId, items: readonly Announced[]): void {
  for (let at = 0; at < items.length; at += uploadLimits.uploadsPerCall) {
    const some = items.slice(at, at + uploadLimits.uploadsPerCall);
    const files = some.map(({ file }) => ({ fileName: file.name.slice(-1000), sizeBytes: file.size }));
    const answer = retryRequest(() => mutation("uploads.announce", { roomId, files }), new AbortController().signal);
    for (const [i, { id }] of some.entries())
      announced.set(
        id,
        answer.then((given) => pick(given, i)),
      );
  }
}

function pick(answer: Result<{ readonly uploadIds: readonly UploadId[] }>, i: number): Result<UploadId> {
  if (!answer.ok) return answer;
  const id = answer.value.uploadIds[i];
  return id ? ok(id) : { ok: false, error: "internal" };
}

/** The item goes on with something that was announced before. */
export function adoptUpload(id: number, uploadId: UploadId): void {
  announced.set(id, Promise.resolve(ok(uploadId)));
}

export async function uploadIdOf({ id, file }: Announced, roomId: RoomId): Promise<Result<UploadId>> {
  const known = await announced.get(id);
  if (known?.ok) return known;
  announceFiles(roomId, [{ id, file }]);
  return (await announced.get(id)) ?? { ok: false, error: "internal" };
}

/** Gives up what the server has of an item. Should that fail, it is offered again, and swept in the end. */
export async function withdrawUpload(id: number): Promise<void> {
  const known = await announced.get(id);
  announced.delete(id);
  if (known?.ok) await mutation("uploads.cancel", { uploadId: known.value });
}

/** It is through. */
export function forgetUpload(id: number): void {
  announced.delete(id);
}

export type Unfinished = FunctionValue<"uploads.list">["uploads"][number];

/** What is unfinished in a room, and what nobody on this page is busy with. */
export async function listUnfinished(roomId: RoomId): Promise<Result<readonly Unfinished[]>> {
  const answer = await query("uploads.list", { roomId });
  if (!answer.ok) return answer;
  const own = await Promise.all(announced.values());
  const busy = new Set(own.flatMap((one) => (one.ok ? [one.value] : [])));
  return ok(answer.value.uploads.filter(({ uploadId }) => !busy.has(uploadId)));
}
