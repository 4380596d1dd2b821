import { describe, expect, it } from "vitest";
import { describeLateness, explainFailure } from "#app/features/devices/calibration-display.ts";
import { toPlotShare, toTapOutcome } from "#app/features/devices/tap-display.ts";

describe("a failure of a measurement", () => {
  it.each([
    ["microphone-denied", "denied"],
    ["microphone-missing", "missing"],
    ["microphone-failed", "failed"],
    ["sound-off", "noSound"],
    ["connection-lost", "ended"],
    ["stopped", "ended"],
  ] as const)("%s has its own explanation", (reason, fault) => {
    expect(explainFailure(reason)).toEqual({ fault, error: null });
  });

  it("that the room reports has the text of its error", () => {
    expect(explainFailure("forbidden")).toEqual({ fault: null, error: "forbidden" });
  });
});

it("a device is late, or early without a sign", () => {
  expect(describeLateness(12.5)).toEqual({ side: "late", ms: 12.5 });
  expect(describeLateness(-3)).toEqual({ side: "early", ms: 3 });
  expect(describeLateness(0)).toEqual({ side: "late", ms: 0 });
});

describe("the result of taps", () => {
  const result = { delayMs: 41.6, spreadMs: 8, outliers: 0 };

  it("is added to the delay with which the beat was played", () => {
    expect(toTapOutcome(result, 100)).toEqual({ newMs: 142, isLimited: false, isSteady: true });
    expect(toTapOutcome({ ...result, delayMs: -41.6 }, 100).newMs).toBe(58);
  });

  it("stays within the limits and reports that", () => {
    expect(toTapOutcome({ ...result, delayMs: 300 }, 400)).toMatchObject({ newMs: 500, isLimited: true });
    expect(toTapOutcome({ ...result, delayMs: 100 }, 400)).toMatchObject({ newMs: 500, isLimited: false });
  });

  it("is steady up to a spread of 20 ms and two taps far from the others", () => {
    expect(toTapOutcome({ ...result, spreadMs: 20 }, 0).isSteady).toBe(true);
    expect(toTapOutcome({ ...result, spreadMs: 20.5 }, 0).isSteady).toBe(false);
    expect(toTapOutcome({ ...result, outliers: 2 }, 0).isSteady).toBe(true);
    expect(toTapOutcome({ ...result, outliers: 3 }, 0).isSteady).toBe(false);
  });

  it("is drawn between the neighboring beats", () => {
    expect([-400, 0, 200, 900].map(toPlotShare)).toEqual([-1, 0, 0.5, 1]);
  });
});
