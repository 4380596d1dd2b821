/**
 * Peak of the reconstructed curve between the samples: ITU-R BS.1770-4, annex 2, with 4-fold oversampling.
 */
export type TruePeakMeter = {
  push(planes: readonly Float32Array[]): void;
  /** dBTP, above 0 if it will clip; null for digital silence. */
  finish(): number | null;
};

/** Taps per interpolated point: twice as many as in the standard's example, because short tones reach up to half the rate. */
const TAPS = 24;
const HALF_TAPS = TAPS / 2;
const CHUNK_FRAMES = 1024;
/** Frames that are skipped together if their curve cannot exceed the peak so far. */
const PATCH_FRAMES = 32;

export function createTruePeakMeter(channels: number): TruePeakMeter {
  /** For each channel the last `TAPS - 1` samples, then room for a chunk. */
  const histories = Array.from({ length: channels }, () => new Float64Array(TAPS - 1 + CHUNK_FRAMES));
  let peak = 0;

  function pushPlane(history: Float64Array, plane: Float32Array): void {
    for (let at = 0; at < plane.length; at += CHUNK_FRAMES) {
      const chunk = plane.subarray(at, at + CHUNK_FRAMES);
      history.set(chunk, TAPS - 1);
      peak = findPeak(history, chunk.length, peak);
      history.copyWithin(0, chunk.length, chunk.length + TAPS - 1);
    }
  }

  return {
    push(planes) {
      for (const [c, history] of histories.entries()) pushPlane(history, planes[c] ?? new Float32Array(0));
    },
    finish() {
      // the curve continues after the last sample
      for (const history of histories) pushPlane(history, new Float32Array(TAPS));
      return peak > 0 ? 20 * Math.log10(peak) : null;
    },
  };
}

/** The highest point of the curve over `frames`, or `minPeak` if that is higher. */
function findPeak(samples: Float64Array, frames: number, minPeak: number): number {
  let peak = minPeak;
  for (let at = 0; at < frames; at += PATCH_FRAMES) {
    const end = Math.min(frames, at + PATCH_FRAMES);
    let highestSample = 0;
    for (let i = at; i < end + TAPS - 1; i++) highestSample = Math.max(highestSample, Math.abs(samples[i] ?? 0));
    // this also skips NaN and infinities, which float files may contain
    if (!(highestSample * MAX_GAIN > peak && highestSample < Number.POSITIVE_INFINITY)) continue;
    peak = Math.max(peak, highestSample, findInterpolatedPeak(samples, at, end));
  }
  return peak;
}

/**
 * The highest of the three interpolated points between each two samples. The points a quarter before and after the middle
 * have mirrored taps: with the even part e and the odd part o they are e + o and e − o, so the higher one is |e| + |o|.
 */
function findInterpolatedPeak(samples: Float64Array, from: number, to: number): number {
  let peak = 0;
  for (let at = from; at < to; at++) {
    let middle = 0;
    let even = 0;
    let odd = 0;
    for (let k = 0; k < HALF_TAPS; k++) {
      const left = samples[at + k] ?? 0;
      const right = samples[at + TAPS - 1 - k] ?? 0;
      const sum = left + right;
      middle += (MIDDLE_TAPS[k] ?? 0) * sum;
      even += (EVEN_TAPS[k] ?? 0) * sum;
      odd += (ODD_TAPS[k] ?? 0) * (left - right);
    }
    peak = Math.max(peak, Math.abs(middle), Math.abs(even) + Math.abs(odd));
  }
  return peak;
}

/** A Hann-windowed sinc for a point `phase` of a sample after the last tap of the left half; unity gain at 0 Hz. */
function createTaps(phase: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, k) => {
    const distance = k - (HALF_TAPS - 1) - phase;
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * Math.cos((Math.PI * distance) / TAPS) ** 2;
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

const MIDDLE_TAPS = createTaps(1 / 2);
const QUARTER_TAPS = createTaps(1 / 4);
const EVEN_TAPS = QUARTER_TAPS.map((tap, k) => (tap + (QUARTER_TAPS[TAPS - 1 - k] ?? 0)) / 2);
const ODD_TAPS = QUARTER_TAPS.map((tap, k) => (tap - (QUARTER_TAPS[TAPS - 1 - k] ?? 0)) / 2);
/** The largest ratio of an interpolated point to the highest sample around it. */
const MAX_GAIN = Math.max(...[MIDDLE_TAPS, QUARTER_TAPS].map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));
