import type { UploadId } from "#app/domain/ids.ts";
import { readJson, storeJson } from "#app/lib/local-storage.ts";

const KEY = "pending-choices";
const STORED_MAX = 500;

/**
 * The uploads of this browser that wait for a choice between duplicates. They are stored, because the question ends with the
 * page while the upload can be resumed: the page can then tell it from an interrupted one.
 */
export function readPendingChoices(): ReadonlySet<string> {
  const stored = readJson(KEY);
  return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []);
}

/** Without storage, the upload counts as interrupted. */
export function storePendingChoice(uploadId: UploadId, isPending: boolean): void {
  const ids = new Set(readPendingChoices());
  ids.delete(uploadId);
  if (isPending) ids.add(uploadId);
  storeJson(KEY, [...ids].slice(-STORED_MAX));
}
