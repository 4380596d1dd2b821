import { DAY_MS, GIB, MIB } from "#app/domain/units.ts";

/** Limits of uploads. §n: the section of the specification that states the limit. */
export const uploadLimits = {
  audioBytes: 2 * GIB,
  partBytes: 8 * MIB,
  /** Parts of one file that are under way at once, and the files of one person that are unfinished. */
  partsInFlight: 4,
  uploadsOpenPerPerson: 2000,
  /** Files that one call may announce. */
  uploadsPerCall: 500,
  uploadAbandonedAfterMs: 7 * DAY_MS,
} as const;
