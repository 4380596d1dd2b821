import { describe, expect, it } from "vitest";
import { dominantHue } from "#app/domain/tracks/dominant-hue.ts";

type Pixel = readonly [red: number, green: number, blue: number, alpha?: number];

const hueOf = (...pixels: readonly Pixel[]) =>
  dominantHue(pixels.flatMap(([red, green, blue, alpha = 255]) => [red, green, blue, alpha]));

describe("the dominant hue", () => {
  it.each([
    ["red", [255, 0, 0], 8],
    ["yellow", [255, 255, 0], 68],
    ["green", [0, 255, 0], 128],
    ["cyan", [0, 255, 255], 188],
    ["blue", [0, 0, 255], 248],
    ["magenta", [255, 0, 255], 308],
    ["dark green", [0, 128, 0], 128],
  ] as const)("of a %s picture is the middle of a step of 15°", (_, pixel, hue) => {
    expect(hueOf(pixel)).toBe(hue);
  });

  it("of a gray or transparent picture, and of one without pixels, is none", () => {
    expect(hueOf([0, 0, 0], [128, 128, 128], [255, 255, 255])).toBeNull();
    expect(hueOf([130, 126, 128])).toBeNull();
    expect(hueOf([255, 0, 0, 0])).toBeNull();
    expect(hueOf()).toBeNull();
  });

  it("is that of the colorful pixels, although more are pale", () => {
    const pale = Array.from({ length: 10 }, (): Pixel => [200, 150, 150]);
    expect(hueOf([0, 0, 255], ...pale)).toBe(248);
  });

  it("is one on both sides of the border of two steps, and not one that is weaker than both together", () => {
    // hues of 14°, 16° and 240°
    expect(hueOf([230, 54, 0], [230, 61, 0], [0, 0, 255])).toBe(8);
  });
});
