/** b0, b1, b2, a1, a2 of a second-order filter; a0 is 1. */
type Biquad = readonly [number, number, number, number, number];

/**
 * Coefficients of the two K-weighting filters at 48 kHz (ITU-R BS.1770-4, tables 1 and 2). The first is a high-shelf filter that
 * models the effect of the head. The second is a high-pass filter.
 */
const REFERENCE_RATE = 48_000;
const PRE_FILTER: Biquad = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585];
const HIGH_PASS: Biquad = [1, -2, 1, -1.99004745483398, 0.99007225036621];
/** −300 dB. Below it, the decaying filter would reach denormal numbers, which are many times slower to compute. */
const SILENT_ENERGY = 1e-30;

/** The K-weighting of ITU-R BS.1770-4 for one channel. It accumulates the energy of the filtered signal. */
export type KFilter = {
  /** Filters `[from, to)` of a plane. */
  push(plane: Float32Array, from: number, to: number): void;
  /** The sum of squares since the last call. */
  takeEnergy(): number;
};

/** Runs both stages in one loop, each in transposed direct form II. */
export function createKFilter(sampleRate: number): KFilter {
  const [b0, b1, b2, a1, a2] = toSampleRate(PRE_FILTER, sampleRate);
  const [d0, d1, d2, c1, c2] = toSampleRate(HIGH_PASS, sampleRate);
  /** Two delay values per stage, then the energy. */
  const state = new Float64Array(5);
  return {
    push(plane, from, to) {
      let [s1 = 0, s2 = 0, t1 = 0, t2 = 0, energy = 0] = state;
      for (let i = from; i < to; i++) {
        const x = plane[i] ?? 0;
        const y = b0 * x + s1;
        s1 = b1 * x - a1 * y + s2;
        s2 = b2 * x - a2 * y;
        const z = d0 * y + t1;
        t1 = d1 * y - c1 * z + t2;
        t2 = d2 * y - c2 * z;
        energy += z * z;
      }
      state.set([s1, s2, t1, t2, energy]);
    },
    takeEnergy() {
      const energy = state[4] ?? 0;
      // float files may contain NaN and infinities, which would stay in the filter's state forever
      const isValid = energy > SILENT_ENERGY && energy < Number.POSITIVE_INFINITY;
      if (isValid) state[4] = 0;
      else state.fill(0);
      return isValid ? energy : 0;
    },
  };
}

/**
 * Converts a filter to another sample rate: inverts the bilinear transform and applies it again, so that the frequency of
 * the poles does not change.
 */
function toSampleRate([b0, b1, b2, a1, a2]: Biquad, sampleRate: number): Biquad {
  /** tan(πf / 48 000) for the frequency f of the poles */
  const reference = Math.sqrt((1 + a1 + a2) / (1 - a1 + a2));
  const angle = Math.atan(reference) * (REFERENCE_RATE / sampleRate);
  const warp = reference / Math.tan(Math.min(angle, 0.45 * Math.PI));
  const [n0, n1, n2] = warpPolynomial([b0, b1, b2], warp);
  const [m0, m1, m2] = warpPolynomial([1, a1, a2], warp);
  return [n0 / m0, n1 / m0, n2 / m0, m1 / m0, m2 / m0];
}

type Polynomial = readonly [number, number, number];

/** Substitutes u = (1 − z⁻¹) / (1 + z⁻¹) in a polynomial of z⁻¹, scales u by `warp`, and substitutes back. */
function warpPolynomial([c0, c1, c2]: Polynomial, warp: number): Polynomial {
  const p0 = c0 + c1 + c2;
  const p1 = 2 * (c0 - c2) * warp;
  const p2 = (c0 - c1 + c2) * warp * warp;
  return [p0 + p1 + p2, 2 * (p0 - p2), p0 - p1 + p2];
}
