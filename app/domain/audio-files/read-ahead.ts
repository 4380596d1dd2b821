import type { ReadBytes } from "./read-bytes.ts";

/** Reads at least this many bytes at once, so that neighboring reads need one request. */
export function withReadAhead(read: ReadBytes, windowBytes: number): ReadBytes {
  let windowStart = 0;
  let window: Uint8Array = new Uint8Array(0);
  return async (start, end) => {
    if (start < windowStart || end > windowStart + window.length) {
      windowStart = start;
      window = await read(start, Math.max(end, start + windowBytes));
    }
    return window.subarray(start - windowStart, end - windowStart);
  };
}
