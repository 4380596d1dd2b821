import { readFileSync } from "node:fs";
import { BlockOutput } from "#app/domain/sync/block-output.ts";
import { type OutputEstimate, toContextSec } from "#app/domain/sync/output-estimate.ts";
import { classifyOutput, type OutputBehavior, type OutputReading } from "#app/domain/sync/output-reading.ts";
import { TimestampOutput } from "#app/domain/sync/timestamp-output.ts";

/** `[localMs, currentSec, contextTime, performanceTime, outputLatency, mediaSec]`; zero where nothing was reported. */
type ReadingRow = readonly [number, number, number, number, number, number?];

/** The readings of one browser, and what was recorded at the sound card meanwhile. */
type OutputRecording = {
  readonly engine: string;
  /** Unix time, ms, of local time zero. */
  readonly originMs: number;
  /** The context time that is recorded at a time of the recording. The card plays evenly, so two numbers and a rate describe it. */
  readonly recorded: { readonly contextSec: number; readonly recordedSec: number; readonly rate: number };
  readonly readings: readonly ReadingRow[];
};

export type Replay = {
  readonly behavior: OutputBehavior | null;
  /** Unix time, ms, of the first estimate. */
  readonly firstMs: number;
  /** Time of the recording, s, that the browser's clock gives for a Unix time; null before its first estimate. */
  toRecordedSec(unixMs: number): number | null;
};

export function readOutputRecording(name: string): OutputRecording {
  return JSON.parse(readFileSync(new URL(`../fixtures/output-readings/${name}.json`, import.meta.url), "utf8"));
}

export function toReadings({ readings }: Pick<OutputRecording, "readings">): readonly OutputReading[] {
  return readings.map(([localMs, currentSec, contextSec, performanceMs, latencySec, mediaSec]) => ({
    localMs,
    currentSec,
    timestamp: contextSec > 0 && performanceMs > 0 ? { contextSec, localMs: performanceMs } : null,
    latencySec: latencySec || null,
    mediaSec: mediaSec || null,
  }));
}

/** Feeds the readings of a recording to the estimators and keeps every estimate. */
export function replayOutput(name: string): Replay {
  const recording = readOutputRecording(name);
  const readings = toReadings(recording);
  const reported = readings.slice(readings.findIndex(({ timestamp }) => timestamp !== null));
  const behavior = reported.map((_, i) => classifyOutput(reported.slice(0, i + 1))).find((found) => found !== null) ?? null;
  const output = behavior === "timestamps" ? new TimestampOutput() : new BlockOutput(behavior ?? "no-timestamps");
  const estimates: { readonly atMs: number; readonly estimate: OutputEstimate }[] = [];
  for (const reading of readings) {
    output.add(reading);
    if (output.estimate) estimates.push({ atMs: recording.originMs + reading.localMs, estimate: output.estimate });
  }
  const { contextSec, recordedSec, rate } = recording.recorded;
  return {
    behavior,
    firstMs: estimates[0]?.atMs ?? Number.NaN,
    toRecordedSec(unixMs) {
      const latest = estimates.findLast(({ atMs }) => atMs <= unixMs);
      return latest ? recordedSec + (toContextSec(latest.estimate, unixMs - recording.originMs) - contextSec) * rate : null;
    },
  };
}

/** By how much two browsers that follow their clocks are apart at the card, ms, every half second: positive where `b` is ahead. */
export function distancesMs(a: Replay, b: Replay, { fromSec, toSec }: { fromSec: number; toSec: number }): readonly number[] {
  const startMs = Math.max(a.firstMs, b.firstMs);
  const distances: number[] = [];
  for (let ms = startMs + fromSec * 1000; ms < startMs + toSec * 1000; ms += 500) {
    const [recordedA, recordedB] = [a.toRecordedSec(ms), b.toRecordedSec(ms)];
    if (recordedA !== null && recordedB !== null) distances.push((recordedB - recordedA) * 1000);
  }
  return distances;
}
