import { expect, test } from "vitest";
import { clickSamples, clickTimesMs } from "#tests/support/click-track.ts";
import { takeChannels } from "./channels.ts";
import { findClicks } from "./find-clicks.ts";
import { findSilences } from "./find-silences.ts";

const RATE = 48_000;
const SECONDS = 6;

test("the channels are taken out of the frames, without an incomplete one", () => {
  const frames = new Float32Array([1, 8, 2, 9, 3]);
  expect(takeChannels(frames, 2).map((samples) => [...samples])).toEqual([
    [1, 2],
    [8, 9],
  ]);
});

test("clicks are found within a few hundredths of a millisecond, at any volume", () => {
  for (const volume of [1, 0.05]) {
    const found = findClicks(
      clickSamples(SECONDS, RATE).map((sample) => sample * volume),
      RATE,
    );
    const expected = clickTimesMs(SECONDS);
    expect(found).toHaveLength(expected.length);
    for (const [i, ms] of found.entries()) expect(Math.abs(ms - (expected[i] ?? 0))).toBeLessThan(0.05);
  }
});

test("a delay of a fraction of a sample is measured", () => {
  const track = clickSamples(SECONDS, RATE);
  // Linear interpolation between two samples delays by half a sample.
  const delayed = track.map((sample, i) => (sample + (track[i - 1] ?? 0)) / 2);
  const [a, b] = [findClicks(track, RATE), findClicks(delayed, RATE)];
  const distances = b.map((ms, i) => ms - (a[i] ?? 0));
  for (const ms of distances) expect(ms).toBeCloseTo(500 / RATE, 2);
});

test("digital silence has no clicks and no silences", () => {
  expect(findClicks(new Float32Array(RATE), RATE)).toEqual([]);
  expect(findSilences(new Float32Array(RATE), RATE)).toEqual([]);
});

test("a hole of 30 ms and the end of the sound are found, at any volume", () => {
  const recording = new Float32Array((SECONDS + 1) * RATE);
  recording.set(clickSamples(SECONDS, RATE).map((sample) => sample * 0.3));
  recording.fill(0, 2 * RATE, 2.03 * RATE);
  expect(findSilences(recording, RATE)).toEqual([
    { fromMs: 2000, toMs: 2030 },
    { fromMs: SECONDS * 1000, toMs: (SECONDS + 1) * 1000 },
  ]);
});
