import { type FitPoint, fitLine, type Line, median, valueAt } from "./line-fit.ts";
import type { OutputEstimate } from "./output-estimate.ts";
import type { OutputBehavior, OutputReading } from "./output-reading.ts";

/** Readings in which the first estimate waits for a fresh `currentTime`. */
const FIRST_READINGS = 20;
const BIN_MS = 1000;
const WINDOW_BINS = 240;
/** Standard deviation of the freshest reading of a second, ms. */
const BIN_SIGMA_MS = 0.5;
/** The clock of a media element advances evenly. */
const MEDIA_SIGMA_MS = 0.3;
/** Points of the media element's clock that say more about the drift than `currentTime`, and than the drift before a restart. */
const MEDIA_POINTS_MIN = { first: 2, kept: 20 } as const;
/** After a sleep, the media element's clock runs at a wrong speed for some seconds. */
const MEDIA_CALM_MS = 10_000;
/** The media element's clock starts again when it loops or pauses, and stumbles when the browser is busy. */
const MEDIA_STEP_MS = 2;
const DRIFT_SIGMA = 100e-6;
const MEDIA_DRIFT_SIGMA = 300e-6;
const STEP_MS = 5;
const STEP_POINTS = 3;
/** For this long after the offset was read, ms, a fresher reading shows that the output stood still then, and the offset is read again. */
const ANCHOR_CHECK_MS = 10_000;

/** The freshest reading of a second. */
type BinPoint = FitPoint & { readonly binStartMs: number };

/** The time from `currentTime` to the loudspeaker. */
export type Latency = { readonly ms: number; readonly boundMs: number; readonly isKnown: boolean };

/**
 * The time from `currentTime` to the loudspeaker where the browser does not say it, or not yet: of WebKitGTK, which plays through
 * GStreamer, of Firefox, and of a media element in Chromium (170 ms), all measured at the sound card. Others are devices with
 * built-in loudspeakers and small buffers. WebKitGTK takes up to 43 ms longer after a start on a busy machine.
 */
const ASSUMED_LATENCIES: Partial<Record<OutputBehavior, Latency>> = {
  "double-speed": { ms: 75, boundMs: 45, isKnown: false },
  "latency-cancels": { ms: 50, boundMs: 15, isKnown: false },
  "media-element": { ms: 150, boundMs: 100, isKnown: false },
};
const UNKNOWN_LATENCY: Latency = { ms: 30, boundMs: 30, isKnown: false };
/** The largest error of a reported latency: it is read at an unknown phase of the output's blocks. */
const REPORTED_BOUND_MS = 4;
/** The largest error of a latency that was known before the output stopped and started again. */
const KEPT_BOUND_MS = 6;

/** Known about an output that starts again. */
export type KeptOutput = {
  /** Null if it is not known. */
  readonly latency: Latency | null;
  /** How fast the offset moves by the media element's clock, ms per ms; null if it is not known. */
  readonly mediaDrift: number | null;
};

export const NOTHING_KEPT: KeptOutput = { latency: null, mediaDrift: null };

type Anchor = {
  readonly localMs: number;
  /** Device time minus the context time that is heard, ms, at `localMs`. */
  readonly offsetMs: number;
  readonly readAtMs: number;
  /** Whether the browser reported the latency with the reading. */
  readonly isReported: boolean;
};

/**
 * Follows an output that reports no usable timestamps. `currentTime` advances in blocks, so a reading is late by up to one
 * block, and the earliest ones show its course. The latency is taken once and the drift is fitted over minutes (OC8–OC10).
 */
export class BlockOutput {
  readonly #behavior: OutputBehavior;
  readonly #assumed: Latency;
  readonly #keptDrift: number | null;
  #startMs: number | null = null;
  #bin: readonly OutputReading[] = [];
  #points: readonly FitPoint[] = [];
  #mediaPoints: readonly FitPoint[] = [];
  #line: Line | null = null;
  #deviating: readonly BinPoint[] = [];
  #anchor: Anchor | null = null;
  #latency: Latency = UNKNOWN_LATENCY;

  /** @param kept from the same output before it stopped */
  constructor(behavior: OutputBehavior, kept = NOTHING_KEPT) {
    this.#behavior = behavior;
    this.#assumed = kept.latency ?? ASSUMED_LATENCIES[behavior] ?? UNKNOWN_LATENCY;
    this.#keptDrift = kept.mediaDrift;
  }

  get estimate(): OutputEstimate | null {
    if (!this.#anchor) return null;
    const { localMs, offsetMs } = this.#anchor;
    const { ms: latencyMs, boundMs, isKnown: isLatencyKnown } = this.#latency;
    return { offsetMs, atLocalMs: localMs, driftPpm: this.#drift * 1e6, boundMs, latencyMs, isLatencyKnown };
  }

  /** For the same output after it has stopped. */
  get kept(): KeptOutput {
    // a line through a few points can be far off
    const isDriftKnown = this.#mediaPoints.length >= MEDIA_POINTS_MIN.kept;
    return { latency: this.#knownLatency, mediaDrift: isDriftKnown ? this.#mediaDrift : this.#keptDrift };
  }

  /** That of the freshest readings. */
  get #knownLatency(): Latency | null {
    if (!this.#anchor || !this.#line || !this.#latency.isKnown) return null;
    const ms = this.#anchor.offsetMs - valueAt(this.#line, this.#anchor.localMs);
    return { ms, boundMs: KEPT_BOUND_MS, isKnown: true };
  }

  add(reading: OutputReading): void {
    this.#startMs ??= reading.localMs;
    const [first] = this.#bin;
    const isFull = first !== undefined && reading.localMs - first.localMs >= BIN_MS;
    if (isFull) {
      this.#closeBin();
      this.#bin = [];
    }
    this.#bin = [...this.#bin, reading];
    const isLatencyNew = this.#behavior === "latency-cancels" && !this.#latency.isKnown && reading.latencySec !== null;
    if (isLatencyNew) this.#anchorTo(reading);
    else if (!this.#anchor && (isFull || this.#bin.length >= FIRST_READINGS)) this.#anchorTo(findFreshest(this.#bin));
  }

  /** A latency belongs to the reading with which it was reported. */
  #anchorTo(reading: OutputReading): void {
    const { localMs, latencySec } = reading;
    this.#latency = latencySec === null ? this.#assumed : toKnownLatency(latencySec);
    const offsetMs = lagMs(reading) + this.#latency.ms;
    this.#anchor = { localMs, offsetMs, readAtMs: localMs, isReported: latencySec !== null };
  }

  /** The output stood still when the offset was read, and has caught up since. */
  #correctAnchor(freshest: OutputReading): void {
    if (!this.#anchor || this.#anchor.isReported) return;
    const isRecent = freshest.localMs - this.#anchor.readAtMs < ANCHOR_CHECK_MS;
    const staleMs = this.#anchor.offsetMs - this.#latency.ms - lagMs(freshest);
    // from the first line on, the offset moves with the line, so both must begin at the same reading
    if ((isRecent || !this.#line) && staleMs > STEP_MS) this.#anchorTo(freshest);
  }

  get #drift(): number {
    return this.#mediaDrift ?? this.#line?.slope ?? 0;
  }

  get #mediaDrift(): number | null {
    const pointsMin = this.#keptDrift === null ? MEDIA_POINTS_MIN.first : MEDIA_POINTS_MIN.kept;
    if (this.#mediaPoints.length < pointsMin) return this.#keptDrift;
    return fitLine(this.#mediaPoints, { slopeSigma: MEDIA_DRIFT_SIGMA })?.slope ?? null;
  }

  #closeBin(): void {
    this.#closeMediaBin();
    const freshest = findFreshest(this.#bin);
    const binStartMs = this.#bin[0]?.localMs ?? freshest.localMs;
    const point = { x: freshest.localMs, y: lagMs(freshest), sigma: BIN_SIGMA_MS, binStartMs };
    this.#correctAnchor(freshest);
    const deviation = this.#line ? point.y - valueAt(this.#line, point.x) : 0;
    if (Math.abs(deviation) > STEP_MS) {
      // a reading can be late, but not early
      const isAhead = deviation < 0;
      this.#deviating = isAhead ? [point] : [...this.#deviating, point];
      if (isAhead || this.#deviating.length >= STEP_POINTS) this.#step();
      return;
    }
    this.#deviating = [];
    this.#points = [...this.#points.slice(1 - WINDOW_BINS), point];
    this.#line = fitLine(this.#points, { slopeSigma: DRIFT_SIGMA });
  }

  /** The output was interrupted, and everything after it is heard later. An anchor that was read after it has moved already. */
  #step(): void {
    const [first] = this.#deviating;
    const line = this.#line;
    if (!line || !first || !this.#anchor) return;
    const sizeMs = median(this.#deviating.map(({ x, y }) => y - valueAt(line, x)));
    if (this.#anchor.readAtMs < first.binStartMs) {
      this.#anchor = { ...this.#anchor, offsetMs: this.#anchor.offsetMs + sizeMs };
    }
    this.#points = this.#points.map((point) => ({ ...point, y: point.y + sizeMs }));
    this.#line = { ...line, y: line.y + sizeMs };
    this.#deviating = [];
  }

  /** WebKitGTK renders at the speed of the system's clock. Only its media elements follow the sound card's. */
  #closeMediaBin(): void {
    if (this.#behavior !== "double-speed") return;
    const readings = this.#bin.filter(({ mediaSec }) => mediaSec !== null && mediaSec > 0);
    if (readings.length < this.#bin.length) return;
    const x = median(readings.map(({ localMs }) => localMs));
    if (this.#keptDrift !== null && x - (this.#startMs ?? x) < MEDIA_CALM_MS) return;
    const y = median(readings.map(({ localMs, mediaSec }) => localMs - (mediaSec ?? 0) * 1000));
    // from here on, the offset follows another clock
    if (this.#mediaPoints.length === 0) this.#moveAnchor(x);
    this.#mediaPoints = [...this.#continueMedia(x, y).slice(1 - WINDOW_BINS), { x, y, sigma: MEDIA_SIGMA_MS }];
  }

  /** The points so far, moved to where the element's clock has started again. */
  #continueMedia(x: number, y: number): readonly FitPoint[] {
    const line = fitLine(this.#mediaPoints, { slopeSigma: MEDIA_DRIFT_SIGMA });
    const stepMs = line ? y - valueAt(line, x) : 0;
    if (Math.abs(stepMs) < MEDIA_STEP_MS) return this.#mediaPoints;
    return this.#mediaPoints.map((point) => ({ ...point, y: point.y + stepMs }));
  }

  #moveAnchor(localMs: number): void {
    const anchor = this.#anchor;
    if (anchor) this.#anchor = { ...anchor, localMs, offsetMs: anchor.offsetMs + this.#drift * (localMs - anchor.localMs) };
  }
}

function findFreshest(readings: readonly OutputReading[]): OutputReading {
  return readings.reduce((best, reading) => (lagMs(reading) < lagMs(best) ? reading : best));
}

function lagMs({ localMs, currentSec }: OutputReading): number {
  return localMs - currentSec * 1000;
}

function toKnownLatency(reportedSec: number): Latency {
  return { ms: reportedSec * 1000, boundMs: REPORTED_BOUND_MS, isKnown: true };
}
