import type { ClockEstimate } from "./clock-sync.ts";
import type { OutputEstimate } from "./output-estimate.ts";

/** The parts of its own deviation that a device cannot know, ms each. */
export type SyncUncertainty = {
  /** Accuracy of the room's time, from jitter. */
  readonly clockMs: number;
  /** Half of the round trip: its directions may differ. */
  readonly pathMs: number;
  /** The way from the audio context to the loudspeaker. */
  readonly outputMs: number;
};

export function findUncertainty(clock: ClockEstimate, output: OutputEstimate): SyncUncertainty {
  return { clockMs: clock.boundMs, pathMs: clock.asymmetryMs, outputMs: output.boundMs };
}

/** The sum, because the parts are not measured independently of each other. */
export function totalUncertaintyMs({ clockMs, pathMs, outputMs }: SyncUncertainty): number {
  return clockMs + pathMs + outputMs;
}

/** The part that makes a device uncertain. */
export function largestUncertainty({ clockMs, pathMs, outputMs }: SyncUncertainty): "connection" | "output" {
  return outputMs >= clockMs + pathMs ? "output" : "connection";
}
