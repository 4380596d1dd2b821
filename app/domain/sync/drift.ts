/**
 * Keeps the sound at its scheduled position. From the current error the controller derives a trim of the playback rate:
 * proportional and integral, with a dead band, slow and small enough to be inaudible (listeners notice about 0.5 % of a
 * steady tone; Jan & Moore 2010 and others). Where the error is too large for that, it requests a jump.
 * Pure; runs in the audio worklet for each block.
 */

export type DriftState = {
  /** The integral part: the learned frequency difference between this device's clock and the server's. */
  readonly steadyPpm: number;
  /** The trim in effect. Positive plays faster. */
  readonly trimPpm: number;
};

/** `mustJump`: the read position must move to the scheduled one at once. */
export type DriftStep = { readonly state: DriftState; readonly mustJump: boolean };

export const NO_DRIFT: DriftState = { steadyPpm: 0, trimPpm: 0 };

/** Above this error the sound jumps, cross-faded. */
export const JUMP_THRESHOLD_MS = 30;
/** The same just after the start: a jump is better than a long correction while listeners have not found the beat yet. */
export const START_JUMP_THRESHOLD_MS = 10;
/** The trim is limited to ±0.3 %. */
export const MAX_TRIM_PPM = 3000;

/** Smaller errors are ignored: the clock estimate is no more precise. */
const DEAD_BAND_MS = 0.1;
/** Time in which an error decays to about a third. */
const SETTLE_MS = 2500;
/** Time constant of the integral part. */
const LEARN_MS = 15_000;
/** Larger errors are disturbances, not a difference of clock frequencies, and do not change the integral part. */
const LEARN_BELOW_MS = 1;
/** The largest frequency difference of two crystals. */
const MAX_STEADY_PPM = 500;
/** How fast the trim may change: a few ppm per audio block. */
const RAMP_PPM_PER_MS = 1.5;

/**
 * Runs the controller for one block.
 * @param errorMs actual minus scheduled position: positive is ahead
 * @param timing `isFresh`: the sound started a moment ago
 */
export function stepDrift(
  state: DriftState,
  errorMs: number,
  { elapsedMs, isFresh }: { readonly elapsedMs: number; readonly isFresh: boolean },
): DriftStep {
  if (Math.abs(errorMs) > (isFresh ? START_JUMP_THRESHOLD_MS : JUMP_THRESHOLD_MS))
    return { state: { ...state, trimPpm: state.steadyPpm }, mustJump: true };
  const outsideBandMs = Math.sign(errorMs) * Math.max(0, Math.abs(errorMs) - DEAD_BAND_MS);
  const proportionalPpm = (-outsideBandMs / SETTLE_MS) * 1e6;
  const learnedPpm = Math.abs(errorMs) < LEARN_BELOW_MS ? (proportionalPpm * elapsedMs) / LEARN_MS : 0;
  const steadyPpm = clamp(state.steadyPpm + learnedPpm, MAX_STEADY_PPM);
  const targetPpm = clamp(proportionalPpm + steadyPpm, MAX_TRIM_PPM);
  const trimPpm = state.trimPpm + clamp(targetPpm - state.trimPpm, RAMP_PPM_PER_MS * elapsedMs);
  return { state: { steadyPpm, trimPpm }, mustJump: false };
}

/** Limits a value to `[-max, max]`. */
function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(-max, value));
}
