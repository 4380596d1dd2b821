import { ok, type Result } from "#app/domain/result.ts";
import { type DuplicateCandidate, query } from "#app/server-client/functions.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";
import { setPendingChoice } from "./announced-uploads.ts";
import type { FileFacts } from "./file-facts.ts";
import { readPool } from "./file-workers.ts";
import { retryRequest } from "./retry-request.ts";
import type { UploadItem } from "./upload-item.ts";
import { getSignal, setFailed, setStep, updateItem, uploadItems } from "./upload-list.ts";

/** Reads the facts of a file and looks for duplicates. The item ends as `queued`, `duplicate` or `failed`. */
export async function readItem(item: UploadItem): Promise<void> {
  const { id, file, isResumed } = item;
  const signal = getSignal(id);
  setStep(id, { name: "reading", share: 0 });
  const onProgress = (share: number) => setStep(id, { name: "reading", share });
  const read = await readPool.request(file, { signal, onProgress });
  if (signal.aborted) return;
  if (!read.ok) return setFailed(id, read.error);
  const facts = read.value;
  updateItem(id, { facts, coverUrl: facts.cover && URL.createObjectURL(facts.cover.image) });
  if (isDuplicateFile(item, facts)) return setFailed(id, "duplicate-file");
  // duplicates of a resumed upload were resolved before it was interrupted
  const duplicates = isResumed ? ok([]) : await findDuplicates(facts, signal);
  if (signal.aborted) return;
  if (!duplicates.ok) return setFailed(id, replaceInternal(duplicates.error, "upload-failed"));
  if (duplicates.value.length === 0) return setStep(id, { name: "queued" });
  setStep(id, { name: "duplicate", tracks: duplicates.value });
  void setPendingChoice(id, true);
}

/** Whether an earlier item of the same room has the same bytes. */
function isDuplicateFile({ id, roomId }: UploadItem, { sha256 }: FileFacts): boolean {
  return uploadItems.get().some((other) => other.id < id && other.roomId === roomId && other.facts?.sha256 === sha256);
}

async function findDuplicates(facts: FileFacts, signal: AbortSignal): Promise<Result<readonly DuplicateCandidate[]>> {
  const { sha256, durationMs, tags } = facts;
  const { title, artist } = tags;
  const found = await retryRequest(() => query("tracks.findDuplicates", { sha256, title, artist, durationMs }), signal);
  return found.ok ? ok(found.value.duplicates) : found;
}
