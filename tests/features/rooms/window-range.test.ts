import { describe, expect, it } from "vitest";
import { type Lie, windowRange } from "#app/features/rooms/window-range.ts";

const LIE: Lie = { topPx: 200, screenPx: 900, pitchPx: 290, columns: 4 };

describe("the window of a list", () => {
  it("draws what is on the screen and 600 px below it", () => {
    // (900 - 200 + 600) / 290 = 4.5 rows
    expect(windowRange(LIE, 10_000)).toEqual({ first: 0, end: 20 });
  });

  it("in the middle of ten thousand draws whole rows on both sides", () => {
    const { first, end } = windowRange({ ...LIE, topPx: -290 * 1250 }, 10_000);
    expect(first % 4).toBe(0);
    expect(first).toBe((1250 - 3) * 4);
    expect(end).toBe((1250 + 6) * 4);
  });

  it("at the end has as many as there are", () => {
    expect(windowRange({ ...LIE, topPx: -290 * 2500 + 900 }, 9_999).end).toBe(9_999);
  });

  it("scrolled past the end of a list that has become short shows that end", () => {
    expect(windowRange({ ...LIE, topPx: -100_000 }, 10)).toEqual({ first: 8, end: 10 });
  });

  it("of nothing is nothing", () => {
    expect(windowRange(LIE, 0)).toEqual({ first: 0, end: 0 });
  });

  it("covers the screen wherever it stands, and stays small", () => {
    for (const columns of [1, 2, 3, 4]) {
      for (let topPx = 400; topPx > -400_000; topPx -= 1373) {
        const total = 4000;
        const { first, end } = windowRange({ ...LIE, columns, topPx }, total);
        const rows = Math.ceil(total / columns);
        const seen = { from: Math.min(rows, Math.max(0, -topPx / 290)), to: Math.min(rows, Math.max(0, (900 - topPx) / 290)) };
        if (seen.from < rows) expect(first / columns).toBeLessThanOrEqual(seen.from);
        expect(Math.ceil(end / columns)).toBeGreaterThanOrEqual(Math.floor(seen.to));
        expect(end - first).toBeLessThanOrEqual(9 * columns);
      }
    }
  });
});
