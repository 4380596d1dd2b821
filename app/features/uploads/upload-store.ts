import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, UploadId } from "#app/domain/ids.ts";
import { adoptUpload, announceFiles, withdrawUpload } from "./announcements.ts";
import type { FileFacts } from "./file-facts.ts";
import { checkFile, type DuplicateChooser, isUnderWay, type UploadItem, type UploadStep } from "./upload-item.ts";

/** Uploads of this page: they go on when their dialog is closed, and when somebody walks to another room. */
let items: readonly UploadItem[] = [];
let nextId = 1;
const aborts = new Map<number, AbortController>();
const listeners = new Set<() => void>();

/** `facts`: null where the file has not been read yet. */
type Resumed = { readonly uploadId: UploadId; readonly file: File; readonly facts: FileFacts | null };

/** Errors after which the server has nothing left of a file, or something that is of no use. */
const STARTS_OVER: ReadonlySet<ErrorCode> = new Set([
  "upload-failed",
  "upload-not-found",
  "upload-incomplete",
  "upload-other-file",
]);

/** Errors that trying again may cure. */
const CURABLE: ReadonlySet<ErrorCode> = new Set([
  "network",
  "internal",
  "upload-part-size",
  "too-many-uploads",
  ...STARTS_OVER,
]);

export function isCurable(error: ErrorCode): boolean {
  return CURABLE.has(error);
}

export const uploads = {
  view: (): readonly UploadItem[] => items,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  add(roomId: RoomId, files: readonly File[]): void {
    const added = files.map((file) => newItem(roomId, file));
    announceFiles(
      roomId,
      added.filter(({ step }) => isUnderWay(step)),
    );
    publish([...items, ...added]);
  },

  /** Goes on with what was broken off. */
  resume(roomId: RoomId, matched: readonly Resumed[]): void {
    const added = matched.map(({ uploadId, file, facts }) => {
      const fresh = newItem(roomId, file);
      const step: UploadStep = { name: facts ? "queued" : "waiting" };
      const item: UploadItem = { ...fresh, isResumed: true, facts, ...(isUnderWay(fresh.step) && { step }) };
      adoptUpload(item.id, uploadId);
      return item;
    });
    publish([...items, ...added]);
  },

  /** Says what shall become of a file that looks familiar. */
  choose(id: number, choice: DuplicateChooser): void {
    if (find(id)?.step.name !== "duplicate") return;
    change(id, { step: choice.use === "file" ? { name: "queued" } : { name: "taking", trackId: choice.trackId } });
  },

  /** The same for all that look familiar: each takes the likeliest track, or is sent. */
  chooseForAll(roomId: RoomId, use: DuplicateChooser["use"]): void {
    for (const { id, step } of items.filter((item) => item.roomId === roomId)) {
      const [likeliest] = step.name === "duplicate" ? step.tracks : [];
      if (!likeliest) continue;
      uploads.choose(id, use === "file" ? { use } : { use, trackId: likeliest.track.id });
    }
  },

  /** Stops a file, or takes it off the list when it has nothing more to do. */
  cancel(id: number): void {
    aborts.get(id)?.abort();
    aborts.delete(id);
    const item = find(id);
    if (item?.coverUrl) URL.revokeObjectURL(item.coverUrl);
    if (item && item.step.name !== "done") void withdrawUpload(id);
    publish(items.filter((one) => one.id !== id));
  },

  retry(id: number): void {
    const item = find(id);
    if (item?.step.name !== "failed") return;
    if (STARTS_OVER.has(item.step.error)) void withdrawUpload(id);
    change(id, { step: { name: item.facts ? "queued" : "waiting" } });
  },

  retryAll(roomId: RoomId): void {
    for (const { id, roomId: room, step } of items) {
      if (room === roomId && step.name === "failed" && isCurable(step.error)) uploads.retry(id);
    }
  },

  cancelAll(roomId: RoomId): void {
    for (const item of items) if (item.roomId === roomId && isUnderWay(item.step)) uploads.cancel(item.id);
  },

  /** Goes on without those that failed. */
  dropFailed(roomId: RoomId): void {
    for (const item of items) if (item.roomId === roomId && item.step.name === "failed") uploads.cancel(item.id);
  },

  /** Takes off the list what is through. */
  clearDone(): void {
    for (const { id, step } of items) if (step.name === "done") uploads.cancel(id);
  },
};

/** For the lanes, which do the work. */
export const work = {
  find,
  change,
  /** Aborted when a person gives the file up. */
  signalOf(id: number): AbortSignal {
    const abort = aborts.get(id) ?? new AbortController();
    aborts.set(id, abort);
    return abort.signal;
  },
};

function newItem(roomId: RoomId, file: File): UploadItem {
  const checked = checkFile(file);
  const step: UploadStep = checked.ok ? { name: "waiting" } : { name: "failed", error: checked.error };
  nextId += 1;
  return { id: nextId, roomId, file, isResumed: false, facts: null, coverUrl: null, step };
}

function find(id: number): UploadItem | undefined {
  return items.find((one) => one.id === id);
}

function change(id: number, changes: Partial<UploadItem>): void {
  publish(items.map((item) => (item.id === id ? { ...item, ...changes } : item)));
}

function publish(next: readonly UploadItem[]): void {
  items = next;
  // the browser asks before it closes a page that still sends something, wherever on it somebody is
  if (items.some(({ step }) => isUnderWay(step))) window.addEventListener("beforeunload", askToStay);
  else window.removeEventListener("beforeunload", askToStay);
  for (const listener of listeners) listener();
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
