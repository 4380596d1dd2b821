import { expect, it } from "vitest";
import { layOutPlot } from "#app/features/devices/plot-shape.ts";

const SIZE = { nowMs: 300_000, spanMs: 300_000, width: 300, height: 40 };
const sample = (atSec: number, errorMs: number | null, boundMs = 1) => ({ atMs: atSec * 1000, errorMs, boundMs });

it("draws the error and its bound from left to right, zero in the middle", () => {
  expect(layOutPlot([sample(0, 0), sample(10, 4), sample(20, -4)], SIZE)).toEqual({
    rangeMs: 5,
    line: "M0 20L10 4L20 36",
    band: "M0 16L10 0L20 32L20 40L10 8L0 24Z",
    largestMs: 5,
  });
});

it("chooses a round range that contains the largest error and its bound", () => {
  expect(layOutPlot([sample(0, 3), sample(2, -18, 3)], SIZE)?.rangeMs).toBe(50);
});

it("leaves a gap where the device was silent", () => {
  const plot = layOutPlot([sample(0, 0), sample(10, 0), sample(12, null), sample(100, 0), sample(110, 0)], SIZE);
  expect(plot?.line).toBe("M0 20L10 20M100 20L110 20");
});

it("draws nothing from one measurement, or from old ones", () => {
  expect(layOutPlot([sample(299, 2)], SIZE)).toBeNull();
  expect(layOutPlot([sample(-20, 2), sample(-10, 2)], SIZE)).toBeNull();
});
