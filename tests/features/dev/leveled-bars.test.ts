import { describe, expect, it } from "vitest";
import { toLeveledBars } from "#app/features/dev/audio-leveling/leveled-bars.ts";

const points = Uint8Array.from([0, 255, 128, 64]);

describe("the bars of a leveled waveform", () => {
  it("reach full height before leveling if the gain lowers the level", () => {
    const { before, after } = toLeveledBars(points, -10, 4);
    expect(Math.max(...before)).toBe(1);
    // ten decibels sound half as loud
    expect(Math.max(...after)).toBeCloseTo(0.5, 2);
  });

  it("reach full height after leveling if the gain raises the level", () => {
    const { before, after } = toLeveledBars(points, 10, 4);
    expect(Math.max(...after)).toBe(1);
    expect(Math.max(...before)).toBeCloseTo(0.5, 2);
  });

  it("are equal without a gain, and show the maximum of their points", () => {
    const { before, after } = toLeveledBars(points, 0, 2);
    expect(before).toEqual(after);
    expect(before).toEqual([1, 128 / 255]);
  });
});
