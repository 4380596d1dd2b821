import { describe, expect, it } from "vitest";
import { findPlace } from "#app/domain/lyrics/current-line.ts";

const LINES = [
  { atMs: null, text: "Title" },
  { atMs: 1000, text: "One" },
  { atMs: null, text: "second row" },
  { atMs: 3000, text: "Two" },
  { atMs: 3000, text: "translated" },
];

describe("the current line", () => {
  it("LY6 is the last line that has begun", () => {
    expect(findPlace(LINES, 0)).toEqual({ index: null, nextAtMs: 1000 });
    expect(findPlace(LINES, 999.9)).toEqual({ index: null, nextAtMs: 1000 });
    expect(findPlace(LINES, 1000)).toEqual({ index: 1, nextAtMs: 3000 });
    expect(findPlace(LINES, 2999)).toEqual({ index: 1, nextAtMs: 3000 });
    expect(findPlace([], 5)).toEqual({ index: null, nextAtMs: null });
  });

  it("LY6 is the first of several lines with one time", () => {
    expect(findPlace(LINES, 3000)).toEqual({ index: 3, nextAtMs: null });
  });
});
