import { expect, it } from "vitest";
import { hasChanged } from "#app/domain/expected-values.ts";

const CURRENT = { title: "Night", year: 1998 as number | null };

it("UD1 only the values that an edit expects are compared", () => {
  expect(hasChanged(CURRENT, {})).toBe(false);
  expect(hasChanged(CURRENT, { title: "Night" })).toBe(false);
  expect(hasChanged(CURRENT, { title: undefined, year: 1998 })).toBe(false);
  expect(hasChanged(CURRENT, { title: "Day" })).toBe(true);
  expect(hasChanged(CURRENT, { title: "Night", year: null })).toBe(true);
  expect(hasChanged({ ...CURRENT, year: null }, { year: null })).toBe(false);
});
