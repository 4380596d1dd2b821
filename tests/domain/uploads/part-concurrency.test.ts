import { describe, expect, it } from "vitest";
import { FIRST_LANE, lanesAfter, type PartLanes, type PartOutcome } from "#app/domain/uploads/part-concurrency.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";

function lanesOf(lanes: PartLanes, outcomes: readonly PartOutcome[]): PartLanes {
  return outcomes.reduce(lanesAfter, lanes);
}
const quick = (count: number): PartOutcome[] => Array.from({ length: count }, () => ({ sentInMs: 100 }));
const slow = (count: number): PartOutcome[] => Array.from({ length: count }, () => ({ sentInMs: 1300 }));

/** Parts that are begun twice when the line breaks ten times, each time after so many parts. */
function begunTwice(between: readonly PartOutcome[]): number {
  let lanes = FIRST_LANE;
  let parts = 0;
  for (let breaks = 0; breaks < 10; breaks++) {
    lanes = lanesOf(lanes, between);
    parts += lanes.open;
    lanes = lanesAfter(lanes, "lost");
  }
  return parts;
}

describe("parts under way", () => {
  it("UP3 begin with one, and are never more than four", () => {
    expect(FIRST_LANE.open).toBe(1);
    expect(lanesOf(FIRST_LANE, quick(15)).open).toBe(1);
    expect(lanesOf(FIRST_LANE, quick(16)).open).toBe(2);
    expect(lanesOf(FIRST_LANE, quick(48)).open).toBe(uploadLimits.partsInFlight);
    expect(lanesOf(FIRST_LANE, quick(500)).open).toBe(uploadLimits.partsInFlight);
  });

  it("UP3 are one again after a loss, and grow more slowly then", () => {
    const lost = lanesOf(FIRST_LANE, [...quick(48), "lost"]);
    expect(lost.open).toBe(1);
    expect(lanesOf(lost, quick(31)).open).toBe(1);
    expect(lanesOf(lost, quick(32)).open).toBe(2);
  });

  it("UP3 stay one where the line itself is slow, and are one again when it becomes so", () => {
    expect(lanesOf(FIRST_LANE, slow(500)).open).toBe(1);
    expect(lanesOf(FIRST_LANE, [...quick(48), { sentInMs: 2100 }]).open).toBe(1);
  });

  it("UP3 take each as long as there are lanes where several share a line", () => {
    const four = lanesOf(FIRST_LANE, quick(48));
    expect(lanesAfter(four, { sentInMs: 1900 }).open).toBe(uploadLimits.partsInFlight);
  });

  it("UP3 are begun twice at most ten times when a line of 63 of them breaks ten times", () => {
    for (let every = 1; every <= 6; every++) expect(begunTwice(quick(every))).toBeLessThanOrEqual(10);
    for (let every = 1; every <= 63; every++) expect(begunTwice(slow(every))).toBeLessThanOrEqual(10);
  });
});
