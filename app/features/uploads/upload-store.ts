import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, UploadId } from "#app/domain/ids.ts";
import { isLyricsFile } from "#app/domain/lyrics/lyrics-file-name.ts";
import { fail } from "#app/domain/result.ts";
import { announceFiles, assignUpload, cancelUpload, setPendingChoice } from "./announced-uploads.ts";
import type { FileFacts } from "./file-facts.ts";
import { looseLyrics } from "./loose-lyrics.ts";
import { isInvalidatingError, isRetryableError } from "./upload-errors.ts";
import { type DuplicateChoice, isInProgress, type UploadItem } from "./upload-item.ts";
import { appendItems, createItem, findItem, removeItem, setFailed, setStep, updateItem, uploadItems } from "./upload-list.ts";

type ResumedFile = {
  readonly uploadId: UploadId;
  readonly file: File;
  /** Null if the file has not been read yet. */
  readonly facts: FileFacts | null;
  /** Whether the upload was not interrupted, but waits for a choice between duplicates. */
  readonly isAwaitingChoice: boolean;
};

/** The actions on uploads. */
export const uploads = {
  add(roomId: RoomId, files: readonly File[]): void {
    if (files.some(isLyricsFile)) void addWithLyrics(roomId, files);
    else addFiles(roomId, files);
  },

  /** Continues interrupted uploads with files that were chosen again. */
  resume(roomId: RoomId, files: readonly ResumedFile[]): void {
    appendItems(files.map((file) => createResumedItem(roomId, file)));
    void loadPipeline();
  },

  resolveDuplicate(id: number, choice: DuplicateChoice): void {
    if (findItem(id)?.step.name !== "duplicate") return;
    void setPendingChoice(id, false);
    if (choice.use === "file") setStep(id, { name: "queued" });
    else updateItem(id, { chosenTrackId: choice.trackId, step: { name: "adding-track" } });
  },

  /** Resolves all duplicates of a room alike: with the likeliest track of each, or with the file. */
  resolveAllDuplicates(roomId: RoomId, use: DuplicateChoice["use"]): void {
    for (const { id, step } of itemsOf(roomId)) {
      const [likeliest] = step.name === "duplicate" ? step.tracks : [];
      if (!likeliest) continue;
      uploads.resolveDuplicate(id, use === "file" ? { use } : { use, trackId: likeliest.track.id });
    }
  },

  retry(id: number): void {
    const item = findItem(id);
    if (item?.step.name !== "failed") return;
    if (isInvalidatingError(item.step.error)) void cancelUpload(id);
    if (item.chosenTrackId) setStep(id, { name: "adding-track" });
    else setStep(id, { name: item.facts ? "queued" : "waiting" });
    void loadPipeline();
  },

  retryAll(roomId: RoomId): void {
    for (const { id, step } of itemsOf(roomId)) {
      if (step.name === "failed" && isRetryableError(step.error)) uploads.retry(id);
    }
  },

  /** Stops an item and removes it from the list. */
  cancel(id: number): void {
    const item = findItem(id);
    removeItem(id);
    if (item && item.step.name !== "done") void cancelUpload(id);
  },

  cancelAll(roomId: RoomId): void {
    for (const item of itemsOf(roomId)) if (isInProgress(item)) uploads.cancel(item.id);
  },

  removeFailed(roomId: RoomId): void {
    for (const { id, step } of itemsOf(roomId)) if (step.name === "failed") uploads.cancel(id);
  },

  removeDone(): void {
    for (const { id, step } of uploadItems.get()) if (step.name === "done") uploads.cancel(id);
  },
};

function addFiles(roomId: RoomId, files: readonly File[], lyricsByFile?: ReadonlyMap<File, string>): void {
  if (files.length === 0) return;
  const added = files.map((file) => createItem(roomId, file, lyricsByFile?.get(file)));
  announceFiles(roomId, added.filter(isInProgress));
  appendItems(added);
  void loadPipeline();
}

async function addWithLyrics(roomId: RoomId, files: readonly File[]): Promise<void> {
  try {
    const { readLyricsFiles } = await import("./read-lyrics-files.ts");
    const { audio, lyricsByFile } = await readLyricsFiles(roomId, files);
    addFiles(roomId, audio, lyricsByFile);
  } catch {
    // the connection is lost: the tracks fail in the list, where they can be tried again, and the lyrics are reported
    const lost = files.filter(isLyricsFile).map(({ name }) => ({ roomId, name, text: fail<ErrorCode>("network") }));
    looseLyrics.update((list) => [...list, ...lost]);
    addFiles(
      roomId,
      files.filter((file) => !isLyricsFile(file)),
    );
  }
}

function itemsOf(roomId: RoomId): readonly UploadItem[] {
  return uploadItems.get().filter((item) => item.roomId === roomId);
}

function createResumedItem(roomId: RoomId, { uploadId, file, facts, isAwaitingChoice }: ResumedFile): UploadItem {
  const item = createItem(roomId, file);
  assignUpload(item.id, uploadId);
  // it is read again, and asks again
  if (isAwaitingChoice) return item;
  const step = isInProgress(item) && facts ? { name: "queued" as const } : item.step;
  return { ...item, isResumed: true, facts, step };
}

/** Loads the code that reads and sends files, and starts it. Not loaded earlier, because most people in a room add nothing. */
async function loadPipeline(): Promise<void> {
  try {
    const pipeline = await import("./upload-pipeline.ts");
    pipeline.startPipeline();
  } catch {
    // the connection is lost; "Retry" loads the code again
    for (const item of uploadItems.get()) if (isInProgress(item)) setFailed(item.id, "network");
  }
}
