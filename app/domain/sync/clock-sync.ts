import { type DelayFloor, estimateDelayFloor, estimateJitterMs, STAMP_RESOLUTION_MS } from "./delay-floor.ts";

/**
 * Estimates the server's clock from probes: the device records when it sent a request and when the reply arrived, the
 * server when it replied. Pure; never reads a clock.
 *
 * The estimate is a *directional envelope*. Jitter only delays a message, so the smallest delay of each direction bounds the
 * offset from one side, and the two need not belong to the same probe. The drift tilts both envelopes; each candidate is
 * weighted with the likelihood of the delays that remain. The server rounds its timestamps down to whole milliseconds; that
 * biases every device by the same half millisecond, which cancels between devices.
 */

export type ClockProbe = {
  /** Device time, ms, at which the request was sent. */
  readonly sentLocalMs: number;
  /** Server time, whole ms, at which the server replied. */
  readonly serverMs: number;
  /** Device time, ms, at which the reply arrived. */
  readonly receivedLocalMs: number;
};

export type ClockEstimate = {
  /** Server time minus device time, ms, at `atLocalMs`. */
  readonly offsetMs: number;
  /** How much faster the server's clock runs than the device's, parts per million. */
  readonly driftPpm: number;
  readonly atLocalMs: number;
  /**
   * The 95 % bound of the offset's error, ms, from what can be observed: the jitter of each direction, the server's
   * rounding, and the drift until the next probes. A constant difference between the two directions is not included.
   */
  readonly boundMs: number;
  /**
   * The largest error, ms, that a constant difference between the two directions can cause. No probe can observe it. It is
   * half the fastest round trip, because neither direction can take less than no time.
   */
  readonly asymmetryMs: number;
  /** The fastest round trip, ms. */
  readonly roundTripMs: number;
};

/** Older probes are dropped because the frequency of a crystal changes with temperature. */
export const PROBE_WINDOW_MS = 600_000;
/** The smallest number of probes that yields an estimate. */
export const PROBES_NEEDED = 4;

/** Prior standard deviation of the drift between a phone or laptop and the server. */
const DRIFT_PRIOR_PPM = 30;
/** The largest drift between two intact clocks. */
const MAX_DRIFT_PPM = 500;
/** The range of drifts is narrowed around the likely ones this often at most. */
const REFINEMENTS = 8;
/** Candidates in each range. */
const CANDIDATES = 11;
/** The range reaches this many standard deviations to each side. */
const RANGE_DEVIATIONS = 4;
/** 95 % of the errors lie within this many standard deviations; found by simulation, because the model is approximate. */
const BOUND_DEVIATIONS = 2.5;
/** The bound includes the drift's uncertainty over half the time since the first probe, within these limits. */
const BOUND_HORIZON_MS = { min: 1000, max: 30_000 };
const PPM = 1e-6;

/**
 * Adds a probe and drops those that are too old. Returns `probes` itself for an invalid probe: a reply before its request,
 * or a server time that is not finite. A probe that contradicts the previous one replaces them all: one of the clocks was
 * set, or the device's clock stopped while it slept.
 */
export function addProbe(probes: readonly ClockProbe[], probe: ClockProbe): readonly ClockProbe[] {
  if (!(probe.receivedLocalMs >= probe.sentLocalMs) || !Number.isFinite(probe.serverMs)) return probes;
  const latest = probes[probes.length - 1];
  if (latest && !areConsistent(latest, probe)) return [probe];
  const oldestMs = probe.receivedLocalMs - PROBE_WINDOW_MS;
  return [...probes.filter(({ receivedLocalMs }) => receivedLocalMs >= oldestMs), probe];
}

/**
 * Appends the probes of a server that has restarted, perhaps on a machine with another clock. Returns `later` alone if its
 * estimate and the earlier one differ by more than their bounds and the server's rounding. Too few probes to tell are taken as being of the same clock.
 */
export function joinProbes(earlier: readonly ClockProbe[], later: readonly ClockProbe[]): readonly ClockProbe[] {
  const before = estimateClock(earlier);
  const after = estimateClock(later);
  if (before && after) {
    const differenceMs = toServerMs(before, after.atLocalMs) - toServerMs(after, after.atLocalMs);
    if (Math.abs(differenceMs) > before.boundMs + after.boundMs + STAMP_RESOLUTION_MS) return later;
  }
  return later.reduce(addProbe, earlier);
}

/** Each probe bounds the offset from both sides. True if the two ranges overlap, allowing for drift in between. */
function areConsistent(earlier: ClockProbe, later: ClockProbe): boolean {
  const elapsedMs = later.receivedLocalMs - earlier.sentLocalMs;
  const toleranceMs = STAMP_RESOLUTION_MS + MAX_DRIFT_PPM * PPM * Math.max(0, elapsedMs);
  const minOffsetMs = (probe: ClockProbe) => probe.serverMs - probe.receivedLocalMs;
  const maxOffsetMs = (probe: ClockProbe) => probe.serverMs - probe.sentLocalMs;
  return minOffsetMs(later) <= maxOffsetMs(earlier) + toleranceMs && minOffsetMs(earlier) <= maxOffsetMs(later) + toleranceMs;
}

/** The server's clock as of the last probe, or null while there are fewer than `PROBES_NEEDED` probes. */
export function estimateClock(probes: readonly ClockProbe[]): ClockEstimate | null {
  const [first] = probes;
  const last = probes[probes.length - 1];
  if (!first || !last || probes.length < PROBES_NEEDED) return null;
  const atLocalMs = last.receivedLocalMs;
  const fits = fitDrifts(probes, atLocalMs);
  const drift = weightedMean(fits, (fit) => fit.drift);
  const offsetMs = weightedMean(fits, toOffsetMs);
  const spanMs = atLocalMs - first.receivedLocalMs;
  const horizonMs = Math.min(BOUND_HORIZON_MS.max, Math.max(BOUND_HORIZON_MS.min, spanMs / 2));
  const variance = weightedMean(fits, (fit) => {
    const deviationMs = toOffsetMs(fit) - offsetMs + (fit.drift - drift) * horizonMs;
    return deviationMs ** 2 + (fit.forward.varianceMs2 + fit.backward.varianceMs2) / 4;
  });
  const roundTripMs = Math.min(...probes.map((probe) => probe.receivedLocalMs - probe.sentLocalMs));
  return {
    offsetMs,
    driftPpm: drift / PPM,
    atLocalMs,
    boundMs: BOUND_DEVIATIONS * Math.sqrt(variance),
    asymmetryMs: roundTripMs / 2,
    roundTripMs,
  };
}

/** Converts device time to server time, ms. */
export function toServerMs(estimate: ClockEstimate, localMs: number): number {
  return localMs + estimate.offsetMs + estimate.driftPpm * PPM * (localMs - estimate.atLocalMs);
}

/** The inverse of `toServerMs`. */
export function toLocalMs(estimate: ClockEstimate, serverMs: number): number {
  const slope = estimate.driftPpm * PPM;
  return (serverMs - estimate.offsetMs + slope * estimate.atLocalMs) / (1 + slope);
}

/** A candidate for the drift, with the envelope of each direction and its share of the posterior probability. */
type DriftFit = {
  /** 1 is 10⁶ ppm. */
  readonly drift: number;
  /** The smallest delay plus the offset. */
  readonly forward: DelayFloor;
  /** The smallest delay minus the offset. */
  readonly backward: DelayFloor;
  readonly weight: number;
};

/** The delays of both directions in ascending order, as they would be without the drift. */
type Delays = { readonly drift: number; readonly forwardMs: Float64Array; readonly backwardMs: Float64Array };

/** For the delays of all candidates. It is used again: estimates would leave 20 MB a minute to the garbage collector. */
let delayBuffer = new Float64Array(0);

function toOffsetMs({ forward, backward }: DriftFit): number {
  return (forward.meanMs - backward.meanMs) / 2;
}

/** The posterior distribution of the drift. The likelihood has one peak, so the range narrows around it step by step. */
function fitDrifts(probes: readonly ClockProbe[], atLocalMs: number): readonly DriftFit[] {
  let fits: readonly DriftFit[] = [];
  let center = 0;
  let reach = MAX_DRIFT_PPM * PPM;
  let jitterMs = { forward: Number.POSITIVE_INFINITY, backward: Number.POSITIVE_INFINITY };
  const buffers = divideBuffer(probes.length);
  for (let i = 0; i < REFINEMENTS; i++) {
    const candidates = buffers.map((pair, c) => {
      const drift = center + reach * ((2 * c) / (CANDIDATES - 1) - 1);
      fillDelays(probes, pair, { drift, atLocalMs });
      return { drift, ...pair };
    });
    // a wrong drift only adds jitter
    jitterMs = {
      forward: Math.min(jitterMs.forward, ...candidates.map(({ forwardMs }) => estimateJitterMs(forwardMs))),
      backward: Math.min(jitterMs.backward, ...candidates.map(({ backwardMs }) => estimateJitterMs(backwardMs))),
    };
    fits = weigh(candidates, jitterMs);
    center = weightedMean(fits, ({ drift }) => drift);
    const deviation = Math.sqrt(weightedMean(fits, ({ drift }) => (drift - center) ** 2));
    const step = (2 * reach) / (CANDIDATES - 1);
    const nextReach = Math.max(RANGE_DEVIATIONS * deviation, 1.5 * step);
    if (nextReach > reach / 2) break;
    reach = nextReach;
  }
  return fits;
}

type DelayBuffers = Omit<Delays, "drift">;

/** The buffers of each candidate, until the next call. */
function divideBuffer(probes: number): readonly DelayBuffers[] {
  const needed = 2 * CANDIDATES * probes;
  if (delayBuffer.length < needed) delayBuffer = new Float64Array(2 * needed);
  const part = (i: number) => delayBuffer.subarray(i * probes, (i + 1) * probes);
  return Array.from({ length: CANDIDATES }, (_, c) => ({ forwardMs: part(2 * c), backwardMs: part(2 * c + 1) }));
}

type Tilt = { readonly drift: number; readonly atLocalMs: number };

function fillDelays(probes: readonly ClockProbe[], { forwardMs, backwardMs }: DelayBuffers, { drift, atLocalMs }: Tilt): void {
  for (const [i, { sentLocalMs, serverMs, receivedLocalMs }] of probes.entries()) {
    forwardMs[i] = serverMs - sentLocalMs - drift * (sentLocalMs - atLocalMs);
    backwardMs[i] = receivedLocalMs - serverMs + drift * (receivedLocalMs - atLocalMs);
  }
  forwardMs.sort();
  backwardMs.sort();
}

function weigh(
  candidates: readonly Delays[],
  jitterMs: { readonly forward: number; readonly backward: number },
): readonly DriftFit[] {
  const fits = candidates.map(({ drift, forwardMs, backwardMs }) => {
    const forward = estimateDelayFloor(forwardMs, jitterMs.forward);
    const backward = estimateDelayFloor(backwardMs, jitterMs.backward);
    const logPrior = -0.5 * (drift / (DRIFT_PRIOR_PPM * PPM)) ** 2;
    return { drift, forward, backward, log: forward.logEvidence + backward.logEvidence + logPrior };
  });
  const maxLog = Math.max(...fits.map(({ log }) => log));
  const total = fits.reduce((sum, { log }) => sum + Math.exp(log - maxLog), 0);
  return fits.map(({ log, ...fit }) => ({ ...fit, weight: Math.exp(log - maxLog) / total }));
}

function weightedMean(fits: readonly DriftFit[], select: (fit: DriftFit) => number): number {
  return fits.reduce((sum, fit) => sum + fit.weight * select(fit), 0);
}
