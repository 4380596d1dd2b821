import { kaiserWindow, sinc } from "./kaiser-window.ts";

/**
 * Reads between samples with a Kaiser-windowed sinc, tabulated for a number of phases and interpolated between them. It is
 * nearly transparent for music, and cheap enough to run always: a trimmed rate is never exactly one.
 */
const TAPS = 32;
const HALF_TAPS = TAPS / 2;
const PHASES = 256;
/** Gives a stop-band attenuation of about 80 dB. */
const KAISER_BETA = 8;

/** Frames needed on either side of a read position. */
export const RESAMPLER_REACH_FRAMES = HALF_TAPS;

export type Resampler = {
  /** The value at a fractional position. Frame `i` lies at `ring[i % ring.length]`; outside `[from, to)` there is silence. */
  read(ring: Float32Array, position: number, from: number, to: number): number;
};

/** @param rate source frames per output frame; above one, frequencies that the output cannot represent are filtered out */
export function createResampler(rate: number): Resampler {
  const kernel = readKernelTable(Math.min(1, 0.97 / Math.max(rate, 0.97)));
  return {
    read(ring, position, from, to) {
      const base = Math.floor(position);
      const phase = (position - base) * PHASES;
      const row = Math.floor(phase);
      const mix = phase - row;
      const rowStart = row * TAPS;
      const firstFrame = base - HALF_TAPS + 1;
      const length = ring.length;
      const firstTap = Math.max(0, from - firstFrame);
      const endTap = Math.min(TAPS, to - firstFrame);
      let at = (((firstFrame + firstTap) % length) + length) % length;
      let sum = 0;
      for (let tap = firstTap; tap < endTap; tap++) {
        const weight = kernel[rowStart + tap] ?? 0;
        const nextWeight = kernel[rowStart + TAPS + tap] ?? 0;
        sum += (ring[at] ?? 0) * (weight + mix * (nextWeight - weight));
        at += 1;
        if (at === length) at = 0;
      }
      return sum;
    },
  };
}

const kernelTables = new Map<number, Float32Array>();

/** A table takes milliseconds to compute, in the audio thread. Tracks have few different rates. */
function readKernelTable(cutoff: number): Float32Array {
  const table = kernelTables.get(cutoff) ?? createKernelTable(cutoff);
  kernelTables.set(cutoff, table);
  return table;
}

/** One row of taps per phase, and an extra row so that the last phase can be interpolated. */
function createKernelTable(cutoff: number): Float32Array {
  const table = new Float32Array((PHASES + 1) * TAPS);
  for (let row = 0; row <= PHASES; row++) {
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap++) {
      const distance = tap - (HALF_TAPS - 1) - row / PHASES;
      const value = cutoff * sinc(cutoff * distance) * kaiserWindow(distance / HALF_TAPS, KAISER_BETA);
      table[row * TAPS + tap] = value;
      sum += value;
    }
    // unity gain for every phase
    for (let tap = 0; tap < TAPS; tap++) table[row * TAPS + tap] = (table[row * TAPS + tap] ?? 0) / sum;
  }
  return table;
}
