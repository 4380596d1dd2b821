import { SECOND_MS } from "#app/domain/units.ts";
import { SplitError, type SplitLimits, splitParts } from "#workers/imports/split-parts.ts";

export const PART_BYTES = 8;

/** Splits a body into parts of `PART_BYTES`. */
export function split(body: ReadableStream<Uint8Array>, limits: Partial<SplitLimits> = {}) {
  const { signal } = new AbortController();
  return splitParts(body, PART_BYTES, { maxBytes: 100, stalledAfterMs: SECOND_MS, bytesPerSecond: 0, signal, ...limits });
}

/** Reads all parts, and the failure at their end. */
export async function readParts(body: ReadableStream<Uint8Array>, limits: Partial<SplitLimits> = {}) {
  const parts: Uint8Array[] = [];
  let error: unknown = null;
  try {
    for await (const part of split(body, limits)) parts.push(part);
  } catch (thrown) {
    error = thrown;
  }
  if (error !== null && !(error instanceof SplitError)) throw error;
  const all = Uint8Array.from(parts.flatMap((part) => [...part]));
  return { lengths: parts.map(({ length }) => length), all, failure: error?.failure ?? null, cause: error?.cause };
}
