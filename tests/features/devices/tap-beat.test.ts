import { expect, it } from "vitest";
import { measureTaps, TAP_PERIOD_MS, TAPS_NEEDED, toTapOffset } from "#app/features/devices/tap-beat.ts";

const steady = (delayMs: number) => Array.from({ length: TAPS_NEEDED }, (_, i) => delayMs + (i % 2 === 0 ? 10 : -10));

it("the result is the median of the latest taps, with its spread", () => {
  expect(measureTaps(steady(150).slice(1))).toBeNull();
  expect(measureTaps(steady(150))).toEqual({ delayMs: 150, spreadMs: 10, outliers: 0 });
  expect(measureTaps([...steady(-200), ...steady(150)])).toEqual({ delayMs: 150, spreadMs: 10, outliers: 0 });
});

it("single wrong taps do not change the result", () => {
  const taps = steady(150);
  taps[3] = 430;
  taps[4] = -100;
  expect(measureTaps(taps)).toMatchObject({ outliers: 2 });
  expect(Math.abs((measureTaps(taps)?.delayMs ?? 0) - 150)).toBeLessThanOrEqual(10);
});

it("a tap belongs to the beat up to 300 ms after it or half a second before it", () => {
  const beat = { startMs: 10_000, periodMs: TAP_PERIOD_MS };
  expect(toTapOffset(9600, beat)).toBeNull();
  expect(toTapOffset(9750, beat)).toBe(-250);
  expect(toTapOffset(10_000 + 7 * TAP_PERIOD_MS + 480, beat)).toBe(480);
  expect(toTapOffset(10_000 + 7 * TAP_PERIOD_MS - 290, beat)).toBe(-290);
});
