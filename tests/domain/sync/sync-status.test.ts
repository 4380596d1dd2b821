import { describe, expect, it } from "vitest";
import { type Deviation, nextSyncStatus, SYNC_OFF, type SyncStatus } from "#app/domain/sync/sync-status.ts";
import { findUncertainty, largestUncertainty, totalUncertaintyMs } from "#app/domain/sync/sync-uncertainty.ts";

/** The states after each of these deviations, a second apart. */
function states(deviations: readonly (Deviation | null)[], stepMs = 1000): readonly SyncStatus["state"][] {
  let status = SYNC_OFF;
  return deviations.map((deviation, i) => {
    status = nextSyncStatus(status, deviation, i * stepMs);
    return status.state;
  });
}

const repeat = (deviation: Deviation, count: number) => Array.from({ length: count }, () => deviation);
const CLOCK = { offsetMs: 0, driftPpm: 0, atLocalMs: 0, boundMs: 0.5, asymmetryMs: 10, roundTripMs: 20 };
const OUTPUT = { offsetMs: 0, atLocalMs: 0, driftPpm: 0, boundMs: 1, latencyMs: 20, isLatencyKnown: true };

describe("sync status", () => {
  it("SS1 a device is in sync at once if its error and its bound add up to 15 ms", () => {
    expect(states([{ errorMs: -12, boundMs: 3 }])).toEqual(["in-sync"]);
    expect(states([{ errorMs: -12, boundMs: 4 }])).toEqual(["syncing"]);
  });

  it("SS1 the bound is the sum of what clock, connection and output do not know", () => {
    const uncertainty = findUncertainty(CLOCK, OUTPUT);
    expect(totalUncertaintyMs(uncertainty)).toBe(11.5);
    expect(largestUncertainty(uncertainty)).toBe("connection");
    expect(largestUncertainty(findUncertainty(CLOCK, { ...OUTPUT, boundMs: 30 }))).toBe("output");
  });

  it("SS2 a device that is in sync remains so up to 30 ms", () => {
    const small = { errorMs: 1, boundMs: 1 };
    expect(states([small, ...repeat({ errorMs: 26, boundMs: 3 }, 6)]).at(-1)).toBe("in-sync");
    expect(states([small, ...repeat({ errorMs: 28, boundMs: 3 }, 6)]).at(-1)).toBe("out-of-sync");
  });

  it("SS3 a small error with a large bound is uncertain after 2 s, and never an endless attempt to sync", () => {
    expect(states(repeat({ errorMs: 0.2, boundMs: 40 }, 5))).toEqual([
      "syncing",
      "syncing",
      "uncertain",
      "uncertain",
      "uncertain",
    ]);
  });

  it("SS4 a large deviation is shown after 2 s, and above 100 ms as an error", () => {
    expect(states(repeat({ errorMs: 60, boundMs: 5 }, 4))).toEqual(["syncing", "syncing", "out-of-sync", "out-of-sync"]);
    expect(states(repeat({ errorMs: -99, boundMs: 5 }, 4)).at(-1)).toBe("error");
  });

  it("SS5 half a second of silence between two tracks changes nothing, a longer one starts again", () => {
    const small = { errorMs: 1, boundMs: 1 };
    expect(states([small, null, null, small], 200)).toEqual(["in-sync", "in-sync", "in-sync", "in-sync"]);
    expect(states([small, null, null], 600).at(-1)).toBe("syncing");
  });
});
