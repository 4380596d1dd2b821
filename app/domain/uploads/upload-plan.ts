import { uploadLimits } from "./upload-limits.ts";

/** A byte range of a file, uploaded in one request. `number` starts at 1, as in R2; `endByte` is exclusive. */
export type Part = { readonly number: number; readonly startByte: number; readonly endByte: number };

/** Splits a file into parts. R2 requires all parts but the last to have the same size. */
export function planParts(sizeBytes: number): readonly Part[] {
  const count = Math.ceil(sizeBytes / uploadLimits.partBytes);
  return Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    startByte: i * uploadLimits.partBytes,
    endByte: Math.min(sizeBytes, (i + 1) * uploadLimits.partBytes),
  }));
}

/** The size in bytes that part `number` of a file must have; 0 if the file has no such part. */
export function expectedPartBytes(sizeBytes: number, number: number): number {
  const startByte = (number - 1) * uploadLimits.partBytes;
  if (!Number.isInteger(number) || number < 1 || startByte >= sizeBytes) return 0;
  return Math.min(uploadLimits.partBytes, sizeBytes - startByte);
}

/** Attempts per request of an upload before the upload fails: about a minute of backoff in total. */
export const UPLOAD_ATTEMPTS_MAX = 8;
