import { describe, expect, it } from "vitest";
import { levelingGainDb } from "#app/domain/tracks/track-analysis.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";

const gain = (loudnessLufs: number | null, truePeakDb: number | null) => levelingGainDb({ loudnessLufs, truePeakDb });

describe("leveling", () => {
  it("LV1 lowers loud tracks to −14 LUFS", () => {
    expect(gain(-8, 0.5)).toBe(-6);
    expect(gain(-14, -1)).toBe(0);
  });

  it("LV1 raises quiet tracks, but never so far that a peak would clip", () => {
    expect(gain(-20, -12)).toBe(6);
    expect(gain(-20, -4)).toBe(3);
    expect(gain(-20, -0.2)).toBe(0);
    expect(gain(-20, null)).toBe(0);
  });

  it("LV1 does not change a track that was not measured, and limits the gain of implausible values", () => {
    expect(gain(null, -10)).toBe(0);
    expect(gain(150, -10)).toBe(-trackLimits.levelingDbMax);
    expect(gain(-150, -100)).toBe(trackLimits.levelingDbMax);
  });
});
