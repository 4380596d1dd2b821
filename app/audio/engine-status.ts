import type { ClockEstimate } from "#app/domain/sync/clock-sync.ts";
import type { OutputEstimate } from "#app/domain/sync/output-estimate.ts";
import type { SyncStatus } from "#app/domain/sync/sync-status.ts";
import { type SyncUncertainty, totalUncertaintyMs } from "#app/domain/sync/sync-uncertainty.ts";
import type { DecodingMode } from "./packet-pcm-source.ts";
import type { TrackFault } from "./track-fault.ts";

/** The state of the engine as the interface shows it. */
export type EngineStatus = {
  /** `locked`: the browser plays no sound before a user gesture. `stopped`: the user has stopped listening. */
  readonly sound: "locked" | "on" | "stopped";
  readonly syncState: SyncStatus["state"];
  /** Actual minus scheduled position, ms; null while nothing sounds. */
  readonly errorMs: number | null;
  readonly clock: ClockEstimate | null;
  /** The unknown part of the error; null before the clocks have their first estimates. */
  readonly uncertainty: SyncUncertainty | null;
  /** Position in the current entry, ms, up to which samples are ready; null before the first block. */
  readonly bufferedToMs: number | null;
  readonly decodingMode: DecodingMode | null;
  /** Correction of the playback rate, ppm. */
  readonly trimPpm: number;
  readonly jumps: number;
  readonly underruns: number;
  /** How long the sound takes to the loudspeaker; null while nothing has played. */
  readonly output: OutputLatency | null;
  /** Whether the sound has just started, and may still move by some milliseconds. */
  readonly isSettling: boolean;
  readonly fault: TrackFault | null;
};

export type OutputLatency = Pick<OutputEstimate, "latencyMs" | "isLatencyKnown">;

export const INITIAL_STATUS: EngineStatus = {
  sound: "locked",
  syncState: "off",
  errorMs: null,
  clock: null,
  uncertainty: null,
  bufferedToMs: null,
  decodingMode: null,
  trimPpm: 0,
  jumps: 0,
  underruns: 0,
  output: null,
  isSettling: false,
  fault: null,
};

/** True if two states look the same to users. Numbers are compared with the precision at which they are shown. */
export function isSameStatus(a: EngineStatus, b: EngineStatus): boolean {
  return (
    a.sound === b.sound &&
    a.syncState === b.syncState &&
    a.fault === b.fault &&
    a.isSettling === b.isSettling &&
    a.decodingMode === b.decodingMode &&
    a.jumps === b.jumps &&
    a.underruns === b.underruns &&
    isSameTenth(a.errorMs, b.errorMs) &&
    isSameTenth(a.clock?.boundMs ?? null, b.clock?.boundMs ?? null) &&
    isSameTenth(a.clock?.roundTripMs ?? null, b.clock?.roundTripMs ?? null) &&
    Math.round((a.bufferedToMs ?? -1) / 500) === Math.round((b.bufferedToMs ?? -1) / 500) &&
    Math.round(a.trimPpm / 10) === Math.round(b.trimPpm / 10) &&
    a.output?.isLatencyKnown === b.output?.isLatencyKnown &&
    Math.round((a.output?.latencyMs ?? 0) / 10) === Math.round((b.output?.latencyMs ?? 0) / 10) &&
    isSameTenth(a.uncertainty && totalUncertaintyMs(a.uncertainty), b.uncertainty && totalUncertaintyMs(b.uncertainty))
  );
}

function isSameTenth(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.round(a * 10) === Math.round(b * 10);
}
