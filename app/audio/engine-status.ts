import type { ClockEstimate } from "#app/domain/sync/clock-sync.ts";
import type { SyncStatus } from "#app/domain/sync/sync-status.ts";
import type { DecodingMeans, TrackFault } from "./track-source.ts";

/** What the interface shows of the engine. */
export type EngineStatus = {
  /** `locked`: the browser waits for a gesture before it lets sound out. */
  readonly sound: "locked" | "on";
  readonly lamp: SyncStatus["state"];
  /** Where the sound is minus where it should be, ms; null while there is none. */
  readonly errorMs: number | null;
  readonly clock: ClockEstimate | null;
  /** Up to which position of the current entry samples are there, ms. */
  readonly filledToMs: number | null;
  readonly means: DecodingMeans | null;
  readonly trimPpm: number;
  readonly jumps: number;
  readonly starvedBlocks: number;
  readonly outputLatencyMs: number;
  readonly fault: TrackFault | null;
};

export const INITIAL_STATUS: EngineStatus = {
  sound: "locked",
  lamp: "off",
  errorMs: null,
  clock: null,
  filledToMs: null,
  means: null,
  trimPpm: 0,
  jumps: 0,
  starvedBlocks: 0,
  outputLatencyMs: 0,
  fault: null,
};

/** Whether anybody would see a difference: numbers count as they are shown. */
export function isSameStatus(a: EngineStatus, b: EngineStatus): boolean {
  return (
    a.sound === b.sound &&
    a.lamp === b.lamp &&
    a.fault === b.fault &&
    a.means === b.means &&
    a.jumps === b.jumps &&
    a.starvedBlocks === b.starvedBlocks &&
    isSameTenth(a.errorMs, b.errorMs) &&
    isSameTenth(a.clock?.boundMs ?? null, b.clock?.boundMs ?? null) &&
    isSameTenth(a.clock?.roundTripMs ?? null, b.clock?.roundTripMs ?? null) &&
    Math.round((a.filledToMs ?? -1) / 500) === Math.round((b.filledToMs ?? -1) / 500) &&
    Math.round(a.trimPpm / 10) === Math.round(b.trimPpm / 10)
  );
}

function isSameTenth(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.round(a * 10) === Math.round(b * 10);
}
