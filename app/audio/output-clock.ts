/**
 * What the sound card plays now: the context's time against the page's clock, its latency included. A single reading
 * wavers; the middle of the last second does not. An output that has just started, or was starved, moves by whole
 * buffers for a while: nothing is said before its readings agree, and what came before a step is thrown away.
 */
export type OutputClock = {
  /** Takes a reading. */
  sample(): void;
  /** The context's time, s, of what is heard at a moment of the page's clock; null while that is not sure. */
  toContextSec(localMs: number): number | null;
  /** Forgets everything: the context was suspended. */
  reset(): void;
};

type Timestamps = Pick<AudioContext, "currentTime" | "getOutputTimestamp" | "outputLatency" | "baseLatency">;

const READINGS = 12;
/** So many in a row that agree this well are believed. */
const SETTLED_READINGS = 5;
const SETTLED_MS = 1;
/** A browser whose readings never agree is believed all the same after this many. */
const PATIENCE_READINGS = 16;
/** So many in a row that are this far from the rest are a step and no accident. */
const STEP_READINGS = 4;
const STEP_MS = 2.5;

export function createOutputClock(context: Timestamps, localNowMs: () => number): OutputClock {
  /** Page time minus context time, ms. */
  let offsets: readonly number[] = [];
  let taken = 0;
  let isSettled = false;

  function reading(): number | null {
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
    // before the first buffer has been played there is nothing to read
    if (performanceTime > 0 && contextTime > 0) return performanceTime - contextTime * 1000;
    if (context.currentTime <= 0 || typeof context.getOutputTimestamp === "function") return null;
    return localNowMs() - (context.currentTime - (context.outputLatency || context.baseLatency || 0)) * 1000;
  }

  function settle(): void {
    const recent = offsets.slice(-SETTLED_READINGS);
    const agree = recent.length === SETTLED_READINGS && Math.max(...recent) - Math.min(...recent) < SETTLED_MS;
    if (!agree && taken < PATIENCE_READINGS) return;
    isSettled = true;
    offsets = recent;
  }

  return {
    sample() {
      const offset = reading();
      if (offset === null) return;
      taken += 1;
      offsets = [...offsets.slice(1 - READINGS), offset];
      if (!isSettled) return settle();
      const middle = median(offsets);
      const recent = offsets.slice(-STEP_READINGS);
      const hasStepped = recent.length === STEP_READINGS && recent.every((one) => Math.abs(one - middle) > STEP_MS);
      if (hasStepped) offsets = recent;
    },
    toContextSec: (localMs) => (isSettled ? (localMs - median(offsets)) / 1000 : null),
    reset() {
      offsets = [];
      taken = 0;
      isSettled = false;
    },
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
