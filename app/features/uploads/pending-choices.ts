import type { UploadId } from "#app/domain/ids.ts";

const KEY = "pending-choices";
const STORED_MAX = 500;

/**
 * The uploads of this browser that wait for a choice between duplicates. They are stored, because the question ends with the
 * page while the upload can be resumed: the page can then tell it from an interrupted one.
 */
export function readPendingChoices(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []);
  } catch {
    // storage is forbidden, or the value is not JSON
    return new Set();
  }
}

export function storePendingChoice(uploadId: UploadId, isPending: boolean): void {
  const ids = new Set(readPendingChoices());
  ids.delete(uploadId);
  if (isPending) ids.add(uploadId);
  try {
    localStorage.setItem(KEY, JSON.stringify([...ids].slice(-STORED_MAX)));
  } catch {
    // storage is full or forbidden: the upload counts as interrupted
  }
}
