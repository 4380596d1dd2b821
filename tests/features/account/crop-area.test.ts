import { describe, expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { fromPercents, getZoom, initialCropArea, toPercents, withZoom } from "#app/features/account/crop-area.ts";

const WIDE = { width: 900, height: 600 };

describe("crop area", () => {
  it("initially covers most of the picture, centered", () => {
    expect(initialCropArea(WIDE)).toEqual({ x: 210, y: 60, side: 480 });
  });

  it("covers the whole of a picture of the smallest allowed size", () => {
    const smallest = { width: 50, height: 50 };
    expect(initialCropArea(smallest)).toEqual({ x: 0, y: 0, side: 50 });
    expect(getZoom(smallest, initialCropArea(smallest))).toBe(0);
    expect(withZoom(smallest, initialCropArea(smallest), 100)).toEqual({ x: 0, y: 0, side: 50 });
  });

  it("ranges from the smallest allowed side to the largest square", () => {
    expect(withZoom(WIDE, initialCropArea(WIDE), 0).side).toBe(600);
    expect(withZoom(WIDE, initialCropArea(WIDE), 100).side).toBeCloseTo(accountLimits.photoCropMinPx);
    expect(getZoom(WIDE, { x: 0, y: 0, side: 600 })).toBeCloseTo(0);
    expect(getZoom(WIDE, { x: 0, y: 0, side: accountLimits.photoCropMinPx })).toBeCloseTo(100);
  });

  it("keeps its center while zooming and stays inside the picture", () => {
    const zoomed = withZoom(WIDE, { x: 210, y: 60, side: 480 }, 50);
    expect(zoomed.x + zoomed.side / 2).toBeCloseTo(450);
    expect(zoomed.y + zoomed.side / 2).toBeCloseTo(300);
    expect(withZoom(WIDE, { x: 850, y: 550, side: 50 }, 0)).toEqual({ x: 300, y: 0, side: 600 });
  });

  it("survives the conversion to percentages and back, and is clamped to the picture", () => {
    const area = { x: 120, y: 30, side: 300 };
    const converted = fromPercents(WIDE, toPercents(WIDE, area));
    for (const part of ["x", "y", "side"] as const) expect(converted[part]).toBeCloseTo(area[part]);
    expect(fromPercents(WIDE, { x: 99, y: -5, width: 0.1, height: 0.15 })).toEqual({ x: 850, y: 0, side: 50 });
  });
});
