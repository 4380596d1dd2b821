/**
 * How loud a track is as a whole: ITU-R BS.1770-4, annex 1 (K-weighting and two gates), as EBU R 128 has it. Any sample
 * rate; what is kept is one number for every 100 ms.
 */
export type LoudnessMeter = {
  /** Planes of one length, whichever; they continue what was pushed before. */
  push(planes: readonly Float32Array[]): void;
  /** LUFS, or null where nothing is louder than −70. */
  finish(): number | null;
};

/** A block lasts 400 ms, and the next one begins after 100. */
const STEPS_PER_SECOND = 10;
const STEPS_PER_BLOCK = 4;
/** Makes a sine of 997 Hz at full scale in one channel read −3.01. */
const OFFSET_DB = -0.691;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
/** BS.1770-4, table 3, for L, R, C, LFE, Ls, Rs. Where there are not six channels, each counts once. */
const WEIGHTS_5_1: readonly number[] = [1, 1, 1, 0, 1.41, 1.41];

export function createLoudnessMeter(format: { readonly sampleRate: number; readonly channels: number }): LoudnessMeter {
  const { sampleRate, channels } = format;
  const stepFrames = Math.max(1, Math.round(sampleRate / STEPS_PER_SECOND));
  const weights = channels === WEIGHTS_5_1.length ? WEIGHTS_5_1 : new Array<number>(channels).fill(1);
  const voices = weights.map((weight) => ({ weight, filter: createKFilter(sampleRate) }));
  const stepEnergies: number[] = [];
  let heldFrames = 0;

  /** Mean square of the step that is under way, summed over the channels. */
  function takeStep(): number {
    const sum = voices.reduce((all, { weight, filter }) => all + weight * filter.takeEnergy(), 0);
    const energy = sum / Math.max(1, heldFrames);
    heldFrames = 0;
    return energy;
  }

  return {
    push(planes) {
      const frames = planes[0]?.length ?? 0;
      for (let at = 0; at < frames; ) {
        const end = Math.min(frames, at + stepFrames - heldFrames);
        for (const [c, { filter }] of voices.entries()) filter.push(planes[c] ?? SILENT, at, end);
        heldFrames += end - at;
        at = end;
        if (heldFrames === stepFrames) stepEnergies.push(takeStep());
      }
    },
    finish() {
      const restFrames = heldFrames;
      const rest = takeStep();
      if (stepEnergies.length >= STEPS_PER_BLOCK) return gatedLoudness(blocksOf(stepEnergies));
      // too short for a single block: what there is counts as one
      const whole = stepEnergies.reduce((sum, energy) => sum + energy * stepFrames, rest * restFrames);
      return gatedLoudness([whole / Math.max(1, stepEnergies.length * stepFrames + restFrames)]);
    },
  };
}

const SILENT = new Float32Array(0);

function blocksOf(stepEnergies: readonly number[]): number[] {
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
  const aboveAbsolute = meanAbove(blocks, energyOf(ABSOLUTE_GATE_LUFS));
  if (aboveAbsolute === null) return null;
  const gate = Math.max(energyOf(ABSOLUTE_GATE_LUFS), aboveAbsolute * 10 ** (RELATIVE_GATE_LU / 10));
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

function energyOf(lufs: number): number {
  return 10 ** ((lufs - OFFSET_DB) / 10);
}

/** b0, b1, b2, a1, a2; a0 is one. */
type Biquad = readonly [number, number, number, number, number];

/** BS.1770-4, tables 1 and 2: the acoustics of a head, then the high-pass. */
const REFERENCE_RATE = 48_000;
const HEAD: Biquad = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585];
const HIGH_PASS: Biquad = [1, -2, 1, -1.99004745483398, 0.99007225036621];
/** −300 dB. A filter that rings on below it gets to denormal numbers, which take a processor many times as long. */
const NO_EVENTS = 1e-30;

type KFilter = {
  push(plane: Float32Array, from: number, to: number): void;
  /** The sum of the squares since it was last taken. */
  takeEnergy(): number;
};

/** Both stages in one loop, each in transposed direct form II. */
function createKFilter(sampleRate: number): KFilter {
  const [b0, b1, b2, a1, a2] = atRate(HEAD, sampleRate);
  const [d0, d1, d2, c1, c2] = atRate(HIGH_PASS, sampleRate);
  /** Two delays of each stage, and the energy. */
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
      // files of floats may hold what is no number, and the filter would never forget it
      const isSound = energy > NO_EVENTS && energy < Number.POSITIVE_INFINITY;
      if (isSound) state[4] = 0;
      else state.fill(0);
      return isSound ? energy : 0;
    },
  };
}

/**
 * The same analogue filter at another rate: the bilinear transform undone and done again, so that the frequency of the
 * poles stays where it is.
 */
function atRate([b0, b1, b2, a1, a2]: Biquad, sampleRate: number): Biquad {
  /** tan(πf / 48 000) of the poles' frequency f */
  const reference = Math.sqrt((1 + a1 + a2) / (1 - a1 + a2));
  const angle = Math.atan(reference) * (REFERENCE_RATE / sampleRate);
  const warp = reference / Math.tan(Math.min(angle, 0.45 * Math.PI));
  const [n0, n1, n2] = warped([b0, b1, b2], warp);
  const [m0, m1, m2] = warped([1, a1, a2], warp);
  return [n0 / m0, n1 / m0, n2 / m0, m1 / m0, m2 / m0];
}

/** A polynomial of z⁻¹ as one of u = (1 − z⁻¹) / (1 + z⁻¹), u scaled, and back. */
function warped([c0, c1, c2]: readonly [number, number, number], warp: number): readonly [number, number, number] {
  const p0 = c0 + c1 + c2;
  const p1 = 2 * (c0 - c2) * warp;
  const p2 = (c0 - c1 + c2) * warp * warp;
  return [p0 + p1 + p2, 2 * (p0 - p2), p0 - p1 + p2];
}
