/**
 * Which time of the audio context is heard at which device time: device time minus context time is `offsetMs` at
 * `atLocalMs`, and changes by `driftPpm`.
 */
export type OutputEstimate = {
  readonly offsetMs: number;
  readonly atLocalMs: number;
  /** How much faster the device's clock runs than the output, parts per million. */
  readonly driftPpm: number;
  /** The largest error of the offset to expect, ms. */
  readonly boundMs: number;
  /** How long the sound takes from the context to the loudspeaker, ms: reported, or assumed. */
  readonly latencyMs: number;
  /** False where the browser does not say how long the sound takes to the loudspeaker. */
  readonly isLatencyKnown: boolean;
};

const PPM = 1e-6;

/** The context's time, s, that is heard at a device time. */
export function toContextSec({ offsetMs, atLocalMs, driftPpm }: OutputEstimate, localMs: number): number {
  return (localMs - offsetMs - driftPpm * PPM * (localMs - atLocalMs)) / 1000;
}

/** Context seconds per second of the device. */
export function outputRate({ driftPpm }: OutputEstimate): number {
  return 1 - driftPpm * PPM;
}
