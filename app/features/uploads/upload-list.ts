import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import { removeWithAccount } from "#app/server-client/account/account-data.ts";
import { checkFile, isInProgress, type UploadItem, type UploadStep } from "./upload-item.ts";

const items = createStore<readonly UploadItem[]>([]);
const abortControllers = new Map<number, AbortController>();
let lastId = 0;

/** All uploads of this page. They continue when their dialog closes and when the user opens another room. */
export const uploadItems: ReadableStore<readonly UploadItem[]> = items;

items.subscribe(guardAgainstClosing);
// the server keeps what was sent, so that the same person can resume it
removeWithAccount(() => {
  for (const { id } of items.get()) removeItem(id);
});

/** An item that is not in the list yet. It has failed already if the file cannot become a track. */
export function createItem(roomId: RoomId, file: File, lyrics: string | null = null): UploadItem {
  const checked = checkFile(file);
  const step: UploadStep = checked.ok ? { name: "waiting" } : { name: "failed", error: checked.error };
  lastId += 1;
  return { id: lastId, roomId, file, lyrics, isResumed: false, facts: null, coverUrl: null, chosenTrackId: null, step };
}

export function appendItems(added: readonly UploadItem[]): void {
  items.update((current) => [...current, ...added]);
}

export function findItem(id: number): UploadItem | undefined {
  return items.get().find((item) => item.id === id);
}

export function updateItem(id: number, changes: Partial<UploadItem>): void {
  items.update((current) => current.map((item) => (item.id === id ? { ...item, ...changes } : item)));
}

export function setStep(id: number, step: UploadStep): void {
  updateItem(id, { step });
}

export function setFailed(id: number, error: ErrorCode): void {
  setStep(id, { name: "failed", error });
}

/** Removes an item and aborts its work. */
export function removeItem(id: number): void {
  abortControllers.get(id)?.abort();
  abortControllers.delete(id);
  const coverUrl = findItem(id)?.coverUrl;
  if (coverUrl) URL.revokeObjectURL(coverUrl);
  items.update((current) => current.filter((item) => item.id !== id));
}

/** Aborts when the item is removed. */
export function getSignal(id: number): AbortSignal {
  const controller = abortControllers.get(id) ?? new AbortController();
  abortControllers.set(id, controller);
  return controller.signal;
}

/** Has the browser ask before it closes a page with uploads in progress. */
function guardAgainstClosing(): void {
  if (items.get().some(isInProgress)) window.addEventListener("beforeunload", preventUnload);
  else window.removeEventListener("beforeunload", preventUnload);
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
