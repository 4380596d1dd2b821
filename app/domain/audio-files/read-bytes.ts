/** Reads the bytes `[start, end)` of a file, cut at its end. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;
