import type { ClockProbe } from "#app/domain/sync/clock-sync.ts";

/** An estimator of server time, as other products have it. Times are in ms. */
export type Baseline = {
  readonly name: string;
  /** The time between this many probes and the next. */
  readonly intervalMs: (probesSent: number) => number;
  readonly create: () => BaselineClock;
};

export type BaselineClock = {
  add(probe: ClockProbe): void;
  /** Null before the first estimate. */
  toServerMs(localMs: number): number | null;
  /** The error that the product states for its estimate; null if it states none. */
  boundMs(): number | null;
};

const middleMs = ({ sentLocalMs, receivedLocalMs }: ClockProbe) => (sentLocalMs + receivedLocalMs) / 2;
const offsetOf = (probe: ClockProbe) => probe.serverMs - middleMs(probe);
const roundTripOf = ({ sentLocalMs, receivedLocalMs }: ClockProbe) => receivedLocalMs - sentLocalMs;

/** One probe a second, and the median of the last 200 offsets. */
export const SNAPCAST_LIKE: Baseline = {
  name: "Snapcast-like",
  intervalMs: () => 1000,
  create() {
    let offsets: readonly number[] = [];
    return {
      add(probe) {
        offsets = [...offsets, offsetOf(probe)].slice(-200);
      },
      toServerMs(localMs) {
        const sorted = [...offsets].sort((a, b) => a - b);
        const median = sorted[Math.floor(sorted.length / 2)];
        return median === undefined ? null : localMs + median;
      },
      boundMs: () => null,
    };
  },
};

/** Two probes each 2.5 s after a quick start of 16, and the offset of the fastest of the last 16. */
export const BEATSYNC_LIKE: Baseline = {
  name: "Beatsync-like",
  intervalMs: (probesSent) => (probesSent < 16 ? 30 : probesSent % 2 === 0 ? 2470 : 30),
  create() {
    let probes: readonly ClockProbe[] = [];
    return {
      add(probe) {
        probes = [...probes, probe].slice(-16);
      },
      toServerMs(localMs) {
        const [fastest] = [...probes].sort((a, b) => roundTripOf(a) - roundTripOf(b));
        return fastest ? localMs + offsetOf(fastest) : null;
      },
      boundMs: () => null,
    };
  },
};

const SENDSPIN_BURST = 8;
/** The share of half a round trip that counts as the standard deviation of a measurement. */
const SENDSPIN_ERROR_SCALE = 0.5;
/** Random walk of the drift, in ms per ms and square root of ms. */
const SENDSPIN_DRIFT_WALK = 1e-11;

/**
 * Bursts of 8 probes each 10 s. The median offset of the three fastest of a burst feeds a Kalman filter of offset and drift,
 * whose measurement error is a share of half the round trip.
 */
export const SENDSPIN_LIKE: Baseline = {
  name: "Sendspin-like",
  intervalMs: (probesSent) => (probesSent % SENDSPIN_BURST === 0 ? 10_000 - (SENDSPIN_BURST - 1) * 25 : 25),
  create() {
    let burst: readonly ClockProbe[] = [];
    const filter = createDriftFilter();
    return {
      add(probe) {
        burst = [...burst, probe];
        if (burst.length < SENDSPIN_BURST) return;
        const fastest = [...burst].sort((a, b) => roundTripOf(a) - roundTripOf(b)).slice(0, 3);
        const [, median] = fastest.sort((a, b) => offsetOf(a) - offsetOf(b));
        burst = [];
        if (!median) return;
        const errorMs = Math.max(0.1, (roundTripOf(median) / 2) * SENDSPIN_ERROR_SCALE);
        filter.update({ atMs: middleMs(median), offsetMs: offsetOf(median), errorMs });
      },
      toServerMs: filter.toServerMs,
      boundMs: () => 2 * filter.deviationMs(),
    };
  },
};

type Measurement = { readonly atMs: number; readonly offsetMs: number; readonly errorMs: number };

/** A Kalman filter whose state is an offset and its drift. */
function createDriftFilter() {
  let count = 0;
  let atMs = 0;
  let offset = 0;
  let drift = 0;
  let varOffset = 0;
  let covariance = 0;
  let varDrift = 0;

  function start(measurement: Measurement): void {
    atMs = measurement.atMs;
    offset = measurement.offsetMs;
    varOffset = measurement.errorMs ** 2;
    varDrift = (100 * 1e-6) ** 2;
  }

  return {
    update(measurement: Measurement): void {
      count += 1;
      if (count === 1) return start(measurement);
      const elapsedMs = measurement.atMs - atMs;
      atMs = measurement.atMs;
      varOffset += 2 * covariance * elapsedMs + varDrift * elapsedMs ** 2;
      covariance += varDrift * elapsedMs;
      varDrift += SENDSPIN_DRIFT_WALK ** 2 * elapsedMs;
      const residual = measurement.offsetMs - (offset + drift * elapsedMs);
      const total = varOffset + measurement.errorMs ** 2;
      const gainOffset = varOffset / total;
      const gainDrift = covariance / total;
      offset += drift * elapsedMs + gainOffset * residual;
      drift += gainDrift * residual;
      varDrift -= gainDrift * covariance;
      covariance -= gainOffset * covariance;
      varOffset -= gainOffset * varOffset;
    },
    toServerMs: (localMs: number): number | null => (count === 0 ? null : localMs + offset + drift * (localMs - atMs)),
    deviationMs: (): number => Math.sqrt(varOffset),
  };
}
