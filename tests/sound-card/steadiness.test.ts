import { expect, test } from "vitest";
import { identifyClicks } from "#tests/support/click-probe.ts";
import { clickTimesMs } from "#tests/support/click-track.ts";
import { describeUnsteadiness, measureSteadiness } from "./steadiness.ts";

const SECONDS = 30;
const timesMs = clickTimesMs(SECONDS);
const STARTED_MS = 1_700_000_000_000;

/** Plays the track with a change of the delay from this click on, on a card that is 270 ppm fast. */
function play(change: { readonly from: number; readonly ms: number }): readonly number[] {
  return timesMs.map((ms, i) => STARTED_MS + ms * 1.000_27 + (i >= change.from ? change.ms : 0));
}

const measure = (clicksMs: readonly number[], silencesMs: readonly number[] = []) =>
  measureSteadiness(timesMs, identifyClicks(clicksMs, SECONDS), {
    clicksMs,
    silences: silencesMs.map((ms) => ({ fromMs: ms, toMs: ms + 30 })),
  });

test("the rate of the card is no jump", () => {
  const steadiness = measure(play({ from: 0, ms: 0 }));
  expect(steadiness).toEqual({ clicks: timesMs.length, jumps: [], silences: 0, missing: 0 });
  expect(describeUnsteadiness(steadiness)).toBe("");
});

test("a jump of 4 ms is found with its place and size, one of 2 ms is not", () => {
  const [jump, ...others] = measure(play({ from: 12, ms: -4 })).jumps;
  expect(others).toEqual([]);
  expect(jump?.sizeMs).toBeCloseTo(-4, 0);
  expect(jump?.atSec).toBeCloseTo(((timesMs[12] ?? 0) - (timesMs[0] ?? 0)) / 1000, 1);
  expect(measure(play({ from: 12, ms: 2 })).jumps).toEqual([]);
});

test("every click is identified on both sides of a jump", () => {
  expect(measure(play({ from: 12, ms: 18.3 }))).toMatchObject({ clicks: timesMs.length, missing: 0 });
});

test.each([3000, -3000])("every click is identified while a device corrects its position by %i ppm", (ppm) => {
  const clicksMs = timesMs.map((ms) => STARTED_MS + ms * (1.000_27 - ppm * 1e-6));
  expect(measure(clicksMs)).toMatchObject({ clicks: timesMs.length, jumps: [], missing: 0 });
});

test("clicks of another track are not identified", () => {
  const clicksMs = clickTimesMs(SECONDS, 2).map((ms) => STARTED_MS + ms);
  expect(identifyClicks(clicksMs, SECONDS).size).toBeLessThan(3);
});

test("missing clicks and silences between the first and the last click are holes", () => {
  const clicksMs = play({ from: 0, ms: 0 }).filter((_, i) => i !== 7 && i !== 8);
  const [first = 0, last = 0] = [clicksMs[0], clicksMs.at(-1)];
  const steadiness = measure(clicksMs, [first - 100, first + 4000, last + 100]);
  expect(steadiness).toMatchObject({ silences: 1, missing: 2, jumps: [] });
  expect(describeUnsteadiness(steadiness)).toBe("silences: 1, missing clicks: 2");
});

test("a silent device has no clicks", () => {
  expect(measure([])).toEqual({ clicks: 0, jumps: [], silences: 0, missing: 0 });
});
