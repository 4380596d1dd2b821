import { uploadLimits } from "./upload-limits.ts";

/** A stretch of a file that is sent at once. Numbers begin with 1, as R2 counts them. */
export type Part = { readonly number: number; readonly startByte: number; readonly endByte: number };

/** All parts are equally long but the last, as R2 demands. */
export function planParts(sizeBytes: number): readonly Part[] {
  const count = Math.ceil(sizeBytes / uploadLimits.partBytes);
  return Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    startByte: i * uploadLimits.partBytes,
    endByte: Math.min(sizeBytes, (i + 1) * uploadLimits.partBytes),
  }));
}

/** How many bytes part `number` of a file must have; 0 if the file has no such part. */
export function partBytes(sizeBytes: number, number: number): number {
  const startByte = (number - 1) * uploadLimits.partBytes;
  if (!Number.isInteger(number) || number < 1 || startByte >= sizeBytes) return 0;
  return Math.min(uploadLimits.partBytes, sizeBytes - startByte);
}

/** Attempts to send a part, or to ask the server, before the upload is shown as failed: about a minute of waiting. */
export const UPLOAD_ATTEMPTS_MAX = 8;
