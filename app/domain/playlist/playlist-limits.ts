import { MINUTE_MS } from "#app/domain/units.ts";

/** Limits of a playlist. §n: the section of the specification that states the limit. */
export const playlistLimits = {
  playlistEntries: 10_000,
  /** Entries that one command may name. */
  entriesPerCommand: 500,
  /** A removal may be taken back for so long. */
  undoMs: MINUTE_MS,
} as const;
