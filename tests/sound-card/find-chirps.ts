import { createChirp } from "#app/domain/calibration/chirp.ts";

/** The peak of a chirp is −20 dBFS. */
const ACTIVE_LEVEL = 0.02;
/** A chirp begins at most this long before its sound is that loud, and not after it. */
const SEARCH_SEC = 0.03;
/** Sounds that are closer than this belong together. */
const APART_SEC = 0.3;
/** A longer sound is music. */
const LONGEST_SEC = 0.25;

/** When the chirps of a recording begin, in ms from the first sample: sounds between silences. Accurate to a hundredth of a millisecond. */
export function findChirps(samples: Float32Array, sampleRate: number): readonly number[] {
  const chirp = createChirp(sampleRate);
  return findOnsets(samples, sampleRate).map((onset) => {
    const from = Math.max(0, onset - Math.round(SEARCH_SEC * sampleRate));
    const levels = Array.from({ length: 2 * (onset - from) + 1 }, (_, i) => correlate(samples, chirp, from + i));
    return ((from + refineMaximum(levels)) / sampleRate) * 1000;
  });
}

function findOnsets(samples: Float32Array, sampleRate: number): readonly number[] {
  const sounds: { readonly from: number; to: number }[] = [];
  for (let i = 0; i < samples.length; i++) {
    if (Math.abs(samples[i] ?? 0) < ACTIVE_LEVEL) continue;
    const last = sounds.at(-1);
    if (last && i - last.to <= APART_SEC * sampleRate) last.to = i;
    else sounds.push({ from: i, to: i });
  }
  return sounds.filter(({ from, to }) => to - from < LONGEST_SEC * sampleRate).map(({ from }) => from);
}

function correlate(samples: Float32Array, chirp: Float32Array, at: number): number {
  let sum = 0;
  for (let i = 0; i < chirp.length; i++) sum += (chirp[i] ?? 0) * (samples[at + i] ?? 0);
  return sum;
}

/** The index of the maximum, by the parabola through it and its neighbors. */
function refineMaximum(values: readonly number[]): number {
  const top = values.indexOf(Math.max(...values));
  const [before = 0, at = 0, after = 0] = values.slice(top - 1, top + 2);
  const bend = before - 2 * at + after;
  return bend === 0 ? top : top + (before - after) / (2 * bend);
}
