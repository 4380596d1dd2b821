import { expect, test } from "vitest";
import { createChirp } from "#app/domain/calibration/chirp.ts";
import { findChirps } from "./find-chirps.ts";

const RATE = 48_000;

test("chirps are found to a hundredth of a millisecond, whichever samples they begin between", () => {
  const startsMs = [200.01, 1200.5, 2307.777];
  // sampled four times as densely, so that a start lies on a quarter of a sample
  const dense = createChirp(4 * RATE);
  const samples = new Float32Array(3 * RATE);
  const expected = startsMs.map((ms) => {
    const start = Math.round((ms / 1000) * 4 * RATE);
    for (let i = Math.ceil(start / 4); i * 4 - start < dense.length; i++) samples[i] = 0.1 * (dense[i * 4 - start] ?? 0);
    return (start / 4 / RATE) * 1000;
  });
  const found = findChirps(samples, RATE);
  expect(found).toHaveLength(3);
  for (const [index, ms] of found.entries()) expect(Math.abs(ms - (expected[index] ?? 0))).toBeLessThan(0.01);
});
