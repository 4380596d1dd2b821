import { isRetryableError } from "./upload-errors.ts";
import { isInProgress, type UploadItem, type UploadStep } from "./upload-item.ts";

/** The uploads of a room, counted. */
export type UploadTotals = {
  readonly total: number;
  readonly ready: number;
  /** Waiting for the user to choose between duplicates. */
  readonly duplicates: number;
  readonly failed: number;
  /** The failed ones that the user may retry. */
  readonly retryable: number;
  /** The sent share of the bytes of all files that have not failed and do not wait for the user, 0 to 1. */
  readonly share: number;
  /** Whether files are uploaded or wait for their turn, without the user. */
  readonly isMoving: boolean;
  readonly isInProgress: boolean;
};

export function countUploads(items: readonly UploadItem[]): UploadTotals {
  const count = (...names: readonly UploadStep["name"][]) => items.filter(({ step }) => names.includes(step.name)).length;
  const counted = items.filter(({ step }) => step.name !== "failed" && step.name !== "duplicate");
  const totalBytes = counted.reduce((sum, { file }) => sum + file.size, 0);
  const sentBytes = counted.reduce((sum, item) => sum + sentBytesOf(item), 0);
  const ready = count("done");
  return {
    total: items.length,
    ready,
    duplicates: count("duplicate"),
    failed: count("failed"),
    retryable: items.filter(({ step }) => step.name === "failed" && isRetryableError(step.error)).length,
    share: totalBytes === 0 ? 0 : sentBytes / totalBytes,
    isMoving: counted.length > ready,
    isInProgress: items.some(isInProgress),
  };
}

export function sentBytesOf({ file, step }: UploadItem): number {
  if (step.name === "uploading") return step.sentBytes;
  return step.name === "completing" || step.name === "done" ? file.size : 0;
}

/** The time until the file is sent, at its average speed so far. Null while there is too little to measure. */
export function timeLeftMs({ file, step }: UploadItem, nowMs: number): number | null {
  if (step.name !== "uploading") return null;
  const elapsedMs = nowMs - step.startedAtMs;
  const sentBytes = step.sentBytes - step.startedAtBytes;
  if (elapsedMs < 1500 || sentBytes <= 0) return null;
  return (elapsedMs / sentBytes) * (file.size - step.sentBytes);
}
