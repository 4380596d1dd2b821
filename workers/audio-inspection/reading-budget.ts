import { MIB, MINUTE_MS } from "#app/domain/units.ts";
import type { StoredBytes } from "./stored-bytes.ts";

/** The greatest cost of reading one file. Real files need a tenth of it. */
const BUDGET = { reads: 2000, extraBytes: 64 * MIB, fileReads: 3, timeMs: MINUTE_MS } as const;

/** A file needs more reads, bytes or time than any real file. Its structure is broken, or was made to be slow to read. */
export class ReadingBudgetError extends Error {
  constructor() {
    super("reading the file exceeds its budget");
    this.name = "ReadingBudgetError";
  }
}

/** Bytes that throw `ReadingBudgetError` when reading them has cost too much. */
export function withReadingBudget(bytes: StoredBytes): StoredBytes {
  const { sizeBytes } = bytes;
  const deadlineMs = Date.now() + BUDGET.timeMs;
  let readsLeft: number = BUDGET.reads;
  let bytesLeft = BUDGET.extraBytes + BUDGET.fileReads * sizeBytes;
  const spend = (start: number, end: number) => {
    readsLeft -= 1;
    bytesLeft -= Math.max(0, Math.min(end, sizeBytes) - start);
    if (readsLeft < 0 || bytesLeft < 0 || Date.now() > deadlineMs) throw new ReadingBudgetError();
  };
  return {
    sizeBytes,
    read: async (start, end) => {
      spend(start, end);
      return bytes.read(start, end);
    },
    stream: async (start) => {
      spend(start, sizeBytes);
      return bytes.stream(start);
    },
  };
}
