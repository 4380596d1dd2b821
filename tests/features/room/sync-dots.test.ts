import { describe, expect, it } from "vitest";
import { layOutSyncDots, METER, RANGE_MS, toMeterX } from "#app/features/room/sync-dots.ts";

const MIDDLE = METER.widthPx / 2;
const CELL_PX = METER.dotPx + 1;

describe("the dots of the devices", () => {
  it("are left of the middle for devices ahead, and right for those behind", () => {
    const [ahead, exact, behind] = layOutSyncDots([5, 0, -5], null);
    expect(exact?.x).toBe(MIDDLE);
    expect(ahead?.x).toBeLessThan(MIDDLE);
    expect((behind?.x ?? 0) - MIDDLE).toBe(MIDDLE - (ahead?.x ?? 0));
    expect(Math.abs((behind?.x ?? 0) - toMeterX(5))).toBeLessThanOrEqual(CELL_PX / 2);
  });

  it("stay on the meter, however large the error is", () => {
    const [far, end] = layOutSyncDots([-1000, -RANGE_MS], null);
    expect(far?.x).toBe(end?.x);
    expect(end?.x).toBeLessThanOrEqual(METER.widthPx);
  });

  it("are stacked at the same place", () => {
    const dots = layOutSyncDots([0, 0, 0.1, 10], null);
    const heights = dots.map(({ y }) => (METER.baselinePx - 5 - y) / CELL_PX);
    expect(heights).toEqual([0, 1, 2, 0]);
  });

  it("warn of errors beyond twelve milliseconds, in both directions", () => {
    expect(layOutSyncDots([12, 12.1, -12, -12.1], null).map(({ isWarning }) => isWarning)).toEqual([false, true, false, true]);
  });

  it("have one of this device: the nearest to its own error", () => {
    const own = (ownErrorMs: number | null) => layOutSyncDots([8, -3, 2], ownErrorMs).map(({ isOwn }) => isOwn);
    expect(own(1)).toEqual([false, false, true]);
    expect(own(-20)).toEqual([false, true, false]);
    expect(own(null)).toEqual([false, false, false]);
    expect(layOutSyncDots([], 1)).toEqual([]);
  });
});
