import { describe, expect, it } from "vitest";
import { MAX_TRIM_PPM, NO_DRIFT, stepDrift } from "#app/domain/sync/drift.ts";

const BLOCK_MS = 128 / 48;
const RUNNING = { elapsedMs: BLOCK_MS, isFresh: false };

/** Runs the controller on an initial error while the clock drifts by `ppm`. */
function runController(errorMs: number, { ppm = 0, durationMs = 120_000 } = {}) {
  let state = NO_DRIFT;
  let error = errorMs;
  const errors: number[] = [];
  const trims: number[] = [];
  for (let ms = 0; ms < durationMs; ms += BLOCK_MS) {
    const step = stepDrift(state, error, RUNNING);
    state = step.state;
    error += (state.trimPpm + ppm) * 1e-6 * BLOCK_MS;
    errors.push(error);
    trims.push(state.trimPpm);
  }
  return { errors, trims, last: error };
}

describe("drift", () => {
  it("DR1 an error above 30 ms requires a jump", () => {
    for (const side of [1, -1]) {
      expect(stepDrift(NO_DRIFT, side * 30, RUNNING).mustJump).toBe(false);
      expect(stepDrift(NO_DRIFT, side * 30.001, RUNNING).mustJump).toBe(true);
    }
  });

  it("DR5 just after the start an error above 10 ms requires a jump", () => {
    const started = { elapsedMs: BLOCK_MS, isFresh: true };
    for (const side of [1, -1]) {
      expect(stepDrift(NO_DRIFT, side * 10, started).mustJump).toBe(false);
      expect(stepDrift(NO_DRIFT, side * 10.001, started).mustJump).toBe(true);
    }
  });

  it("DR2 the trim stays within limits and changes slowly", () => {
    for (const error of [29, -29, 20, -3]) {
      const { trims } = runController(error);
      expect(Math.max(...trims.map(Math.abs))).toBeLessThanOrEqual(MAX_TRIM_PPM);
      const changes = trims.slice(1).map((trim, i) => Math.abs(trim - (trims[i] ?? 0)));
      expect(Math.max(...changes)).toBeLessThan(5);
    }
  });

  it("DR3 an error is corrected with hardly any overshoot", () => {
    for (const error of [29, 20, 5, -5, -25]) {
      const { errors, last } = runController(error);
      expect(Math.abs(last)).toBeLessThan(0.15);
      const overshoots = errors.map((now) => -now * Math.sign(error));
      expect(Math.max(...overshoots)).toBeLessThan(0.5);
    }
  });

  it("DR4 a constant frequency difference is learned", () => {
    for (const ppm of [100, -80, 300]) {
      const { errors, trims, last } = runController(0, { ppm });
      expect(Math.abs(last)).toBeLessThan(0.15);
      expect(trims.at(-1)).toBeCloseTo(-ppm, -1);
      expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1.2);
    }
  });
});
