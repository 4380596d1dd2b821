import { fail, ok, type Result } from "#app/domain/result.ts";
import { COMPRESSION_GAIN, type Compressed, compressChirp } from "./compress-chirp.ts";

/** When a chirp arrived on the direct path. */
export type Arrival = {
  /** From the start of the recording to the start of the chirp, s. */
  readonly atSec: number;
  /** The largest error of it, ms. */
  readonly boundMs: number;
  /** The strength of the direct path beside the noise, both in the band of the chirp. */
  readonly snrDb: number;
};

/** Why no arrival was found: no chirp stands out of the noise, or the start of its sound does not stand out of its echoes. */
export type NoArrival = "too-quiet" | "too-much-echo";

/** No direct path is searched for earlier than this before the strongest one, s: a detour of 34 m. */
const EARLIEST_SEC = 0.1;

/** The strongest pulse must be this many times the noise: twice what a pulse must be, so that somewhat weaker ones are seen. */
const STRONGEST_IN_NOISE = 9;

/**
 * A pulse so long before the strongest one, s, with this share of its strength, -16 dB, is a chirp of its own: the strongest is that
 * of the next device.
 */
const OWN_CHIRP_SEC = 0.3;
const OWN_CHIRP_SHARE = 0.15;

/** A pulse must be this many times the noise: by chance, one in 100,000 is. Such a round differs from the others. */
const PULSE_IN_NOISE = 4.8;

/**
 * A pulse must have this share of the strongest one, -20 dB: above the sidelobes of uneven loudspeakers and microphones, and
 * below a direct path behind an obstacle.
 */
const CLEAR_SHARE = 0.1;

/** A pulse of this share, -25 dB, can be the direct path or a sidelobe. It makes the bound larger. */
const DOUBTFUL_SHARE = 0.056;

/** A doubtful pulse so close to a clear one is its sidelobe, s. */
const SIDELOBE_SEC = 0.0012;

/** A pulse must be this many times the median of the time before it. Otherwise it is a part of echoes that fade away. */
const ONSET = 4;
const BEFORE_FROM_SEC = 0.03;
const BEFORE_TO_SEC = 0.001;

/**
 * In noise that hides pulses of this share of the strongest one, -18 dB, all direct paths can still be seen. In noise that hides
 * pulses of -14 dB, one behind an obstacle may be hidden, and the first pulse may be an echo that arrives later than it by so much.
 */
const SEEN_SHARE = 0.13;
const HIDDEN_SHARE = 0.2;
const HIDDEN_MS = 4.5;

/** The part of the bound that does not depend on the recording, ms: echoes within the length of the pulse, and resonances. */
const LEAST_BOUND_MS = 0.15;

/** An arrival with a larger bound is of no use, ms. */
const MAX_BOUND_MS = 5;

/** A share of the envelope that contains no pulse, and its value in units of the noise, which has a Rayleigh distribution. */
const QUIET_SHARE = 0.25;
const QUIET_VALUE = Math.sqrt(-2 * Math.log(1 - QUIET_SHARE));

/**
 * Finds the first chirp in a recording: its direct path, which arrives first, though an echo can be stronger. Takes about 20 ms for
 * 1.5 s of recording.
 */
export function findArrival(
  recording: Float32Array,
  { sampleRate }: { readonly sampleRate: number },
): Result<Arrival, NoArrival> {
  const pulses = compressChirp(recording, sampleRate);
  const noise = measureNoise(pulses.envelope);
  const strongest = strongestOfFirstChirp(pulses, noise);
  const peak = pulses.envelope[strongest] ?? 0;
  if (peak === 0 || peak < noise * STRONGEST_IN_NOISE) return fail("too-quiet");
  const from = Math.max(1, strongest - Math.round(EARLIEST_SEC / pulses.stepSec));
  const least = Math.max(peak * CLEAR_SHARE, noise * PULSE_IN_NOISE);
  const clear = findOnset(pulses, { from, to: strongest, least });
  if (clear === null) return fail("too-much-echo");
  const doubtful = findOnset(pulses, {
    from,
    to: clear - Math.round(SIDELOBE_SEC / pulses.stepSec),
    least: Math.max(peak * DOUBTFUL_SHARE, noise * PULSE_IN_NOISE),
  });
  const doubtMs = doubtful === null ? 0 : (clear - doubtful) * pulses.stepSec * 1000;
  const value = pulses.envelope[clear] ?? 0;
  const boundMs = LEAST_BOUND_MS + doubtMs + hiddenMs(least / peak) + noiseBoundMs(value, noise);
  if (boundMs > MAX_BOUND_MS) return fail("too-much-echo");
  const snr = noise === 0 ? Number.POSITIVE_INFINITY : value ** 2 / (2 * noise ** 2) / COMPRESSION_GAIN;
  return ok({ atSec: interpolate(pulses.envelope, clear) * pulses.stepSec, boundMs, snrDb: 10 * Math.log10(snr) });
}

/** The index of the strongest path of the first chirp. */
function strongestOfFirstChirp(pulses: Compressed, noise: number): number {
  const { envelope, stepSec } = pulses;
  const strongest = indexOfMax(envelope);
  const share = (envelope[strongest] ?? 0) * OWN_CHIRP_SHARE;
  const gap = Math.round(OWN_CHIRP_SEC / stepSec);
  const least = Math.max(share, noise * STRONGEST_IN_NOISE);
  const first = findOnset(pulses, { from: Math.round(BEFORE_FROM_SEC / stepSec), to: strongest - gap, least });
  return first === null ? strongest : first + indexOfMax(envelope.subarray(first, first + gap));
}

/** The noise in the envelope: the standard deviation of each of its two components. */
function measureNoise(envelope: Float64Array): number {
  // neighbours are nearly equal, and sorting is slow
  return (
    valueAt(
      envelope.filter((_, i) => i % 4 === 0),
      QUIET_SHARE,
    ) / QUIET_VALUE
  );
}

/** How much earlier than the first visible pulse a hidden direct path can be, ms, if pulses below a share of the strongest one are hidden. */
function hiddenMs(share: number): number {
  return HIDDEN_MS * Math.max(0, Math.min(1, (share - SEEN_SHARE) / (HIDDEN_SHARE - SEEN_SHARE)));
}

/** Noise moves a peak by the length of the pulse, divided by how much stronger than the noise it is; with three times the deviation. */
function noiseBoundMs(value: number, noise: number): number {
  const PULSE_MS = 0.1;
  return (3 * PULSE_MS * noise) / value;
}

/** The first local maximum of at least a value that stands out of the time before it. */
function findOnset({ envelope, stepSec }: Compressed, range: { from: number; to: number; least: number }): number | null {
  for (let i = range.from; i <= range.to; i++) {
    const value = envelope[i] ?? 0;
    if (value < range.least || value < (envelope[i - 1] ?? 0) || value < (envelope[i + 1] ?? 0)) continue;
    const before = envelope.slice(
      Math.max(0, i - Math.round(BEFORE_FROM_SEC / stepSec)),
      Math.max(0, i - Math.round(BEFORE_TO_SEC / stepSec)),
    );
    if (value >= ONSET * valueAt(before, 0.5)) return i;
  }
  return null;
}

function indexOfMax(values: Float64Array): number {
  let index = 0;
  for (let i = 1; i < values.length; i++) if ((values[i] ?? 0) > (values[index] ?? 0)) index = i;
  return index;
}

/** The value below which a share of the values lies; 0 without values. */
function valueAt(values: Float64Array, share: number): number {
  return values.slice().sort()[Math.floor(values.length * share)] ?? 0;
}

/** The fractional index of a maximum: the top of the parabola through the logarithms of three values. */
function interpolate(envelope: Float64Array, index: number): number {
  const [a, b, c] = [-1, 0, 1].map((step) => Math.log(Math.max(1e-30, envelope[index + step] ?? 0))) as [
    number,
    number,
    number,
  ];
  const curve = a - 2 * b + c;
  return curve >= 0 ? index : index + (0.5 * (a - c)) / curve;
}
