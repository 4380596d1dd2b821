import { KIB, MIB } from "#app/domain/units.ts";

/**
 * Limits of reading a file's tags. Tags within these limits are read in milliseconds; the rest of a larger tag is left out, because
 * a tag reader would be busy with it for seconds.
 */
export const excerptLimits = {
  /** Frames, comments, boxes or chunks that are looked at. */
  itemsMax: 20_000,
  /** Of these, how many are read. */
  keptMax: 200,
  /** The longest text, bytes. */
  textBytes: 64 * KIB,
  /** The longest picture, bytes: 10 MiB (§9) and its header. */
  pictureBytes: 10 * MIB + 4 * KIB,
  /** All items together, bytes. */
  totalBytes: 12 * MIB,
} as const;
