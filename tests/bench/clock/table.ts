// `npm run bench:clock`: the accuracy of the clock estimate on simulated links, beside the estimators of other products.
import { CLOCK_LINKS, type ClockLink, ROUNDING_MS, simulateClock, simulateListener } from "#tests/support/clock-links.ts";
import { percentile } from "#tests/support/percentile.ts";
import { type Baseline, BEATSYNC_LIKE, SENDSPIN_LIKE, SNAPCAST_LIKE } from "./baselines.ts";

/** One reading of a clock. */
type Reading = {
  /** Without the rounding that all devices share. */
  readonly errorMs: number;
  readonly boundMs: number | null;
  /** The largest error that a difference between the two directions can cause. */
  readonly asymmetryMs: number;
};
type Run = { readonly readings: readonly Reading[]; readonly messages: number };
type Device = { readonly link: ClockLink; readonly ppm: number; readonly seed: number };

const DURATION_MS = 600_000;
const SETTLED_AFTER_MS = 20_000;
const DEVICES = 20;
const LINK_NAMES = {
  wifi: "Wi-Fi, 24 ms round trip",
  wan: "WAN, 44 ms",
  lte: "LTE, 90 ms",
  bufferbloat: "bufferbloat, 40 ms and more",
  asymmetric: "80 ms up, 40 ms down",
  unevenLte: "LTE, 50 ± 30 ms up, 50 ± 60 ms down",
} as const;

function runOurs(device: Device): Run {
  const { simulation, measure } = simulateListener(device);
  const samples = measure(DURATION_MS).filter(({ atMs }) => atMs >= SETTLED_AFTER_MS);
  const readings = samples.map(({ errorMs, estimate: { boundMs, asymmetryMs } }) => ({
    errorMs: errorMs - ROUNDING_MS,
    boundMs,
    asymmetryMs,
  }));
  return { readings, messages: simulation.sentCount() };
}

function runBaseline(baseline: Baseline, device: Device): Run {
  const { time, localNowMs, exchange, sentCount } = simulateClock(device);
  const clock = baseline.create();
  let fastestMs = Number.POSITIVE_INFINITY;
  const probe = () => {
    exchange((reply) => {
      fastestMs = Math.min(fastestMs, reply.receivedLocalMs - reply.sentLocalMs);
      clock.add(reply);
    });
    time.after(baseline.intervalMs(sentCount()), probe);
  };
  probe();
  const readings: Reading[] = [];
  time.advance(SETTLED_AFTER_MS + 500);
  for (let atMs = SETTLED_AFTER_MS; atMs < DURATION_MS; atMs += 1000) {
    const serverMs = clock.toServerMs(localNowMs()) ?? Number.NaN;
    readings.push({ errorMs: serverMs - time.nowMs() - ROUNDING_MS, boundMs: clock.boundMs(), asymmetryMs: fastestMs / 2 });
    time.advance(1000);
  }
  return { readings, messages: sentCount() };
}

/** The share of the readings whose error is within the bound; a dash if there is no bound. */
function formatCoverage(readings: readonly Reading[], allowedMs: (reading: Reading) => number | null): string {
  if (readings.some((reading) => allowedMs(reading) === null)) return "–".padStart(10);
  const covered = readings.filter((reading) => Math.abs(reading.errorMs) <= (allowedMs(reading) ?? 0));
  return `${((covered.length / readings.length) * 100).toFixed(1)} %`.padStart(10);
}

function formatRow(name: string, runs: readonly Run[]): string {
  const readings = runs.flatMap((run) => run.readings);
  const errorsMs = readings.map(({ errorMs }) => Math.abs(errorMs));
  const rate = runs.reduce((sum, { messages }) => sum + messages, 0) / runs.length / (DURATION_MS / 1000);
  const columns = [
    percentile(errorsMs, 0.5).toFixed(2).padStart(9),
    percentile(errorsMs, 0.95).toFixed(2).padStart(9),
    formatCoverage(readings, ({ boundMs }) => boundMs),
    formatCoverage(readings, ({ boundMs, asymmetryMs }) => boundMs && boundMs + asymmetryMs),
    rate.toFixed(2).padStart(9),
  ];
  return `  ${name.padEnd(16)}${columns.join("")}`;
}

const devices = (link: ClockLink): readonly Device[] =>
  Array.from({ length: DEVICES }, (_, i) => ({ link, ppm: [20, -15, 40, -30][i % 4] ?? 0, seed: i + 1 }));

console.log(`
  Error of one device's clock in ms, without the 0.5 ms of timestamp rounding that all devices share.
  ${DEVICES} devices of ±15 to ±40 ppm, ${DURATION_MS / 60_000} minutes each, from ${SETTLED_AFTER_MS / 1000} s after connecting.
  Covered: the share of the errors within the stated bound, and within the bound plus what no probe can observe.
  Messages: clock messages a second. Those of Tutti include its reports, which it sends in any case.`);
for (const key of ["wifi", "wan", "lte", "bufferbloat", "asymmetric", "unevenLte"] as const) {
  const simulated = devices(CLOCK_LINKS[key]);
  const header = ["median", "95 %", "covered", "+ unknown", "messages"];
  const widths = [9, 9, 10, 10, 9];
  console.log(`\n  ${LINK_NAMES[key]}\n  ${" ".repeat(16)}${header.map((text, i) => text.padStart(widths[i] ?? 0)).join("")}`);
  console.log(formatRow("Tutti", simulated.map(runOurs)));
  for (const baseline of [SENDSPIN_LIKE, BEATSYNC_LIKE, SNAPCAST_LIKE]) {
    console.log(
      formatRow(
        baseline.name,
        simulated.map((device) => runBaseline(baseline, device)),
      ),
    );
  }
}
