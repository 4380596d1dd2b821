import { percentile } from "#tests/support/percentile.ts";

const STEP_MS = 10;
/** Of the median level of the steps that are not digital silence. */
const THRESHOLD = 0.25;
/** A silence counts after this many steps of sound, and once. */
const AUDIBLE_STEPS = 20;

/** From the end of sound to its next beginning, ms. The last one ends with the recording. */
export type Silence = { readonly fromMs: number; readonly toMs: number };

/** When the hum of a click track is away after it was heard, in ms from the first sample, accurate to 10 ms. */
export function findSilences(samples: Float32Array, sampleRate: number): readonly Silence[] {
  const levels = stepLevels(samples, (STEP_MS / 1000) * sampleRate);
  const threshold =
    THRESHOLD *
    percentile(
      levels.filter((level) => level > 0),
      0.5,
    );
  const silences: Silence[] = [];
  let audibleSteps = 0;
  let silentFrom: number | null = null;
  const endAt = (step: number) => {
    if (silentFrom !== null) silences.push({ fromMs: silentFrom * STEP_MS, toMs: step * STEP_MS });
    silentFrom = null;
  };
  for (const [step, level] of levels.entries()) {
    const isAudible = level > threshold;
    if (isAudible) endAt(step);
    else if (audibleSteps > AUDIBLE_STEPS) silentFrom = step;
    audibleSteps = isAudible ? audibleSteps + 1 : 0;
  }
  endAt(levels.length);
  return silences;
}

/** The effective level of each step. */
function stepLevels(samples: Float32Array, stepSamples: number): readonly number[] {
  return Array.from({ length: Math.floor(samples.length / stepSamples) }, (_, step) => {
    let energy = 0;
    for (const sample of samples.subarray(step * stepSamples, (step + 1) * stepSamples)) energy += sample * sample;
    return Math.sqrt(energy / stepSamples);
  });
}
