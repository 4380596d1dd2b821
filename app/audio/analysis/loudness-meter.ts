import { createKFilter } from "./k-filter.ts";

/**
 * Integrated loudness of a track: ITU-R BS.1770-4, annex 1 (K-weighting and two gates), as used by EBU R 128. It works at
 * any sample rate and stores one number per 100 ms.
 */
export type LoudnessMeter = {
  /** Takes the next samples, in planes of the same length. */
  push(planes: readonly Float32Array[]): void;
  /** LUFS, or null if no block is louder than −70. */
  finish(): number | null;
};

/** A block lasts 400 ms and overlaps with the next one by 300 ms. */
const STEPS_PER_SECOND = 10;
const STEPS_PER_BLOCK = 4;
/** Makes a full-scale sine of 997 Hz in one channel read −3.01. */
const OFFSET_DB = -0.691;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
/** BS.1770-4, table 3, for L, R, C, LFE, Ls, Rs. With another number of channels each weighs 1. */
const WEIGHTS_5_1: readonly number[] = [1, 1, 1, 0, 1.41, 1.41];
const NO_SAMPLES = new Float32Array(0);

export function createLoudnessMeter(format: { readonly sampleRate: number; readonly channels: number }): LoudnessMeter {
  const { sampleRate, channels } = format;
  const stepFrames = Math.max(1, Math.round(sampleRate / STEPS_PER_SECOND));
  const weights = channels === WEIGHTS_5_1.length ? WEIGHTS_5_1 : new Array<number>(channels).fill(1);
  const filters = weights.map((weight) => ({ weight, filter: createKFilter(sampleRate) }));
  const stepEnergies: number[] = [];
  /** Frames of the current step that have been pushed. */
  let pendingFrames = 0;

  /** Ends the current step. Returns its mean square, summed over the channels. */
  function endStep(): number {
    const sum = filters.reduce((total, { weight, filter }) => total + weight * filter.takeEnergy(), 0);
    const energy = sum / Math.max(1, pendingFrames);
    pendingFrames = 0;
    return energy;
  }

  return {
    push(planes) {
      const frames = planes[0]?.length ?? 0;
      for (let at = 0; at < frames; ) {
        const end = Math.min(frames, at + stepFrames - pendingFrames);
        for (const [c, { filter }] of filters.entries()) filter.push(planes[c] ?? NO_SAMPLES, at, end);
        pendingFrames += end - at;
        at = end;
        if (pendingFrames === stepFrames) stepEnergies.push(endStep());
      }
    },
    finish() {
      const lastFrames = pendingFrames;
      const lastEnergy = endStep();
      if (stepEnergies.length >= STEPS_PER_BLOCK) return gatedLoudness(toBlocks(stepEnergies));
      // a track shorter than a block counts as one block
      const total = stepEnergies.reduce((sum, energy) => sum + energy * stepFrames, lastEnergy * lastFrames);
      return gatedLoudness([total / Math.max(1, stepEnergies.length * stepFrames + lastFrames)]);
    },
  };
}

function toBlocks(stepEnergies: readonly number[]): number[] {
  const blocks: number[] = [];
  for (let end = STEPS_PER_BLOCK; end <= stepEnergies.length; end++) {
    let sum = 0;
    for (let i = end - STEPS_PER_BLOCK; i < end; i++) sum += stepEnergies[i] ?? 0;
    blocks.push(sum / STEPS_PER_BLOCK);
  }
  return blocks;
}

/** BS.1770-4, equations 4 to 7: the mean of the blocks above both gates. */
function gatedLoudness(blocks: readonly number[]): number | null {
  const aboveAbsolute = meanAbove(blocks, lufsToEnergy(ABSOLUTE_GATE_LUFS));
  if (aboveAbsolute === null) return null;
  const gate = Math.max(lufsToEnergy(ABSOLUTE_GATE_LUFS), aboveAbsolute * 10 ** (RELATIVE_GATE_LU / 10));
  const mean = meanAbove(blocks, gate);
  return mean === null ? null : OFFSET_DB + 10 * Math.log10(mean);
}

function meanAbove(blocks: readonly number[], gate: number): number | null {
  let sum = 0;
  let count = 0;
  for (const energy of blocks) {
    if (energy <= gate) continue;
    sum += energy;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

function lufsToEnergy(lufs: number): number {
  return 10 ** ((lufs - OFFSET_DB) / 10);
}
