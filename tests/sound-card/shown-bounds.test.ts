import { expect, it } from "vitest";
import { shareOutsideBounds } from "./shown-bounds.ts";

const a = new Map([1000, 2000, 3000, 4000].entries());
const b = new Map([1003, 2006, 3006, 4003].entries());

it("a click lies outside if the distance is more than the sum of both bounds at that moment", () => {
  const samples = [
    { atMs: 0, boundsMs: [2, 3] },
    { atMs: 2500, boundsMs: [3, 4] },
  ];
  expect(shareOutsideBounds(a, b, samples)).toBe(25);
});

it("clicks count only while both badges name an error", () => {
  const samples = [
    { atMs: 0, boundsMs: [1, null] },
    { atMs: 3500, boundsMs: [1, 1] },
  ];
  expect(shareOutsideBounds(a, b, samples)).toBe(100);
  expect(shareOutsideBounds(a, b, [])).toBeNaN();
});
