import { describe, expect, it } from "vitest";
import {
  INITIAL_CONCURRENCY,
  type PartConcurrency,
  type PartOutcome,
  updateConcurrency,
} from "#app/domain/uploads/part-concurrency.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";

function applyOutcomes(concurrency: PartConcurrency, outcomes: readonly PartOutcome[]): PartConcurrency {
  return outcomes.reduce(updateConcurrency, concurrency);
}
const quick = (count: number): PartOutcome[] => Array.from({ length: count }, () => ({ sentInMs: 100 }));
const slow = (count: number): PartOutcome[] => Array.from({ length: count }, () => ({ sentInMs: 1300 }));

/** The number of parts sent twice if the connection breaks ten times, each time after the given outcomes. */
function countResent(between: readonly PartOutcome[]): number {
  let concurrency = INITIAL_CONCURRENCY;
  let parts = 0;
  for (let breaks = 0; breaks < 10; breaks++) {
    concurrency = applyOutcomes(concurrency, between);
    parts += concurrency.limit;
    concurrency = updateConcurrency(concurrency, "lost");
  }
  return parts;
}

describe("parts in flight", () => {
  it("UP3 start with one and never exceed four", () => {
    expect(INITIAL_CONCURRENCY.limit).toBe(1);
    expect(applyOutcomes(INITIAL_CONCURRENCY, quick(15)).limit).toBe(1);
    expect(applyOutcomes(INITIAL_CONCURRENCY, quick(16)).limit).toBe(2);
    expect(applyOutcomes(INITIAL_CONCURRENCY, quick(48)).limit).toBe(uploadLimits.partsInFlight);
    expect(applyOutcomes(INITIAL_CONCURRENCY, quick(500)).limit).toBe(uploadLimits.partsInFlight);
  });

  it("UP3 return to one after a loss, and grow more slowly afterwards", () => {
    const lost = applyOutcomes(INITIAL_CONCURRENCY, [...quick(48), "lost"]);
    expect(lost.limit).toBe(1);
    expect(applyOutcomes(lost, quick(31)).limit).toBe(1);
    expect(applyOutcomes(lost, quick(32)).limit).toBe(2);
  });

  it("UP3 stay at one on a slow connection, and return to one when it becomes slow", () => {
    expect(applyOutcomes(INITIAL_CONCURRENCY, slow(500)).limit).toBe(1);
    expect(applyOutcomes(INITIAL_CONCURRENCY, [...quick(48), { sentInMs: 2100 }]).limit).toBe(1);
  });

  it("UP3 may take longer each when several share the connection", () => {
    const four = applyOutcomes(INITIAL_CONCURRENCY, quick(48));
    expect(updateConcurrency(four, { sentInMs: 1900 }).limit).toBe(uploadLimits.partsInFlight);
  });

  it("UP3 are sent twice at most ten times if the connection breaks ten times", () => {
    for (let every = 1; every <= 6; every++) expect(countResent(quick(every))).toBeLessThanOrEqual(10);
    for (let every = 1; every <= 63; every++) expect(countResent(slow(every))).toBeLessThanOrEqual(10);
  });
});
