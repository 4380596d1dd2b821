import { expect, it } from "vitest";
import { toSleepLength } from "#app/features/devices/log-display.ts";

it.each([
  [300, "seconds", 1],
  [61_400, "seconds", 61],
  [119_999, "seconds", 120],
  [120_000, "minutes", 2],
  [3_580_000, "minutes", 60],
] as const)("a sleep of %i ms has %s: %i", (ms, unit, count) => {
  expect(toSleepLength(ms)).toEqual({ unit, count });
});
