/**
 * Estimates the server's clock from probes: the device records when it sent a request and when the reply arrived, the
 * server when it replied. Pure; never reads a clock.
 *
 * The estimate is a *directional envelope*. A regression over minutes yields the drift, with slow round trips weighted
 * down. With the drift removed, the fastest requests and the fastest replies are selected independently, because a good
 * moment in one direction need not coincide with one in the other. The server rounds its timestamps down to whole
 * milliseconds; that biases every device by the same half millisecond, which cancels between devices.
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
   * The 95 % bound of the offset's error, ms, from what can be observed: network jitter and the server's rounding.
   * A constant difference between the two directions cannot be observed; it adds at most `roundTripMs / 2`.
   */
  readonly boundMs: number;
  /** The fastest round trip, ms. */
  readonly roundTripMs: number;
};

/** Older probes are dropped because the frequency of a crystal changes with temperature. */
export const PROBE_WINDOW_MS = 240_000;
/** The smallest number of probes that yields an estimate. */
export const PROBES_NEEDED = 4;

/** Prior standard deviation of the drift between a phone or laptop and the server. */
const DRIFT_PRIOR_PPM = 30;
/** Uncertainty of even the best round trip, caused by the server's rounding. */
const STAMP_NOISE_MS = 0.3;
/** Resolution of the server's timestamps. */
const STAMP_RESOLUTION_MS = 1;
/** The largest drift between two intact clocks. */
const MAX_DRIFT_PPM = 500;
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
  const last = probes[probes.length - 1];
  if (!last || probes.length < PROBES_NEEDED) return null;
  const atLocalMs = last.receivedLocalMs;
  const fastestMs = Math.min(...probes.map(roundTripMs));
  const drift = fitDrift(probes, fastestMs);
  // each is the delay in its direction plus or minus the offset
  const forwardMs = probes.map((p) => p.serverMs - p.sentLocalMs - drift * (p.sentLocalMs - atLocalMs));
  const backwardMs = probes.map((p) => p.receivedLocalMs - p.serverMs + drift * (p.receivedLocalMs - atLocalMs));
  const forward = findLowerEdge(forwardMs);
  const backward = findLowerEdge(backwardMs);
  return {
    offsetMs: (forward.edge - backward.edge) / 2,
    driftPpm: drift / PPM,
    atLocalMs,
    boundMs: Math.hypot(forward.spread, backward.spread, STAMP_NOISE_MS),
    roundTripMs: fastestMs,
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

function roundTripMs(probe: ClockProbe): number {
  return probe.receivedLocalMs - probe.sentLocalMs;
}

/** Slope of the offset over time (1 is 10⁶ ppm): weighted least squares, regularized by the prior of the drift. */
function fitDrift(probes: readonly ClockProbe[], fastestMs: number): number {
  let weights = 0;
  let sumT = 0;
  let sumY = 0;
  const points = probes.map((p) => {
    const t = (p.sentLocalMs + p.receivedLocalMs) / 2;
    // the offset of a probe that took e ms longer than the fastest is off by up to e/2
    const variance = STAMP_NOISE_MS ** 2 + ((roundTripMs(p) - fastestMs) / 2) ** 2;
    const weight = 1 / variance;
    weights += weight;
    sumT += weight * t;
    sumY += weight * (p.serverMs - t);
    return { t, y: p.serverMs - t, weight };
  });
  const meanT = sumT / weights;
  const meanY = sumY / weights;
  let covariance = 0;
  let spread = 1 / (DRIFT_PRIOR_PPM * PPM) ** 2;
  for (const { t, y, weight } of points) {
    covariance += weight * (t - meanT) * (y - meanY);
    spread += weight * (t - meanT) ** 2;
  }
  return covariance / spread;
}

/** The lower edge of a distribution: the mean of its lowest sixteenth, with the uncertainty of that mean. */
function findLowerEdge(values: readonly number[]): { readonly edge: number; readonly spread: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const count = Math.max(1, Math.round(sorted.length / 16));
  const edge = sorted.slice(0, count).reduce((sum, value) => sum + value, 0) / count;
  const upper = sorted[Math.min(sorted.length - 1, count * 2)] ?? edge;
  return { edge, spread: (upper - (sorted[0] ?? edge)) / Math.sqrt(count + 1) };
}
