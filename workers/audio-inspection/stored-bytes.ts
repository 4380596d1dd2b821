import { paceStream } from "#workers/http/pace-stream.ts";
import { withReadingBudget } from "./reading-budget.ts";

/** A stored file that can be read in pieces. */
export type StoredBytes = {
  readonly sizeBytes: number;
  /** The bytes `[start, end)`; `end` is limited to the size. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** All bytes from `start` on, in order. */
  stream(start: number): Promise<ReadableStream<Uint8Array>>;
};

/** A stored object, with a budget for reading it. */
export function r2Bytes(bucket: R2Bucket, key: string, sizeBytes: number): StoredBytes {
  const get = async (offset: number, length: number) => {
    const object = await bucket.get(key, { range: { offset, length } });
    if (!object) throw new Error(`no stored object ${key}`);
    return object;
  };
  return withReadingBudget({
    sizeBytes,
    read: async (start, end) => {
      const length = Math.min(end, sizeBytes) - start;
      if (length <= 0) return new Uint8Array(0);
      return new Uint8Array(await (await get(start, length)).arrayBuffer());
    },
    stream: async (start) => paceStream((await get(start, sizeBytes - start)).body),
  });
}
