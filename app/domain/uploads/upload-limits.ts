import { DAY_MS, GB, GIB, MIB } from "#app/domain/units.ts";

/** Limits of uploads. */
export const uploadLimits = {
  /** Maximum size of an audio file, bytes. */
  audioBytes: 2 * GIB,
  /** Size of every part of an upload but the last, bytes. */
  partBytes: 8 * MIB,
  /** Maximum number of parts of one file that are sent at the same time. */
  partsInFlight: 4,
  /** Maximum number of unfinished uploads of one person. */
  uploadsOpenPerPerson: 2000,
  /** Maximum size of all tracks and unfinished uploads of one person, bytes, unless the installation has another limit. */
  storedBytesPerPerson: 50 * GB,
  /** Maximum number of files that one call announces. */
  uploadsPerCall: 500,
  /** Maximum size of all files of one share with the installed app, bytes: two of the largest. */
  sharedBytes: 4 * GIB,
  /** An upload without progress for this long is deleted, ms. */
  uploadAbandonedAfterMs: 7 * DAY_MS,
} as const;
