import { type FitPoint, fitLine, type Line, median, valueAt } from "./line-fit.ts";
import type { OutputEstimate } from "./output-estimate.ts";
import { type OutputReading, timestampOffsetMs } from "./output-reading.ts";
import { startTransient } from "./start-transient.ts";

/** In this time after its first timestamp, an output fills its buffers and its timestamps jump. */
const STARTING_MS = 300;
/** The median of this many readings after that is the first estimate. */
const FIRST_READINGS = 3;
const FIRST_SIGMA_MS = 1.5;
/** The first estimate is held until the transient of the start has passed its peak. */
const HOLD_MS = 7000;
/** A jump of the timestamps in the first seconds. The buffers were still filling, so the first estimate is made again. */
const EARLY_JUMP_MS = 10;
const EARLY_MS = 3000;
/** An output is unsteady if its timestamps jump by more than this, ms, or leave the first estimate by more than that. */
const UNSTEADY_JUMP_MS = 1;
const UNSTEADY_DEVIATION_MS = 1.5;

/** Readings are reduced to one point per second. */
const BIN_MS = 1000;
const WINDOW_BINS = 240;
/** Standard deviation of a point, ms, among points on a straight line. */
const STEADY_SIGMA_MS = 0.3;
/**
 * A sound server estimates its own speed from its last seconds. When that estimate is wrong, the timestamps leave the line and
 * return to it within about this time, ms. So their distance to the line is about the deviation of their slope times this time.
 */
const RETURN_MS = 2500;
/** The slope at a point is taken over this many points before and after it. */
const SLOPE_BINS = 2;
/** The points of the start differ from the course of the transient by this share of its size. */
const TRANSIENT_NOISE = 0.5;
/** Priors: the difference between the two crystals, ms per ms, and the size of the transient, ms. */
const PRIOR = { slopeSigma: 100e-6, transientSigma: 16 } as const;
/** The weights of the points depend on the line, so it is fitted twice. */
const ROUNDS = 2;
/** Deviations are correlated for several points, so a mean of many is less accurate than their number suggests. */
const CORRELATED_POINTS = 6;

/** A step of the output is larger than this, ms, and than this many standard deviations of the line. */
const STEP_MS = 3;
const STEP_SIGMAS = 3;
/**
 * Timestamps that are wrong leave the line within a second or two. From one reading to the next they jump by up to 6 ms then,
 * and by more than this, ms, only if the output itself did. Measured in 30 recordings of Chromium with PulseAudio.
 */
const SUDDEN_MS = 10;
/** Points in a row that a step takes: fewer where it is confirmed, because timestamps alone can be wrong. */
const STEP_POINTS = { confirmed: 2, unconfirmed: 15 } as const;
/** Until this age, only confirmed steps are believed. */
const SETTLED_MS = 20_000;
/** Points with which the latest `currentTime` is compared. */
const LAG_POINTS = 12;
const LAG_POINTS_MIN = 3;

type Point = {
  readonly x: number;
  readonly y: number;
  /** Time since the output started, ms. */
  readonly ageMs: number;
  readonly lagMs: number;
  /** The largest difference of two readings in a row, ms. */
  readonly jumpMs: number;
};

/**
 * Follows an output whose timestamps are right on average. The sound card is steady, and what is reported about it wanders,
 * so a line through minutes counts more than the latest readings (OC5–OC7).
 */
export class TimestampOutput {
  #bin: OutputReading[] = [];
  #points: readonly Point[] = [];
  /** Points that deviate from the line, in a row. */
  #deviating: readonly Point[] = [];
  #line: Line | null = null;
  #hasFirst = false;
  #openedMs: number | null = null;
  /** When the buffers were last found to fill. */
  #startMs: number | null = null;
  #lastOffsetMs: number | null = null;
  /** Since the last point, ms. */
  #largestJumpMs = 0;
  #isUnsteady = false;
  #latencyMs = 0;

  get estimate(): OutputEstimate | null {
    if (!this.#line) return null;
    const { x, y, slope, sigma } = this.#line;
    const boundMs = Math.max(2 * STEADY_SIGMA_MS, 2 * sigma * Math.sqrt(CORRELATED_POINTS));
    return { offsetMs: y, atLocalMs: x, driftPpm: slope * 1e6, boundMs, latencyMs: this.#latencyMs, isLatencyKnown: true };
  }

  /** Whether the timestamps have moved since the output started. Then they can be wrong for the next 15 s. */
  get isUnsteady(): boolean {
    return this.#isUnsteady;
  }

  /** Takes a reading. One without a timestamp is ignored. */
  add(reading: OutputReading): void {
    if (!reading.timestamp) return;
    this.#latencyMs = (reading.latencySec ?? 0) * 1000;
    this.#openedMs ??= reading.localMs;
    this.#startMs ??= reading.localMs;
    const offsetMs = timestampOffsetMs(reading.timestamp);
    const jumpMs = offsetMs - (this.#lastOffsetMs ?? offsetMs);
    this.#lastOffsetMs = offsetMs;
    if (reading.localMs - this.#openedMs < EARLY_MS) this.#watchStart(reading.localMs, { offsetMs, jumpMs });
    if (reading.localMs - this.#startMs < STARTING_MS) return;
    const [first] = this.#bin;
    if (first && reading.localMs - first.localMs >= BIN_MS) {
      this.#addPoint(this.#toPoint(this.#bin));
      this.#bin = [];
      this.#largestJumpMs = 0;
    }
    if (Math.abs(jumpMs) > Math.abs(this.#largestJumpMs)) this.#largestJumpMs = jumpMs;
    this.#bin.push(reading);
    if (!this.#hasFirst && this.#bin.length === FIRST_READINGS) {
      this.#line = this.#fit([this.#toPoint(this.#bin)]);
      this.#hasFirst = true;
    }
  }

  #watchStart(localMs: number, { offsetMs, jumpMs }: { readonly offsetMs: number; readonly jumpMs: number }): void {
    const deviationMs = this.#line && this.#hasFirst ? Math.abs(offsetMs - this.#line.y) : 0;
    this.#isUnsteady ||= Math.abs(jumpMs) > UNSTEADY_JUMP_MS || deviationMs > UNSTEADY_DEVIATION_MS;
    if (Math.abs(jumpMs) > EARLY_JUMP_MS) this.#restart(localMs);
  }

  /** Keeps the line until there is a new first estimate. */
  #restart(localMs: number): void {
    this.#startMs = localMs - STARTING_MS;
    this.#bin = [];
    this.#points = [];
    this.#hasFirst = false;
  }

  #addPoint(point: Point): void {
    const isFar = this.#isFar(point);
    this.#deviating = isFar ? [...this.#deviating, point] : [];
    if (isFar) {
      if (!this.#isStep()) return;
      this.#points = this.#deviating.slice(-STEP_POINTS.confirmed);
      this.#deviating = [];
    } else {
      this.#points = [...this.#points.slice(1 - WINDOW_BINS), point];
    }
    if (isFar || point.ageMs > HOLD_MS) this.#line = this.#fit(this.#points);
  }

  #fit(points: readonly Point[]): Line | null {
    let line = this.#line;
    for (let round = 0; round < ROUNDS; round++) line = fitLine(weighPoints(points, line), PRIOR);
    return line;
  }

  /** Whether a point lies further from the line than timestamps usually do. While the output settles, it must be confirmed. */
  #isFar(point: Point): boolean {
    const line = this.#line;
    if (!line) return false;
    const deviation = residual(line, point);
    if (Math.abs(deviation) < Math.max(STEP_MS, STEP_SIGMAS * line.sigma)) return false;
    return point.ageMs > SETTLED_MS || this.#isConfirmed(deviation, [point]);
  }

  #isStep(): boolean {
    const line = this.#line;
    if (!line) return false;
    const deviations = this.#deviating.map((point) => residual(line, point));
    const size = median(deviations);
    if (deviations.some((deviation) => Math.sign(deviation) !== Math.sign(size))) return false;
    const isConfirmed = this.#isConfirmed(size, this.#deviating);
    return deviations.length >= (isConfirmed ? STEP_POINTS.confirmed : STEP_POINTS.unconfirmed);
  }

  /**
   * An output whose buffers ran empty reports a step twice: its timestamps move at once, and `currentTime` moves as far or
   * further. One of the two is enough.
   */
  #isConfirmed(stepMs: number, points: readonly Point[]): boolean {
    const isAsFar = (changeMs: number) =>
      Math.sign(changeMs) === Math.sign(stepMs) && Math.abs(changeMs) > Math.abs(stepMs) / 2;
    // the jump can lie in the last readings of the point before
    const isSudden = [...this.#points.slice(-1), ...points].some(
      ({ jumpMs }) => Math.abs(jumpMs) > SUDDEN_MS && isAsFar(jumpMs),
    );
    return isSudden || isAsFar(this.#lagChange(points));
  }

  /** By how much `currentTime` is further behind at these points than at those before them, ms. */
  #lagChange(points: readonly Point[]): number {
    const before = this.#points.slice(-LAG_POINTS);
    if (before.length < LAG_POINTS_MIN) return 0;
    return median(points.map(({ lagMs }) => lagMs)) - median(before.map(({ lagMs }) => lagMs));
  }

  /** Reduces readings to one point. */
  #toPoint(readings: readonly OutputReading[]): Point {
    const x = median(readings.map(({ localMs }) => localMs));
    return {
      x,
      y: median(readings.map(({ timestamp }) => (timestamp ? timestampOffsetMs(timestamp) : 0))),
      ageMs: x - (this.#startMs ?? x),
      lagMs: median(readings.map(({ localMs, currentSec }) => localMs - currentSec * 1000)),
      jumpMs: this.#largestJumpMs,
    };
  }
}

function residual(line: Line, { x, y, ageMs }: Point): number {
  return y - startTransient(ageMs) * line.transient - valueAt(line, x);
}

/** Adds the standard deviation of each point, from the transient and from how straight the line is around it. */
function weighPoints(points: readonly Point[], line: Line | null): readonly FitPoint[] {
  const residuals = points.map((point) => (line ? residual(line, point) : 0));
  const bends = points.slice(1).map(({ x }, i) => {
    const elapsedMs = x - (points[i]?.x ?? x);
    return Math.abs((residuals[i + 1] ?? 0) - (residuals[i] ?? 0)) / elapsedMs;
  });
  return points.map(({ x, y, ageMs }, i) => {
    const transient = startTransient(ageMs);
    if (ageMs < EARLY_MS && transient === 0) return { x, y, transient, sigma: FIRST_SIGMA_MS };
    const bend = ageMs < HOLD_MS ? 0 : Math.max(0, ...bends.slice(Math.max(0, i - SLOPE_BINS), i + SLOPE_BINS));
    const transientMs = TRANSIENT_NOISE * transient * (line?.transient ?? 0);
    return { x, y, transient, sigma: Math.hypot(STEADY_SIGMA_MS, RETURN_MS * bend, transientMs) };
  });
}
