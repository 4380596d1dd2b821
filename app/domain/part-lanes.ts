import { limits } from "./limits.ts";

/**
 * How many parts of a file are under way at once. One at first, and one more whenever a few have come through; a part
 * that is lost takes it back to one, and makes the next steps longer: what is under way when a line breaks is sent again.
 */
export type PartLanes = {
  readonly open: number;
  /** Parts in a row that have come through since the number changed. */
  readonly sentInRow: number;
  /** How many of those open another lane. */
  readonly opensAfter: number;
};

export const FIRST_LANE: PartLanes = { open: 1, sentInRow: 0, opensAfter: 2 };

const OPENS_AFTER_MOST = 32;

export function lanesAfter(lanes: PartLanes, outcome: "sent" | "lost"): PartLanes {
  if (outcome === "lost") return { open: 1, sentInRow: 0, opensAfter: Math.min(OPENS_AFTER_MOST, lanes.opensAfter * 2) };
  const sentInRow = lanes.sentInRow + 1;
  if (lanes.open === limits.partsInFlight || sentInRow < lanes.opensAfter) return { ...lanes, sentInRow };
  return { ...lanes, open: lanes.open + 1, sentInRow: 0 };
}
