import { isUnderWay, type UploadItem } from "./upload-store.ts";

/** All files of a room together. */
export type UploadTotals = {
  readonly total: number;
  readonly ready: number;
  readonly uploading: number;
  readonly waiting: number;
  readonly failed: number;
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
    uploading: count("reading", "uploading", "finishing"),
    waiting: count("waiting"),
    failed: count("failed"),
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
  if (passedMs < 1500 || step.sentBytes === 0) return null;
  return (passedMs / step.sentBytes) * (file.size - step.sentBytes);
}
