import { uploadLimits } from "./upload-limits.ts";

/**
 * How many parts of a file are under way at once: what is under way when a line breaks is sent again. One at first, and
 * one more whenever many in a row have come through quickly. A part that is lost takes it back to one, and makes the
 * next steps longer.
 */
export type PartLanes = {
  readonly open: number;
  /** Parts in a row that have come through quickly since the number changed. */
  readonly sentInRow: number;
  /** How many of those open another lane. */
  readonly opensAfter: number;
};

/** `sentInMs`: from its first byte to the answer. */
export type PartOutcome = "lost" | { readonly sentInMs: number };

export const FIRST_LANE: PartLanes = { open: 1, sentInRow: 0, opensAfter: 16 };

const OPENS_AFTER_MOST = 32;
/**
 * For each lane, ms. A line that takes longer over a part (16 MiB/s) is full with one: several would share it, and lose
 * more with it. On a faster one the wait for the answers is what they save.
 */
const QUICK_MS = 500;

export function lanesAfter(lanes: PartLanes, outcome: PartOutcome): PartLanes {
  const { open, opensAfter } = lanes;
  if (outcome === "lost") return { open: 1, sentInRow: 0, opensAfter: Math.min(OPENS_AFTER_MOST, opensAfter * 2) };
  if (outcome.sentInMs > QUICK_MS * open) return { open: 1, sentInRow: 0, opensAfter };
  const sentInRow = lanes.sentInRow + 1;
  if (open === uploadLimits.partsInFlight || sentInRow < opensAfter) return { ...lanes, sentInRow };
  return { open: open + 1, sentInRow: 0, opensAfter };
}
