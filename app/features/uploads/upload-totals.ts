import { isUnderWay, type UploadItem } from "./upload-item.ts";
import { isCurable } from "./upload-store.ts";

/** All files of a room together. */
export type UploadTotals = {
  readonly total: number;
  readonly ready: number;
  readonly uploading: number;
  readonly waiting: number;
  /** Wait for a person to say something. */
  readonly duplicates: number;
  readonly failed: number;
  /** Of those, how many another try may cure. */
  readonly curable: number;
  /** Of all bytes that are to be sent, 0 to 1. */
  readonly share: number;
  readonly isUnderWay: boolean;
};

export function totalsOf(items: readonly UploadItem[]): UploadTotals {
  const count = (...names: string[]) => items.filter(({ step }) => names.includes(step.name)).length;
  const counted = items.filter(({ step }) => step.name !== "failed");
  const totalBytes = counted.reduce((sum, { file }) => sum + file.size, 0);
  const sentBytes = counted.reduce((sum, item) => sum + sentOf(item), 0);
  return {
    total: items.length,
    ready: count("done"),
    uploading: count("reading", "taking", "uploading", "finishing"),
    waiting: count("waiting", "queued"),
    duplicates: count("duplicate"),
    failed: count("failed"),
    curable: items.filter(({ step }) => step.name === "failed" && isCurable(step.error)).length,
    share: totalBytes === 0 ? 0 : sentBytes / totalBytes,
    isUnderWay: items.some(({ step }) => isUnderWay(step)),
  };
}

export function sentOf({ file, step }: UploadItem): number {
  if (step.name === "uploading") return step.sentBytes;
  return step.name === "finishing" || step.name === "done" ? file.size : 0;
}

/** How long the rest takes at the pace so far, ms; null while that says nothing yet. */
export function timeLeftMs({ file, step }: UploadItem, nowMs: number): number | null {
  if (step.name !== "uploading") return null;
  const passedMs = nowMs - step.startedAtMs;
  const gainedBytes = step.sentBytes - step.startedAtBytes;
  if (passedMs < 1500 || gainedBytes <= 0) return null;
  return (passedMs / gainedBytes) * (file.size - step.sentBytes);
}
