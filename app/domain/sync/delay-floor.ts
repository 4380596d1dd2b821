/**
 * Estimates the smallest delay of one direction of a link from measured delays. Pure.
 *
 * The model: a delay is a constant plus a network delay that is exponentially distributed, plus the server's rounding,
 * which is uniform over one millisecond. The estimate is the mean of the constant's posterior distribution.
 */

/** A measured delay contains the rounding of the server's timestamp, uniform over this range. */
export const STAMP_RESOLUTION_MS = 1;

export type DelayFloor = {
  /** Posterior mean of the smallest delay, ms. */
  readonly meanMs: number;
  readonly varianceMs2: number;
  /** Logarithm of the likelihood of all delays under the model. */
  readonly logEvidence: number;
};

/** Candidates for the smallest delay. */
const STEPS = 16;
/** The candidates reach this many expected gaps below the smallest measured delay. */
const REACH_GAPS = 3.5;
const SMALLEST_JITTER_MS = 0.1;

/**
 * The mean of the exponential part, ms. It follows from the median, so that a few very slow messages do not change it.
 * @param sortedMs delays in ascending order
 */
export function estimateJitterMs(sortedMs: Float64Array): number {
  const medianMs = (sortedMs[Math.floor(sortedMs.length / 2)] ?? 0) - (sortedMs[0] ?? 0);
  const roughMs = Math.max(SMALLEST_JITTER_MS, (medianMs - STAMP_RESOLUTION_MS / 2) / Math.LN2);
  return roughMs + expectedGapMs(sortedMs.length, roughMs) / Math.LN2;
}

/** How far the smallest of `count` delays lies above the floor on average, ms. */
function expectedGapMs(count: number, jitterMs: number): number {
  return Math.min(Math.sqrt((2 * jitterMs) / count), STAMP_RESOLUTION_MS / 2) + jitterMs / count;
}

/** @param sortedMs delays in ascending order, at least one */
export function estimateDelayFloor(sortedMs: Float64Array, jitterMs: number): DelayFloor {
  const smallestMs = sortedMs[0] ?? 0;
  const totalMs = sortedMs.reduce((sum, delayMs) => sum + delayMs, 0);
  const stepMs = (REACH_GAPS * expectedGapMs(sortedMs.length, jitterMs)) / STEPS;
  const candidates = Array.from({ length: STEPS }, (_, i) => {
    const floorMs = smallestMs - (i + 0.5) * stepMs;
    return { floorMs, log: logLikelihood(sortedMs, { totalMs, floorMs, jitterMs }) };
  });
  const maxLog = Math.max(...candidates.map(({ log }) => log));
  let weights = 0;
  let sum = 0;
  let squares = 0;
  for (const { floorMs, log } of candidates) {
    const weight = Math.exp(log - maxLog);
    weights += weight;
    sum += weight * (smallestMs - floorMs);
    squares += weight * (smallestMs - floorMs) ** 2;
  }
  const belowMs = sum / weights;
  return {
    meanMs: smallestMs - belowMs,
    varianceMs2: squares / weights - belowMs ** 2,
    logEvidence: maxLog + Math.log(weights * stepMs),
  };
}

type Model = { readonly totalMs: number; readonly floorMs: number; readonly jitterMs: number };

/** Far from the floor the density falls exponentially; within one timestamp of it, it rises from 0. */
function logLikelihood(sortedMs: Float64Array, { totalMs, floorMs, jitterMs }: Model): number {
  let near = 0;
  let nearTotalMs = 0;
  let log = 0;
  for (const delayMs of sortedMs) {
    const excessMs = delayMs - floorMs;
    if (excessMs >= STAMP_RESOLUTION_MS) break;
    near += 1;
    nearTotalMs += delayMs;
    log += Math.log(-Math.expm1(-excessMs / jitterMs));
  }
  const far = sortedMs.length - near;
  const farExcessMs = totalMs - nearTotalMs - far * (floorMs + STAMP_RESOLUTION_MS);
  return log - farExcessMs / jitterMs + far * Math.log(-Math.expm1(-STAMP_RESOLUTION_MS / jitterMs));
}
