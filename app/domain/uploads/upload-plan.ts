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

const RETRY_FIRST_MS = 500;
const RETRY_MOST_MS = 20_000;
/** About a minute of trying before a person is asked. */
export const RETRIES_MAX = 7;

/**
 * How long to wait before trying again: doubling, with jitter over the upper half so that many do not come back at once.
 * @param attempt 0 after the first failure
 * @param random in [0, 1)
 */
export function backoffMs(attempt: number, random: number, most: number = RETRY_MOST_MS): number {
  const full = Math.min(most, RETRY_FIRST_MS * 2 ** attempt);
  return full / 2 + (full / 2) * random;
}
