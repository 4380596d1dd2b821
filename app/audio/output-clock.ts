import { BlockOutput, type KeptOutput, NOTHING_KEPT } from "#app/domain/sync/block-output.ts";
import type { OutputEstimate } from "#app/domain/sync/output-estimate.ts";
import { classifyOutput, type OutputBehavior, type OutputReading } from "#app/domain/sync/output-reading.ts";
import type { SoundRoute } from "#app/domain/sync/sound-route.ts";
import { TimestampOutput } from "#app/domain/sync/timestamp-output.ts";

/** The properties of an audio context that the output clock reads. */
type OutputTiming = Pick<AudioContext, "currentTime" | "getOutputTimestamp" | "outputLatency" | "baseLatency">;

export type OutputClockDeps = {
  readonly context: OutputTiming;
  readonly route: SoundRoute;
  readonly localNowMs: () => number;
  /** Position, s, of a media element that plays on the same output; null while none does. */
  readonly mediaSec: () => number | null;
};

/** After its start, an output moves by up to 15 ms. A calm page in Firefox knows its latency after this time, too. */
const SETTLING_MS = 25_000;
/** Enough readings to recognize the behavior of an output: 4 s, one every 20 ms. */
const HISTORY_READINGS = 200;
/**
 * Firefox asks the sound system for the latency once, at the first request. Its answer is wrong by up to 30 ms while the output
 * starts, and for a while after the page was busy, so it is asked when both are over. It is recognized by its base latency of
 * zero.
 */
const LATENCY_AFTER_MS = 12_000;
const CALM_MS = 8000;
/** A page that is never calm, for example in the background, asks then. */
const LATENCY_AFTER_MAX_MS = 40_000;
/** A reading that is later than this shows that the page was busy. */
const BUSY_MS = 60;
/** Most starts are steady after one or two. */
const REOPENINGS_MAX = 4;

const PAUSE_MS = 20;
/** Shorter than a block of the output. */
const BLOCK_PAUSE_MS = 6;

/** Maps the page's clock to the audio context's time that is audible, output latency included. */
export class OutputClock {
  readonly #deps: OutputClockDeps;
  #history: readonly OutputReading[] = [];
  #behavior: OutputBehavior | null = null;
  #output: TimestampOutput | BlockOutput | null = null;
  /** Known before the latest start, and not reported again by the browser. */
  #kept = NOTHING_KEPT;
  #startMs: number | null = null;
  #mayReadLatency = false;
  #isLatencyDue = false;
  #lastCurrentSec: number | null = null;
  #lastReadMs: number | null = null;
  #calmSinceMs: number | null = null;
  #reopenings = 0;

  constructor(deps: OutputClockDeps) {
    this.#deps = deps;
    this.#clear();
  }

  /** Null until the output has played for a moment. */
  get estimate(): OutputEstimate | null {
    return this.#output?.estimate ?? null;
  }

  /** Whether the estimate may still move by more than a few milliseconds, because the output has just started. */
  get isSettling(): boolean {
    const ageMs = this.#startMs === null ? 0 : this.#deps.localNowMs() - this.#startMs;
    return ageMs < SETTLING_MS;
  }

  /** Whether the output should be opened again, because the page was busy at its start and its timestamps have moved. */
  get shouldReopen(): boolean {
    return this.#output instanceof TimestampOutput && this.#output.isUnsteady && this.#reopenings < REOPENINGS_MAX;
  }

  /** Whether the output goes on moving for some seconds after a sleep. WebKitGTK's does, in steps of 40 ms that nothing reports. */
  get movesAfterSleep(): boolean {
    return this.#behavior === "double-speed";
  }

  /** When to take the next reading, ms; null where the player's reports are frequent enough. */
  get pauseMs(): number | null {
    if (this.#behavior === "timestamps" && this.estimate) return null;
    return this.#isLatencyDue ? BLOCK_PAUSE_MS : PAUSE_MS;
  }

  /** Takes a reading. */
  sample(): void {
    const reading = this.#read();
    if (!reading) return;
    if (!this.#mayReadLatency) this.#output ??= new BlockOutput("latency-cancels", this.#kept);
    this.#output?.add(reading);
    if (this.#behavior === null && this.#mayReadLatency) this.#recognize(reading);
  }

  /** Once the behavior is known, an estimator for it receives all readings so far, unless there is one already. */
  #recognize(reading: OutputReading): void {
    this.#history = [...this.#history.slice(1 - HISTORY_READINGS), reading];
    const hasTimestamps = typeof this.#deps.context.getOutputTimestamp === "function";
    this.#behavior = hasTimestamps ? classifyOutput(this.#history) : "no-timestamps";
    if (this.#behavior === null || (this.#behavior === "latency-cancels" && this.#output)) return;
    this.#output = this.#behavior === "timestamps" ? new TimestampOutput() : new BlockOutput(this.#behavior);
    for (const earlier of this.#history) this.#output.add(earlier);
  }

  /** Drops all readings, for an output that starts. The browser's answer about the latency stays the same. */
  reset(): void {
    this.#reopenings = 0;
    this.#clear();
  }

  /** Drops everything, for an output that may be another one. */
  forget(): void {
    this.reset();
    this.#kept = NOTHING_KEPT;
  }

  /** Drops all readings, for an output that was opened again. */
  reopen(): void {
    this.#reopenings += 1;
    this.#clear();
  }

  #clear(): void {
    this.#kept = this.#readKept();
    this.#history = [];
    this.#behavior = this.#readLastingBehavior();
    this.#output = this.#behavior ? new BlockOutput(this.#behavior, this.#kept) : null;
    this.#startMs = null;
    this.#mayReadLatency = false;
    this.#isLatencyDue = false;
    this.#lastReadMs = null;
    this.#calmSinceMs = null;
  }

  /** The behavior of every output. The context's reports say nothing about the way from a media element to the loudspeaker. */
  #readLastingBehavior(): OutputBehavior | null {
    if (this.#deps.route === "media-element") return "media-element";
    return this.#behavior === "double-speed" ? this.#behavior : null;
  }

  #readKept(): KeptOutput {
    const output = this.#output instanceof BlockOutput ? this.#output.kept : NOTHING_KEPT;
    return {
      latency: output.latency ?? this.#kept.latency,
      mediaDrift: output.mediaDrift ?? this.#kept.mediaDrift,
    };
  }

  #read(): OutputReading | null {
    const { context, localNowMs, mediaSec } = this.#deps;
    const currentSec = context.currentTime;
    const localMs = localNowMs();
    if (currentSec <= 0) return null;
    this.#startMs ??= localMs;
    this.#mayReadLatency ||= this.#isLatencyStable(localMs, currentSec);
    const reading = { localMs, currentSec, timestamp: null, latencySec: null, mediaSec: mediaSec() };
    if (!this.#mayReadLatency || this.#behavior === "media-element") return reading;
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
    const timestamp = contextTime > 0 && performanceTime > 0 ? { contextSec: contextTime, localMs: performanceTime } : null;
    return { ...reading, timestamp, latencySec: context.outputLatency || null };
  }

  /** Asked in the middle of a block: when `currentTime` has just changed, the latency belongs to another one. */
  #isLatencyStable(localMs: number, currentSec: number): boolean {
    if (this.#deps.context.baseLatency !== 0) return true;
    const isMidBlock = this.#lastCurrentSec === currentSec;
    this.#lastCurrentSec = currentSec;
    this.#isLatencyDue = this.#isSettled(localMs);
    return isMidBlock && this.#isLatencyDue;
  }

  #isSettled(localMs: number): boolean {
    const isLate = localMs - (this.#lastReadMs ?? localMs) > BUSY_MS;
    this.#calmSinceMs = isLate ? localMs : (this.#calmSinceMs ?? localMs);
    this.#lastReadMs = localMs;
    const ageMs = localMs - (this.#startMs ?? localMs);
    const isCalm = localMs - this.#calmSinceMs >= CALM_MS;
    return ageMs >= LATENCY_AFTER_MAX_MS || (ageMs >= LATENCY_AFTER_MS && isCalm);
  }
}

/**
 * Takes readings as often as the clock needs them. Calls `onEstimate` when there is a first estimate. Returns a function that
 * stops it.
 */
export function runReadings(clock: OutputClock, onEstimate: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    const isFirst = clock.estimate === null;
    clock.sample();
    if (isFirst && clock.estimate) onEstimate();
    const { pauseMs } = clock;
    if (pauseMs !== null) timer = setTimeout(read, pauseMs);
  };
  read();
  return () => clearTimeout(timer);
}
