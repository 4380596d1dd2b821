/**
 * Keeps sound where it should be. Told how far ahead the sound is, it answers with a trim of the playing rate: a
 * proportional and integral controller with a dead band, slow and small enough that nobody hears a change of pitch
 * (listeners notice from about 0.5 %, of a steady tone; Jan & Moore 2010 and others), or with the word that only a jump helps.
 * Pure; runs in the audio worklet for each block.
 */

export type DriftState = {
  /** What the crystals of this device and of the server differ by, as learnt so far. */
  readonly steadyPpm: number;
  /** The trim in force. Positive plays faster. */
  readonly trimPpm: number;
};

export type DriftStep = { readonly state: DriftState; readonly jump: boolean };

export const NO_DRIFT: DriftState = { steadyPpm: 0, trimPpm: 0 };

/** Past this the sound is moved at once, cross-faded. */
export const JUMP_FROM_MS = 100;
/** Right after it began, a jump is better than a long way back: nobody has found the beat yet. */
export const FRESH_JUMP_FROM_MS = 3;
/** ±0.3 % at the most. */
export const MAX_TRIM_PPM = 3000;

/** Errors this small are left alone: the clock is not known better. */
const DEAD_BAND_MS = 0.1;
/** An error is worked off to a third in this time. */
const SETTLE_MS = 2500;
/** The steady part follows over this time, and only from small errors: a large one is an accident, not a crystal. */
const LEARN_MS = 15_000;
const LEARN_BELOW_MS = 1;
/** Crystals differ by no more. */
const MAX_STEADY_PPM = 500;
/** How fast the trim may change: a few ppm in an audio block. */
const RAMP_PPM_PER_MS = 1.5;

/**
 * @param errorMs where the sound is minus where it should be: positive is ahead
 * @param isFresh the sound has only just begun
 */
export function driftStep(
  state: DriftState,
  errorMs: number,
  { elapsedMs, isFresh }: { readonly elapsedMs: number; readonly isFresh: boolean },
): DriftStep {
  if (Math.abs(errorMs) > (isFresh ? FRESH_JUMP_FROM_MS : JUMP_FROM_MS))
    return { state: { ...state, trimPpm: state.steadyPpm }, jump: true };
  const beyond = Math.sign(errorMs) * Math.max(0, Math.abs(errorMs) - DEAD_BAND_MS);
  const pull = (-beyond / SETTLE_MS) * 1e6;
  const learnt = Math.abs(errorMs) < LEARN_BELOW_MS ? (pull * elapsedMs) / LEARN_MS : 0;
  const steadyPpm = limit(state.steadyPpm + learnt, MAX_STEADY_PPM);
  const wanted = limit(pull + steadyPpm, MAX_TRIM_PPM);
  const trimPpm = state.trimPpm + limit(wanted - state.trimPpm, RAMP_PPM_PER_MS * elapsedMs);
  return { state: { steadyPpm, trimPpm }, jump: false };
}

function limit(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
