/**
 * What the sound card plays now: the context's time against the page's clock, its latency included. A single reading
 * wavers; the middle of the last second does not. An output that was starved slips by whole buffers, and the old
 * readings are thrown away as soon as that is sure.
 */
export type OutputClock = {
  /** Takes a reading. */
  sample(): void;
  /** The context's time, s, of what is heard at a moment of the page's clock; null before there are readings. */
  toContextSec(localMs: number): number | null;
  /** Forgets everything: the context was suspended. */
  reset(): void;
};

type Timestamps = Pick<AudioContext, "currentTime" | "getOutputTimestamp" | "outputLatency" | "baseLatency">;

const READINGS = 12;
const READINGS_NEEDED = 3;
/** So many in a row that are so far off are no accident. */
const STEP_READINGS = 4;
const STEP_MS = 2.5;

export function openOutputClock(context: Timestamps, localNowMs: () => number): OutputClock {
  /** Page time minus context time, ms. */
  let offsets: number[] = [];

  function reading(): number | null {
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
    // before the first buffer has been played there is nothing to read
    if (performanceTime > 0 && contextTime > 0) return performanceTime - contextTime * 1000;
    if (context.currentTime <= 0 || typeof context.getOutputTimestamp === "function") return null;
    return localNowMs() - (context.currentTime - (context.outputLatency || context.baseLatency || 0)) * 1000;
  }

  return {
    sample() {
      const offset = reading();
      if (offset === null) return;
      offsets = [...offsets.slice(1 - READINGS), offset];
      const middle = median(offsets);
      const recent = offsets.slice(-STEP_READINGS);
      const hasStepped = recent.length === STEP_READINGS && recent.every((one) => Math.abs(one - middle) > STEP_MS);
      if (hasStepped) offsets = recent;
    },
    toContextSec: (localMs) => (offsets.length < READINGS_NEEDED ? null : (localMs - median(offsets)) / 1000),
    reset() {
      offsets = [];
    },
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
