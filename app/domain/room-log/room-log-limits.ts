import { DAY_MS } from "#app/domain/units.ts";

/** Limits of a room's log. The oldest edits are forgotten first. An edit of one entry takes about 600 bytes at most. */
export const roomLogLimits = {
  /** An edit is kept for this long, ms. */
  keptMs: 30 * DAY_MS,
  /** Maximum number of rows. */
  rows: 5000,
  /** Maximum number of changed entries in all rows: more than twice those of the largest edit. */
  changes: 40_000,
  /** A person's older edits are joined if the person has more rows than this, … */
  rowsPerPerson: 300,
  /** … or more changed entries. */
  changesPerPerson: 8000,
  /** A person's latest rows, which are never joined. */
  unjoinedRows: 20,
  /** Rows of a page. */
  pageRows: 50,
  /** Consecutive edits of the same kind and person, at most this far apart, are shown as one group, ms. */
  groupMs: 120_000,
} as const;
