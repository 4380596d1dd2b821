/**
 * Reads between samples: a sinc under a Kaiser window, tabulated over phases and interpolated between them. Near
 * transparent for music, and cheap enough to run always, since a rate that is trimmed is never exactly one.
 */
const TAPS = 32;
const HALF = TAPS / 2;
const PHASES = 256;
/** About 80 dB of stop band. */
const KAISER_BETA = 8;

/** Samples needed on either side of a position. */
export const REACH = HALF;

export type Resampler = {
  /** The value of `ring` at `position`; `at(i)` of the ring is `ring[i % length]`, only `[from, to)` holds sound. */
  read(ring: Float32Array, position: number, from: number, to: number): number;
};

/** @param rate source frames per output frame; above one, what the output cannot carry is filtered out */
export function makeResampler(rate: number): Resampler {
  const table = kernelTable(Math.min(1, 0.97 / Math.max(rate, 0.97)));
  return {
    read(ring, position, from, to) {
      const base = Math.floor(position);
      const phase = (position - base) * PHASES;
      const row = Math.floor(phase);
      const mix = phase - row;
      const low = row * TAPS;
      const first = base - HALF + 1;
      const length = ring.length;
      let sum = 0;
      const begin = Math.max(0, from - first);
      const end = Math.min(TAPS, to - first);
      let at = (((first + begin) % length) + length) % length;
      for (let tap = begin; tap < end; tap++) {
        const here = table[low + tap] ?? 0;
        const next = table[low + TAPS + tap] ?? 0;
        sum += (ring[at] ?? 0) * (here + mix * (next - here));
        at += 1;
        if (at === length) at = 0;
      }
      return sum;
    },
  };
}

/** One row of taps for each phase, and one more so that the last can be interpolated. */
function kernelTable(cutoff: number): Float32Array {
  const table = new Float32Array((PHASES + 1) * TAPS);
  for (let row = 0; row <= PHASES; row++) {
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap++) {
      const distance = tap - (HALF - 1) - row / PHASES;
      const value = cutoff * sinc(cutoff * distance) * kaiser(distance / HALF);
      table[row * TAPS + tap] = value;
      sum += value;
    }
    // unity gain for every phase
    for (let tap = 0; tap < TAPS; tap++) table[row * TAPS + tap] = (table[row * TAPS + tap] ?? 0) / sum;
  }
  return table;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA);
}

/** Modified Bessel function of the first kind, order zero, by its power series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; k < 32; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
