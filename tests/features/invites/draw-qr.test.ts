import { decodeQR } from "qr/decode.js";
import { expect, it } from "vitest";
import { drawQr, FINDER_SIDE, type QrDrawing } from "#app/features/invites/draw-qr.ts";

const SCALE = 4;

/** Rasterizes the drawn shapes, as a camera would see them. */
function rasterize({ side, dots, finders }: QrDrawing) {
  const width = side * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  const fill = (x: number, y: number) => {
    for (let row = 0; row < SCALE; row++) {
      for (let column = 0; column < SCALE; column++) {
        data.fill(
          0,
          ((y * SCALE + row) * width + x * SCALE + column) * 4,
          ((y * SCALE + row) * width + x * SCALE + column) * 4 + 3,
        );
      }
    }
  };
  for (const [, x = "", y = ""] of dots.matchAll(/M([\d.]+) ([\d.]+)/g)) fill(Math.floor(Number(x)), Math.floor(Number(y)));
  for (const [left, top] of finders) {
    for (let y = 0; y < FINDER_SIDE; y++) {
      for (let x = 0; x < FINDER_SIDE; x++) {
        const fromEdge = Math.min(x, y, FINDER_SIDE - 1 - x, FINDER_SIDE - 1 - y);
        if (fromEdge !== 1) fill(left + x, top + y);
      }
    }
  }
  return { width, height: width, data };
}

it.each([
  "https://tutti.example/room/kitchen",
  "https://tutti.example/invite/abcdefghijklmnop.0123456789ABCDEFabcdef",
  `https://a-very-long-name-of-a-host.example.org/room/${"x".repeat(60)}`,
  "https://tutti.example/комната",
])("a scanner reads the original link from the drawing: %s", (link) => {
  expect(decodeQR(rasterize(drawQr(link)))).toBe(link);
});

it("leaves the margin that scanners need", () => {
  const { side, dots, finders } = drawQr("https://tutti.example/room/kitchen");
  const dotStarts = Array.from(dots.matchAll(/M([\d.]+) ([\d.]+)/g), ([, x, y]) => [Number(x), Number(y)]);
  for (const coordinate of [...dotStarts, ...finders].flat()) {
    expect(coordinate).toBeGreaterThanOrEqual(4);
    expect(coordinate).toBeLessThan(side - 4);
  }
});
