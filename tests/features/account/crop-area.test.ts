import { describe, expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { firstArea, fromPercents, toPercents, zoomedTo, zoomOf } from "#app/features/account/crop-area.ts";

const WIDE = { width: 900, height: 600 };

describe("the part of a photo that is kept", () => {
  it("is at first most of the picture, in its middle", () => {
    expect(firstArea(WIDE)).toEqual({ x: 210, y: 60, side: 480 });
  });

  it("is the whole of a picture that is as small as one may be", () => {
    const least = { width: 50, height: 50 };
    expect(firstArea(least)).toEqual({ x: 0, y: 0, side: 50 });
    expect(zoomOf(least, firstArea(least))).toBe(0);
    expect(zoomedTo(least, firstArea(least), 100)).toEqual({ x: 0, y: 0, side: 50 });
  });

  it("is between the least that may be kept and the largest square", () => {
    expect(zoomedTo(WIDE, firstArea(WIDE), 0).side).toBe(600);
    expect(zoomedTo(WIDE, firstArea(WIDE), 100).side).toBeCloseTo(accountLimits.photoCropMinPx);
    expect(zoomOf(WIDE, { x: 0, y: 0, side: 600 })).toBeCloseTo(0);
    expect(zoomOf(WIDE, { x: 0, y: 0, side: accountLimits.photoCropMinPx })).toBeCloseTo(100);
  });

  it("keeps its middle while it is zoomed, and stays in the picture", () => {
    const zoomed = zoomedTo(WIDE, { x: 210, y: 60, side: 480 }, 50);
    expect(zoomed.x + zoomed.side / 2).toBeCloseTo(450);
    expect(zoomed.y + zoomed.side / 2).toBeCloseTo(300);
    expect(zoomedTo(WIDE, { x: 850, y: 550, side: 50 }, 0)).toEqual({ x: 300, y: 0, side: 600 });
  });

  it("comes back from the cropper as it went there, and within bounds whatever comes", () => {
    const area = { x: 120, y: 30, side: 300 };
    const back = fromPercents(WIDE, toPercents(WIDE, area));
    for (const part of ["x", "y", "side"] as const) expect(back[part]).toBeCloseTo(area[part]);
    expect(fromPercents(WIDE, { x: 99, y: -5, width: 0.1, height: 0.15 })).toEqual({ x: 850, y: 0, side: 50 });
  });
});
