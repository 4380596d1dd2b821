import { kaiserWindow, sinc } from "./kaiser-window.ts";

/** The two bands of a crossover. */
export type Band = "low" | "high";

/** The roles low and high share the sound here, where both have half its amplitude. */
export const CROSSOVER_HZ = 120;
/**
 * Half the length of the low-pass: the longer it is, the narrower is the range in which both bands play. This one reaches from
 * 80 to 160 Hz.
 */
const LOW_DELAY_SEC = 0.03;
/** The low band is computed at a fraction of the rate, a power of two. The lower rate is at least this, Hz. */
const LOW_RATE_MIN_HZ = 2400;
const FACTOR_MAX = 64;
/** Half the length of the filters before and after that, in frames of the lower rate. */
const EDGE_DELAY_FRAMES = 5;
/** Give stop-band attenuations of about 70 and 100 dB. The filter at the edges needs more: what it lets through of the bass can be heard. */
const KAISER_BETA = { low: 6.8, edge: 10 } as const;

/** How much later both bands leave the crossover than the sound enters it, whole frames. */
export function crossoverDelayFrames(sampleRate: number): number {
  const factor = reductionFactor(sampleRate);
  return factor * (lowDelayFrames(sampleRate / factor) + 2 * EDGE_DELAY_FRAMES);
}

function reductionFactor(sampleRate: number): number {
  return Math.min(FACTOR_MAX, 2 ** Math.max(0, Math.floor(Math.log2(sampleRate / LOW_RATE_MIN_HZ))));
}

/** In frames of the lower rate. */
function lowDelayFrames(lowRate: number): number {
  return Math.round(LOW_DELAY_SEC * lowRate);
}

/**
 * Splits one channel into two bands with a linear phase. The low band is filtered at a lower rate, which takes a few dozen
 * multiplications a frame; the high band is the delayed sound without the low one, so that both add up to it exactly. Allocates
 * nothing while it runs.
 */
export class Crossover {
  readonly #factor: number;
  readonly #delayFrames: number;
  /** Filters what the lower rate cannot represent. */
  readonly #edge: Float64Array;
  readonly #lowPass: Float64Array;
  /** The same filter for the way back: its taps for each frame between two of the lower rate. */
  readonly #phases: readonly Float64Array[];
  readonly #input: Recent;
  /** At the lower rate: the sound, and its low band. */
  readonly #reduced: Recent;
  readonly #low: Recent;

  /** @param blockFrames the length of all blocks, a multiple of `FACTOR_MAX` */
  constructor(sampleRate: number, blockFrames: number) {
    const factor = reductionFactor(sampleRate);
    const lowRate = sampleRate / factor;
    this.#factor = factor;
    this.#delayFrames = crossoverDelayFrames(sampleRate);
    this.#edge = designLowPass(1 / factor, EDGE_DELAY_FRAMES * factor, KAISER_BETA.edge);
    this.#lowPass = designLowPass((2 * CROSSOVER_HZ) / lowRate, lowDelayFrames(lowRate), KAISER_BETA.low);
    this.#phases = Array.from({ length: factor }, (_, phase) => takePhase(this.#edge, phase, factor));
    this.#input = new Recent(this.#delayFrames, blockFrames);
    this.#reduced = new Recent(this.#lowPass.length - 1, blockFrames / factor);
    this.#low = new Recent(2 * EDGE_DELAY_FRAMES, blockFrames / factor);
  }

  /** Forgets what it has received. */
  clear(): void {
    for (const recent of [this.#input, this.#reduced, this.#low]) recent.values.fill(0);
  }

  /** Replaces a block by one of its bands. */
  apply(samples: Float32Array, band: Band): void {
    const factor = this.#factor;
    const input = this.#input.advance();
    const reduced = this.#reduced.advance();
    const low = this.#low.advance();
    input.set(samples, this.#delayFrames);
    for (let k = 0; k < samples.length / factor; k++) {
      reduced[this.#reduced.past + k] = convolve(this.#edge, input, this.#delayFrames + k * factor);
      low[this.#low.past + k] = convolve(this.#lowPass, reduced, this.#reduced.past + k);
    }
    for (let i = 0; i < samples.length; i++) {
      const taps = this.#phases[i % factor] ?? this.#edge;
      const value = convolve(taps, low, this.#low.past + Math.floor(i / factor));
      samples[i] = band === "low" ? value : (input[i] ?? 0) - value;
    }
  }
}

/**
 * The taps that meet a value of the lower rate, at a frame between two of them, in reverse. The gain makes up for the zeros
 * between the values.
 */
function takePhase(edge: Float64Array, phase: number, factor: number): Float64Array {
  const length = 2 * EDGE_DELAY_FRAMES + 1;
  return Float64Array.from({ length }, (_, i) => factor * (edge[phase + (length - 1 - i) * factor] ?? 0));
}

/** The sum of the taps times the values up to the one at `last`. */
function convolve(taps: Float64Array, values: Float64Array, last: number): number {
  const first = last - taps.length + 1;
  let sum = 0;
  for (let i = 0; i < taps.length; i++) sum += (taps[i] ?? 0) * (values[first + i] ?? 0);
  return sum;
}

/**
 * The taps of a low-pass with a linear phase, whose sum is 1.
 * @param cutoff the frequency of half the amplitude, 1 for half the sample rate
 * @param delay half the length, frames
 * @param beta of its window
 */
function designLowPass(cutoff: number, delay: number, beta: number): Float64Array {
  const taps = Float64Array.from({ length: 2 * delay + 1 }, (_, i) => {
    const distance = i - delay;
    return sinc(cutoff * distance) * kaiserWindow(distance / (delay + 1), beta);
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

/** One block of a signal, after the values of the past. */
class Recent {
  readonly values: Float64Array;
  readonly past: number;
  readonly #block: number;

  constructor(past: number, block: number) {
    this.values = new Float64Array(past + block);
    this.past = past;
    this.#block = block;
  }

  /** Makes room for the next block at the end. */
  advance(): Float64Array {
    return this.values.copyWithin(0, this.#block);
  }
}
