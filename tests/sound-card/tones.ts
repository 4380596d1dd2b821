/** A tone of a recording. */
export type Tone = {
  /** Half of the distance between its peaks. */
  readonly amplitude: number;
  /** At the first sample of the whole recording, rad. */
  readonly phase: number;
};

type Span = { readonly hz: number; readonly sampleRate: number; readonly fromSec: number; readonly seconds: number };

/**
 * The tone of this frequency in a part of a recording. With a Hann window, tones that are 8 / `seconds` Hz or more away add less
 * than -100 dB.
 */
export function measureTone(samples: Float32Array, { hz, sampleRate, fromSec, seconds }: Span): Tone {
  const from = Math.round(fromSec * sampleRate);
  const length = Math.round(seconds * sampleRate);
  const angle = (2 * Math.PI * hz) / sampleRate;
  let [re, im, sum] = [0, 0, 0];
  for (let i = 0; i < length; i++) {
    const weight = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length);
    const value = weight * (samples[from + i] ?? 0);
    re += value * Math.cos(angle * (from + i));
    im -= value * Math.sin(angle * (from + i));
    sum += weight;
  }
  return { amplitude: (2 * Math.hypot(re, im)) / sum, phase: Math.atan2(im, re) };
}

/**
 * How much later the tones sound in `b` than in `a`, s. The difference of the first two tones' frequencies decides how large a delay
 * may be without ambiguity: half of its period. The last tone gives the precise value.
 */
export function delayBetween(a: readonly Tone[], b: readonly Tone[], hz: readonly number[]): number {
  const lag = (index: number) => (a[index]?.phase ?? Number.NaN) - (b[index]?.phase ?? Number.NaN);
  const [low = 0, high = 0] = hz;
  const coarse = wrap(lag(1) - lag(0)) / (2 * Math.PI * (high - low));
  const last = hz.length - 1;
  const angular = 2 * Math.PI * (hz[last] ?? 0);
  return coarse + wrap(lag(last) - angular * coarse) / angular;
}

/** The same angle between minus and plus pi. */
function wrap(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
