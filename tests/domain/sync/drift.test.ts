import { describe, expect, it } from "vitest";
import { driftStep, JUMP_FROM_MS, MAX_TRIM_PPM, NO_DRIFT } from "#app/domain/sync/drift.ts";

const BLOCK_MS = 128 / 48;
const LATER = { elapsedMs: BLOCK_MS, isFresh: false };

/** Lets the controller work on an error for a while; a crystal that is `ppm` off keeps pushing. */
function settle(errorMs: number, { ppm = 0, forMs = 120_000 } = {}) {
  let state = NO_DRIFT;
  let error = errorMs;
  const errors: number[] = [];
  const trims: number[] = [];
  for (let ms = 0; ms < forMs; ms += BLOCK_MS) {
    const step = driftStep(state, error, LATER);
    state = step.state;
    error += (state.trimPpm + ppm) * 1e-6 * BLOCK_MS;
    errors.push(error);
    trims.push(state.trimPpm);
  }
  return { errors, trims, last: error };
}

describe("drift", () => {
  it("DR1 past 100 ms only a jump helps", () => {
    expect(driftStep(NO_DRIFT, JUMP_FROM_MS + 1, LATER).jump).toBe(true);
    expect(driftStep(NO_DRIFT, -JUMP_FROM_MS - 1, LATER).jump).toBe(true);
    expect(driftStep(NO_DRIFT, JUMP_FROM_MS - 1, LATER).jump).toBe(false);
  });

  it("DR5 right after it began, a sound that is not in its place is moved", () => {
    const early = { elapsedMs: BLOCK_MS, isFresh: true };
    expect(driftStep(NO_DRIFT, 5, early).jump).toBe(true);
    expect(driftStep(NO_DRIFT, 2, early).jump).toBe(false);
  });

  it("DR2 the trim stays within limits and changes slowly", () => {
    for (const error of [99, -99, 20, -3]) {
      const { trims } = settle(error);
      expect(Math.max(...trims.map(Math.abs))).toBeLessThanOrEqual(MAX_TRIM_PPM);
      const changes = trims.slice(1).map((trim, i) => Math.abs(trim - (trims[i] ?? 0)));
      expect(Math.max(...changes)).toBeLessThan(5);
    }
  });

  it("DR3 an error is worked off and hardly overshot", () => {
    for (const error of [99, 20, 5, -5, -60]) {
      const { errors, last } = settle(error);
      expect(Math.abs(last)).toBeLessThan(0.15);
      const beyond = errors.map((now) => -now * Math.sign(error));
      expect(Math.max(...beyond)).toBeLessThan(0.5);
    }
  });

  it("DR4 a lasting difference of crystals is learnt", () => {
    for (const ppm of [100, -80, 300]) {
      const { errors, trims, last } = settle(0, { ppm });
      expect(Math.abs(last)).toBeLessThan(0.15);
      expect(trims.at(-1)).toBeCloseTo(-ppm, -1);
      expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1.2);
    }
  });
});
