/**
 * What the server's clock says, learnt from probes: a device notes when it asked, the server when it answered, the
 * device when the answer came. Pure; never reads a clock.
 *
 * The estimate is the *directional envelope*: the drift is a regression over minutes, weighted against slow round
 * trips; with the drift taken out, the fastest ways there and the fastest ways back are looked for independently,
 * since a good moment in one direction need not coincide with one in the other. The server stamps whole
 * milliseconds, rounded down; that biases every device by the same half millisecond, which cancels between them.
 */

export type ClockProbe = {
  /** Device time, ms, when the question left. */
  readonly sentLocalMs: number;
  /** Server time, whole ms, when it was answered. */
  readonly serverMs: number;
  /** Device time, ms, when the answer came. */
  readonly receivedLocalMs: number;
};

export type ClockEstimate = {
  /** Server time minus device time, ms, at `atLocalMs`. */
  readonly offsetMs: number;
  /** How much faster the server's clock runs than the device's, parts per million. */
  readonly driftPpm: number;
  readonly atLocalMs: number;
  /**
   * How far off the offset may be by what can be seen: noise on the way and the server's rounding, 95 %.
   * That the two directions may differ by nature cannot be seen: at most `roundTripMs / 2` on top.
   */
  readonly boundMs: number;
  /** The fastest way there and back, ms. */
  readonly roundTripMs: number;
};

/** Older probes are forgotten: crystals change with temperature. */
export const PROBE_WINDOW_MS = 240_000;
/** Fewer say too little. */
export const PROBES_NEEDED = 4;

/** Crystals of phones and laptops are this good, one sigma; a measurement has to argue against it. */
const DRIFT_PRIOR_PPM = 30;
/** What even the best round trip is uncertain by: the server's rounding. */
const STAMP_NOISE_MS = 0.3;
/** The server's stamp is this coarse. */
const STAMP_MS = 1;
/** No crystal is off by more. */
const DRIFT_MOST_PPM = 500;
const PPM = 1e-6;

/**
 * The probes worth keeping after `probe`. One that contradicts time itself is not taken in. Where it contradicts those
 * before it, one of the clocks was set, or stood still while the device slept: only the new one is kept.
 */
export function withProbe(probes: readonly ClockProbe[], probe: ClockProbe): readonly ClockProbe[] {
  if (!(probe.receivedLocalMs >= probe.sentLocalMs) || !Number.isFinite(probe.serverMs)) return probes;
  const latest = probes[probes.length - 1];
  if (latest && !agree(latest, probe)) return [probe];
  const oldest = probe.receivedLocalMs - PROBE_WINDOW_MS;
  return [...probes.filter((kept) => kept.receivedLocalMs >= oldest), probe];
}

/** A probe bounds the offset from both sides. Whether two can hold of the same clocks, drifting as crystals do. */
function agree(earlier: ClockProbe, later: ClockProbe): boolean {
  const elapsedMs = later.receivedLocalMs - earlier.sentLocalMs;
  const slackMs = STAMP_MS + DRIFT_MOST_PPM * PPM * Math.max(0, elapsedMs);
  const lowest = (p: ClockProbe) => p.serverMs - p.receivedLocalMs;
  const highest = (p: ClockProbe) => p.serverMs - p.sentLocalMs;
  return lowest(later) <= highest(earlier) + slackMs && lowest(earlier) <= highest(later) + slackMs;
}

export function estimateClock(probes: readonly ClockProbe[]): ClockEstimate | null {
  const last = probes[probes.length - 1];
  if (!last || probes.length < PROBES_NEEDED) return null;
  const atLocalMs = last.receivedLocalMs;
  const fastestMs = Math.min(...probes.map(roundTrip));
  const drift = fitDrift(probes, fastestMs);
  const there = probes.map((p) => p.serverMs - p.sentLocalMs - drift.slope * (p.sentLocalMs - atLocalMs));
  const back = probes.map((p) => p.receivedLocalMs - p.serverMs + drift.slope * (p.receivedLocalMs - atLocalMs));
  const forward = lowEdge(there);
  const backward = lowEdge(back);
  return {
    offsetMs: (forward.edge - backward.edge) / 2,
    driftPpm: drift.slope / PPM,
    atLocalMs,
    boundMs: Math.hypot(forward.spread, backward.spread, STAMP_NOISE_MS),
    roundTripMs: fastestMs,
  };
}

/** Server time, ms, at a moment of the device. */
export function toServerMs(estimate: ClockEstimate, localMs: number): number {
  return localMs + estimate.offsetMs + estimate.driftPpm * PPM * (localMs - estimate.atLocalMs);
}

/** The inverse of `toServerMs`. */
export function toLocalMs(estimate: ClockEstimate, serverMs: number): number {
  const slope = estimate.driftPpm * PPM;
  return (serverMs - estimate.offsetMs + slope * estimate.atLocalMs) / (1 + slope);
}

function roundTrip(probe: ClockProbe): number {
  return probe.receivedLocalMs - probe.sentLocalMs;
}

/** Weighted least squares of the offset over time, drawn towards zero by what crystals are known to do. */
function fitDrift(probes: readonly ClockProbe[], fastestMs: number): { readonly slope: number } {
  let weights = 0;
  let sumT = 0;
  let sumY = 0;
  const points = probes.map((p) => {
    const t = (p.sentLocalMs + p.receivedLocalMs) / 2;
    // a probe that took e ms longer than the fastest may be off by e/2
    const variance = STAMP_NOISE_MS ** 2 + ((roundTrip(p) - fastestMs) / 2) ** 2;
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
  return { slope: covariance / spread };
}

/** Where the values begin: the mean of the lowest sixteenth, and how sure that is. */
function lowEdge(values: readonly number[]): { readonly edge: number; readonly spread: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const few = Math.max(1, Math.round(sorted.length / 16));
  const lowest = sorted.slice(0, few);
  const edge = lowest.reduce((sum, value) => sum + value, 0) / few;
  const wider = sorted[Math.min(sorted.length - 1, few * 2)] ?? edge;
  return { edge, spread: (wider - (sorted[0] ?? edge)) / Math.sqrt(few + 1) };
}
