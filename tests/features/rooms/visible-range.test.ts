import { describe, expect, it } from "vitest";
import { type GridLayout, getViewport, getVisibleRange } from "#app/features/rooms/visible-range.ts";

const LAYOUT: GridLayout = { topPx: 200, windowPx: 900, rowPitchPx: 290, columns: 4 };

describe("getVisibleRange", () => {
  it("covers the window and 600 px below it", () => {
    // (900 - 200 + 600) / 290 = 4.5 rows
    expect(getVisibleRange(LAYOUT, 10_000)).toEqual({ first: 0, end: 20 });
  });

  it("covers whole rows on both sides in the middle of ten thousand cards", () => {
    const { first, end } = getVisibleRange({ ...LAYOUT, topPx: -290 * 1250 }, 10_000);
    expect(first % 4).toBe(0);
    expect(first).toBe((1250 - 3) * 4);
    expect(end).toBe((1250 + 6) * 4);
  });

  it("ends with the last card", () => {
    expect(getVisibleRange({ ...LAYOUT, topPx: -290 * 2500 + 900 }, 9_999).end).toBe(9_999);
  });

  it("shows the last row of a list that has become shorter than the scroll position", () => {
    expect(getVisibleRange({ ...LAYOUT, topPx: -100_000 }, 10)).toEqual({ first: 8, end: 10 });
  });

  it("is empty for an empty list", () => {
    expect(getVisibleRange(LAYOUT, 0)).toEqual({ first: 0, end: 0 });
  });

  it("covers the window at every scroll position and stays small", () => {
    for (const columns of [1, 2, 3, 4]) {
      for (let topPx = 400; topPx > -400_000; topPx -= 1373) {
        const total = 4000;
        const { first, end } = getVisibleRange({ ...LAYOUT, columns, topPx }, total);
        const rows = Math.ceil(total / columns);
        const limitToRows = (row: number) => Math.min(rows, Math.max(0, row));
        const visible = { from: limitToRows(-topPx / 290), to: limitToRows((900 - topPx) / 290) };
        if (visible.from < rows) expect(first / columns).toBeLessThanOrEqual(visible.from);
        expect(Math.ceil(end / columns)).toBeGreaterThanOrEqual(Math.floor(visible.to));
        expect(end - first).toBeLessThanOrEqual(9 * columns);
      }
    }
  });
});

describe("getViewport", () => {
  it("covers the rows that are in the window, even in part", () => {
    // (900 - 200) / 290 = 2.4 rows
    expect(getViewport(LAYOUT)).toEqual({ first: 0, end: 12, columns: 4 });
    expect(getViewport({ ...LAYOUT, topPx: -300 })).toEqual({ first: 4, end: 20, columns: 4 });
  });

  it("is empty above the list", () => {
    expect(getViewport({ ...LAYOUT, topPx: 1000 })).toEqual({ first: 0, end: 0, columns: 4 });
  });
});
