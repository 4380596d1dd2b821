/** Limits of a playlist. */
export const playlistLimits = {
  /** Maximum number of entries. */
  playlistEntries: 10_000,
  /** Maximum number of entries in the queue. */
  queuedEntries: 500,
  /** Maximum number of entries that one command names. */
  entriesPerCommand: 500,
  /** Maximum length of a rank that a move creates. Beyond it, all entries get new ranks. */
  rankLength: 64,
} as const;
