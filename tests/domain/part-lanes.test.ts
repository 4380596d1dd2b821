import { describe, expect, it } from "vitest";
import { limits } from "#app/domain/limits.ts";
import { FIRST_LANE, lanesAfter, type PartLanes } from "#app/domain/part-lanes.ts";

function lanesOf(lanes: PartLanes, outcomes: readonly ("sent" | "lost")[]): PartLanes {
  return outcomes.reduce(lanesAfter, lanes);
}
const sent = (count: number) => Array.from({ length: count }, () => "sent" as const);

describe("parts under way", () => {
  it("UP3 begin with one, and are never more than four", () => {
    expect(FIRST_LANE.open).toBe(1);
    expect(lanesOf(FIRST_LANE, sent(2)).open).toBe(2);
    expect(lanesOf(FIRST_LANE, sent(6)).open).toBe(limits.partsInFlight);
    expect(lanesOf(FIRST_LANE, sent(500)).open).toBe(limits.partsInFlight);
  });

  it("UP3 are one again after a loss, and grow more slowly then", () => {
    const lost = lanesOf(FIRST_LANE, [...sent(6), "lost"]);
    expect(lost.open).toBe(1);
    expect(lanesOf(lost, sent(3)).open).toBe(1);
    expect(lanesOf(lost, sent(4)).open).toBe(2);
  });

  it("UP3 lose at most ten parts when a line of 63 of them breaks ten times, wherever it breaks", () => {
    for (let every = 1; every <= 6; every++) {
      let lanes = FIRST_LANE;
      let lostParts = 0;
      for (let breaks = 0; breaks < 10; breaks++) {
        lanes = lanesOf(lanes, sent(every));
        // half a part of each lane, on the average
        lostParts += lanes.open / 2;
        lanes = lanesAfter(lanes, "lost");
      }
      expect(lostParts).toBeLessThanOrEqual(10);
    }
  });
});
