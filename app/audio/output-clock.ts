/** The properties of an audio context that the output clock reads. */
type OutputTiming = Pick<AudioContext, "currentTime" | "getOutputTimestamp" | "outputLatency" | "baseLatency">;

const MAX_READINGS = 12;
/** This many successive readings that agree within `SETTLED_MS` are trusted. */
const SETTLED_READINGS = 5;
const SETTLED_MS = 1;
/** After this many readings the clock is used even though they do not agree: in some browsers they never do. */
const MAX_UNSETTLED_READINGS = 16;
/** This many successive readings further than `STEP_MS` from the median are a step of the output, not outliers. */
const STEP_READINGS = 4;
const STEP_MS = 2.5;
/** When to take the first readings, ms after the output has started. */
const FIRST_READINGS_MS = [20, 40, 60, 80, 100, 120, 150, 180, 220, 260, 300, 350, 400, 450, 500, 600];

/**
 * Maps the page's clock to the audio context's time that is audible, output latency included. Single readings are
 * noisy, so it uses the median of the last second. An output that has just started, or had an underrun, moves by whole
 * buffers for a while: the clock is unavailable until readings agree, and readings from before a step are dropped.
 */
export class OutputClock {
  readonly #context: OutputTiming;
  readonly #localNowMs: () => number;
  /** Page time minus context time, ms. */
  #offsetsMs: readonly number[] = [];
  #readings = 0;
  #isSettled = false;

  constructor(context: OutputTiming, localNowMs: () => number) {
    this.#context = context;
    this.#localNowMs = localNowMs;
  }

  /** Takes a reading. */
  sample(): void {
    const offsetMs = this.#readOffsetMs();
    if (offsetMs === null) return;
    this.#readings += 1;
    this.#offsetsMs = [...this.#offsetsMs.slice(1 - MAX_READINGS), offsetMs];
    if (this.#isSettled) this.#detectStep();
    else this.#settle();
  }

  /** The context's time, s, that is audible at a time of the page; null while the clock is not settled. */
  toContextSec(localMs: number): number | null {
    return this.#isSettled ? (localMs - median(this.#offsetsMs)) / 1000 : null;
  }

  /** Drops all readings, for an output that starts again. */
  reset(): void {
    this.#offsetsMs = [];
    this.#readings = 0;
    this.#isSettled = false;
  }

  #readOffsetMs(): number | null {
    const context = this.#context;
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
    if (performanceTime > 0 && contextTime > 0) return performanceTime - contextTime * 1000;
    // zeros mean that the first buffer has not been played yet
    if (context.currentTime <= 0 || typeof context.getOutputTimestamp === "function") return null;
    return this.#localNowMs() - (context.currentTime - (context.outputLatency || context.baseLatency || 0)) * 1000;
  }

  #settle(): void {
    const recent = this.#offsetsMs.slice(-SETTLED_READINGS);
    const doAgree = recent.length === SETTLED_READINGS && Math.max(...recent) - Math.min(...recent) < SETTLED_MS;
    if (!doAgree && this.#readings < MAX_UNSETTLED_READINGS) return;
    this.#isSettled = true;
    this.#offsetsMs = recent;
  }

  #detectStep(): void {
    const medianMs = median(this.#offsetsMs);
    const recent = this.#offsetsMs.slice(-STEP_READINGS);
    const hasStepped = recent.length === STEP_READINGS && recent.every((offsetMs) => Math.abs(offsetMs - medianMs) > STEP_MS);
    if (hasStepped) this.#offsetsMs = recent;
  }
}

/** Runs `sample` in quick succession, so that the clock settles soon after the output has started. Returns a function that cancels it. */
export function scheduleFirstReadings(sample: () => void): () => void {
  const timers = FIRST_READINGS_MS.map((ms) => setTimeout(sample, ms));
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
