import { type FitPoint, fitLine, type Line, median, valueAt } from "./line-fit.ts";
import type { OutputEstimate } from "./output-estimate.ts";
import { type OutputReading, timestampOffsetMs } from "./output-reading.ts";

/** This many successive readings that agree within `SETTLED_MS` are the first estimate. */
const SETTLED_READINGS = 6;
const SETTLED_MS = 1;
/** After this many readings there is an estimate even though they do not agree: in some browsers they never do. */
const UNSETTLED_READINGS_MAX = 16;
const UNSETTLED_SIGMA_MS = 5;

/** Readings are reduced to one point per second. */
const BIN_MS = 1000;
const WINDOW_BINS = 240;
/**
 * Standard deviation of the points, ms, by the age of the output. Right after the start the timestamps are right. Then the
 * sound server's own estimate moves away by up to 6 ms and returns within 15 s, while the sound itself does not move.
 */
const FIRST_SIGMA_MS = 0.7;
const WANDERING_UNTIL_MS = 9000;
const RETURNING_UNTIL_MS = 15_000;
const RETURNING_SIGMA_MS = 1;
const STEADY_SIGMA_MS = 0.3;
/** Prior standard deviation of the difference between the two crystals, ms per ms. */
const DRIFT_SIGMA = 30e-6;

/** A step of the output is larger than the timestamps' noise. */
const STEP_MS = { starting: 6, wandering: 12, steady: 3 } as const;
/**
 * Points in a row that a step takes: fewer where `currentTime` has moved as well, because timestamps alone can be wrong, and
 * just after the start, when the output was perhaps estimated while its buffers were filling.
 */
const STEP_POINTS = { starting: 1, confirmed: 2, unconfirmed: 15 } as const;
const STARTING_UNTIL_MS = 3000;
/** Points with which the latest `currentTime` is compared. */
const LAG_POINTS = 12;

type Point = FitPoint & { readonly lagMs: number };

/**
 * Follows an output whose timestamps are right on average. The sound card is steady, and what is reported about it wanders,
 * so a line through minutes counts more than the latest readings (OC5–OC7).
 */
export class TimestampOutput {
  #first: OutputReading[] = [];
  #bin: OutputReading[] = [];
  #startMs: number | null = null;
  #points: readonly Point[] = [];
  /** Points that deviate from the line, in a row. */
  #deviating: readonly Point[] = [];
  #line: Line | null = null;
  #latencyMs = 0;

  get estimate(): OutputEstimate | null {
    if (!this.#line) return null;
    const { x, y, slope } = this.#line;
    const isSteady = this.#ageMs(this.#points.at(-1)?.x ?? x) > RETURNING_UNTIL_MS;
    const boundMs = isSteady ? 2 * STEADY_SIGMA_MS : Math.max(2, 2 * (this.#points[0]?.sigma ?? 0));
    return { offsetMs: y, atLocalMs: x, driftPpm: slope * 1e6, boundMs, latencyMs: this.#latencyMs, isLatencyKnown: true };
  }

  /** Takes a reading. One without a timestamp is ignored. */
  add(reading: OutputReading): void {
    if (!reading.timestamp) return;
    this.#latencyMs = (reading.latencySec ?? 0) * 1000;
    if (this.#line === null) {
      this.#startMs ??= reading.localMs;
      this.#settle(reading);
      return;
    }
    const [first] = this.#bin;
    if (first && reading.localMs - first.localMs >= BIN_MS) {
      this.#closeBin();
      this.#bin = [];
    }
    this.#bin.push(reading);
  }

  #settle(reading: OutputReading): void {
    this.#first.push(reading);
    const recent = this.#first.slice(-SETTLED_READINGS);
    const offsets = recent.map(readOffset);
    const doAgree = recent.length === SETTLED_READINGS && Math.max(...offsets) - Math.min(...offsets) < SETTLED_MS;
    if (!doAgree && this.#first.length < UNSETTLED_READINGS_MAX) return;
    this.#points = [toPoint(recent, doAgree ? FIRST_SIGMA_MS : UNSETTLED_SIGMA_MS)];
    this.#line = fitLine(this.#points, DRIFT_SIGMA);
  }

  #closeBin(): void {
    const ageMs = this.#ageMs(this.#bin.at(-1)?.localMs ?? 0);
    const sigma = sigmaAtAge(ageMs);
    const point = toPoint(this.#bin, sigma ?? RETURNING_SIGMA_MS);
    if (this.#line && Math.abs(point.y - valueAt(this.#line, point.x)) > stepThreshold(ageMs)) {
      this.#deviating = [...this.#deviating, point];
      if (this.#isStep()) this.#restart();
      return;
    }
    this.#deviating = [];
    if (sigma === null) return;
    this.#points = [...this.#points.slice(1 - WINDOW_BINS), point];
    this.#line = fitLine(this.#points, DRIFT_SIGMA);
  }

  #isStep(): boolean {
    const line = this.#line;
    if (!line) return false;
    const deviations = this.#deviating.map(({ x, y }) => y - valueAt(line, x));
    const size = median(deviations);
    if (deviations.some((deviation) => Math.sign(deviation) !== Math.sign(size))) return false;
    const before = this.#points.slice(-LAG_POINTS).map(({ lagMs }) => lagMs);
    const lagMs = median(this.#deviating.map((point) => point.lagMs)) - median(before);
    const isConfirmed = before.length > 2 && Math.abs(lagMs - size) < Math.abs(size) / 2;
    if (this.#ageMs(this.#deviating.at(-1)?.x ?? 0) < STARTING_UNTIL_MS) return deviations.length >= STEP_POINTS.starting;
    return deviations.length >= (isConfirmed ? STEP_POINTS.confirmed : STEP_POINTS.unconfirmed);
  }

  /** Forgets everything from before a step. The output has started again, so the timestamps wander again. */
  #restart(): void {
    const latest = this.#deviating.slice(-STEP_POINTS.confirmed);
    this.#startMs = latest[0]?.x ?? null;
    this.#points = latest.slice(-1).map((point) => ({ ...point, sigma: FIRST_SIGMA_MS }));
    this.#line = fitLine(this.#points, DRIFT_SIGMA);
    this.#deviating = [];
  }

  #ageMs(localMs: number): number {
    return localMs - (this.#startMs ?? localMs);
  }
}

/** Null while points of this age say nothing. */
function sigmaAtAge(ageMs: number): number | null {
  if (ageMs < WANDERING_UNTIL_MS) return null;
  return ageMs < RETURNING_UNTIL_MS ? RETURNING_SIGMA_MS : STEADY_SIGMA_MS;
}

function stepThreshold(ageMs: number): number {
  if (ageMs < STARTING_UNTIL_MS) return STEP_MS.starting;
  return ageMs < RETURNING_UNTIL_MS ? STEP_MS.wandering : STEP_MS.steady;
}

function readOffset({ timestamp }: OutputReading): number {
  return timestamp ? timestampOffsetMs(timestamp) : 0;
}

/** Reduces readings to one point. A wide spread raises its standard deviation. */
function toPoint(readings: readonly OutputReading[], sigma: number): Point {
  const y = median(readings.map(readOffset));
  const spread = median(readings.map((reading) => Math.abs(readOffset(reading) - y)));
  return {
    x: median(readings.map(({ localMs }) => localMs)),
    y,
    sigma: Math.max(sigma, spread),
    lagMs: median(readings.map(({ localMs, currentSec }) => localMs - currentSec * 1000)),
  };
}
