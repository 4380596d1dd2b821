import { percentile } from "#tests/support/percentile.ts";

const STEP_MS = 10;
/** Of the median level of the steps that are not digital silence. */
const THRESHOLD = 0.25;
/** A silence counts after this many steps of sound, and once. */
const AUDIBLE_STEPS = 20;

/** When the hum of a click track stops, in ms from the first sample, accurate to 10 ms. Also reports the end of the sound. */
export function findSilences(samples: Float32Array, sampleRate: number): readonly number[] {
  const levels = stepLevels(samples, (STEP_MS / 1000) * sampleRate);
  const threshold =
    THRESHOLD *
    percentile(
      levels.filter((level) => level > 0),
      0.5,
    );
  const silences: number[] = [];
  let audibleSteps = 0;
  for (const [step, level] of levels.entries()) {
    const isAudible = level > threshold;
    if (!isAudible && audibleSteps > AUDIBLE_STEPS) silences.push(step * STEP_MS);
    audibleSteps = isAudible ? audibleSteps + 1 : 0;
  }
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
