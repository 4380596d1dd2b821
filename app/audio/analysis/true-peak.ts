/**
 * How high the sound rises between its samples, once it is a curve again: ITU-R BS.1770-4, annex 2, with 4-fold
 * oversampling.
 */
export type TruePeakMeter = {
  push(planes: readonly Float32Array[]): void;
  /** dBTP, above 0 for what will clip; null for digital silence. */
  finish(): number | null;
};

/** Of each point between samples. Twice those of the standard's example: bursts reach up to half the rate. */
const TAPS = 24;
const HALF = TAPS / 2;
const CHUNK = 1024;
/** Frames that are looked at together, to see whether the curve can be higher there than it has been. */
const PATCH = 32;

export function createTruePeakMeter(channels: number): TruePeakMeter {
  const voices = Array.from({ length: channels }, () => new Float64Array(TAPS - 1 + CHUNK));
  let peak = 0;

  /** `voice` holds what came last, then there is room for a chunk. */
  function pushPlane(voice: Float64Array, plane: Float32Array): void {
    for (let at = 0; at < plane.length; at += CHUNK) {
      const part = plane.subarray(at, at + CHUNK);
      voice.set(part, TAPS - 1);
      peak = Math.max(peak, highest(voice, part.length, peak));
      voice.copyWithin(0, part.length, part.length + TAPS - 1);
    }
  }

  return {
    push(planes) {
      for (const [c, voice] of voices.entries()) pushPlane(voice, planes[c] ?? new Float32Array(0));
    },
    finish() {
      for (const voice of voices) pushPlane(voice, new Float32Array(TAPS));
      return peak > 0 ? 20 * Math.log10(peak) : null;
    },
  };
}

/** The highest point of the curve over `frames`, if it is above `known`. */
function highest(samples: Float64Array, frames: number, known: number): number {
  let peak = known;
  for (let at = 0; at < frames; at += PATCH) {
    const end = Math.min(frames, at + PATCH);
    let sample = 0;
    for (let i = at; i < end + TAPS - 1; i++) sample = Math.max(sample, Math.abs(samples[i] ?? 0));
    // NaN and infinities, which files of floats may hold, are passed over
    if (!(sample * GAIN_MOST > peak && sample < Number.POSITIVE_INFINITY)) continue;
    peak = Math.max(peak, sample, between(samples, at, end));
  }
  return peak;
}

/**
 * The quarters before and after the middle have mirrored taps: with e the even and o the odd part, they are e + o and
 * e − o, and the higher of both is |e| + |o|.
 */
function between(samples: Float64Array, from: number, to: number): number {
  let peak = 0;
  for (let at = from; at < to; at++) {
    let middle = 0;
    let even = 0;
    let odd = 0;
    for (let k = 0; k < HALF; k++) {
      const left = samples[at + k] ?? 0;
      const right = samples[at + TAPS - 1 - k] ?? 0;
      const sum = left + right;
      middle += (MIDDLE[k] ?? 0) * sum;
      even += (EVEN[k] ?? 0) * sum;
      odd += (ODD[k] ?? 0) * (left - right);
    }
    peak = Math.max(peak, Math.abs(middle), Math.abs(even) + Math.abs(odd));
  }
  return peak;
}

/** A sinc under a Hann window, for a point `phase` of a sample behind the middle of the taps' left half; unity at 0 Hz. */
function tapsAt(phase: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, k) => {
    const distance = k - (HALF - 1) - phase;
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * Math.cos((Math.PI * distance) / TAPS) ** 2;
  });
  const sum = taps.reduce((all, tap) => all + tap, 0);
  return taps.map((tap) => tap / sum);
}

const MIDDLE = tapsAt(1 / 2);
const QUARTER = tapsAt(1 / 4);
const EVEN = QUARTER.map((tap, k) => (tap + (QUARTER[TAPS - 1 - k] ?? 0)) / 2);
const ODD = QUARTER.map((tap, k) => (tap - (QUARTER[TAPS - 1 - k] ?? 0)) / 2);
/** No point of the curve is more than this above the samples around it. */
const GAIN_MOST = Math.max(...[MIDDLE, QUARTER].map((taps) => taps.reduce((all, tap) => all + Math.abs(tap), 0)));
