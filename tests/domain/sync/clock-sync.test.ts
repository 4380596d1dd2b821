import { describe, expect, it } from "vitest";
import {
  addProbe,
  type ClockProbe,
  estimateClock,
  PROBE_WINDOW_MS,
  toLocalMs,
  toServerMs,
} from "#app/domain/sync/clock-sync.ts";
import { seededRandom } from "#scripts/sound.mjs";

type Link = { readonly upMs: number; readonly downMs: number; readonly jitterMs: (random: () => number) => number };
type Device = { readonly link: Link; readonly ppm: number; readonly seed: number };

const exponential = (random: () => number, meanMs: number) => -Math.log(1 - random()) * meanMs;
const withSpikes = (meanMs: number, probability: number, spikeMs: number) => (random: () => number) =>
  exponential(random, meanMs) + (random() < probability ? exponential(random, spikeMs) : 0);

const LINKS = {
  clean: { upMs: 0.3, downMs: 0.3, jitterMs: () => 0 },
  wifi: { upMs: 12, downMs: 12, jitterMs: withSpikes(1.5, 0.05, 20) },
  wan: { upMs: 22, downMs: 22, jitterMs: withSpikes(2, 0.03, 30) },
  lte: { upMs: 45, downMs: 45, jitterMs: withSpikes(8, 0.05, 60) },
  bufferbloat: { upMs: 20, downMs: 20, jitterMs: withSpikes(40, 0, 0) },
  asymmetric: { upMs: 80, downMs: 40, jitterMs: withSpikes(3, 0, 0) },
} satisfies Record<string, Link>;

const BURST_PROBES = 8;
const BURST_INTERVAL_MS = 10_000;
/** The server rounds its timestamps down. */
const ROUNDING_MS = -0.5;

/** Simulates a device that probes for `durationMs`. Each second yields its estimate of server time minus server time. */
function measureErrors(
  { link, ppm, seed }: Device,
  durationMs: number,
): { atMs: number; errorMs: number; boundMs: number; driftPpm: number }[] {
  const random = seededRandom(seed);
  const localAt = (serverMs: number) => serverMs * (1 + ppm * 1e-6) - 5000;
  const startMs = 1_000_000;
  let probes: readonly ClockProbe[] = [];
  const errors = [];
  for (let burstMs = 0; burstMs < durationMs; burstMs += BURST_INTERVAL_MS) {
    for (let i = 0; i < BURST_PROBES; i++) {
      const sentMs = startMs + burstMs + i * 25 + random();
      const arrivedMs = sentMs + link.upMs + link.jitterMs(random);
      const receivedMs = arrivedMs + link.downMs + link.jitterMs(random);
      probes = addProbe(probes, {
        sentLocalMs: localAt(sentMs),
        serverMs: Math.floor(arrivedMs),
        receivedLocalMs: localAt(receivedMs),
      });
    }
    const estimate = estimateClock(probes);
    if (!estimate) continue;
    for (let waitMs = 500; waitMs < BURST_INTERVAL_MS; waitMs += 1000) {
      const nowMs = startMs + burstMs + waitMs;
      const { boundMs, driftPpm } = estimate;
      errors.push({ atMs: burstMs + waitMs, errorMs: toServerMs(estimate, localAt(nowMs)) - nowMs, boundMs, driftPpm });
    }
  }
  return errors;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

describe("clock estimate", () => {
  it("CL1 on a symmetric link the estimate is correct within its bound", () => {
    for (const link of [LINKS.clean, LINKS.wifi, LINKS.wan]) {
      const errors = [1, 2, 3, 4, 5].flatMap((seed) => measureErrors({ link, ppm: 0, seed }, 120_000));
      const covered = errors.filter(({ errorMs, boundMs }) => Math.abs(errorMs - ROUNDING_MS) <= boundMs);
      expect(covered.length / errors.length).toBeGreaterThan(0.9);
    }
  });

  it("CL2 an asymmetric link shifts the estimate by half the difference of its directions", () => {
    const errors = [1, 2, 3].flatMap((seed) => measureErrors({ link: LINKS.asymmetric, ppm: 0, seed }, 120_000));
    const expectedMs = (LINKS.asymmetric.upMs - LINKS.asymmetric.downMs) / 2 + ROUNDING_MS;
    expect(
      percentile(
        errors.map(({ errorMs }) => Math.abs(errorMs - expectedMs)),
        0.95,
      ),
    ).toBeLessThan(1.5);
  });

  it("CL2 a fast request is used although its reply was slow", () => {
    const probes: ClockProbe[] = [
      { sentLocalMs: 0, serverMs: 1010, receivedLocalMs: 110 },
      { sentLocalMs: 200, serverMs: 1300, receivedLocalMs: 310 },
      { sentLocalMs: 400, serverMs: 1500, receivedLocalMs: 510 },
      { sentLocalMs: 600, serverMs: 1610, receivedLocalMs: 710 },
    ];
    // the fastest request and the fastest reply took 10 ms each, although every round trip took at least 110 ms
    expect(estimateClock(probes)?.offsetMs).toBeCloseTo(1000, 0);
  });

  it("CL3 a clock that runs fast is detected", () => {
    const last = measureErrors({ link: LINKS.wifi, ppm: 100, seed: 7 }, 240_000).at(-1);
    expect(last?.driftPpm).toBeGreaterThan(-106);
    expect(last?.driftPpm).toBeLessThan(-94);
  });

  it("CL4 too few probes yield no estimate, invalid probes are ignored, old probes are dropped", () => {
    const probe = (sentLocalMs: number): ClockProbe => ({
      sentLocalMs,
      serverMs: sentLocalMs + 500,
      receivedLocalMs: sentLocalMs + 10,
    });
    const three = [0, 1, 2].reduce<readonly ClockProbe[]>((probes, n) => addProbe(probes, probe(n * 100)), []);
    expect(estimateClock(three)).toBeNull();
    expect(addProbe(three, { sentLocalMs: 50, serverMs: 0, receivedLocalMs: 40 })).toBe(three);
    expect(addProbe(three, { sentLocalMs: 50, serverMs: Number.NaN, receivedLocalMs: 60 })).toBe(three);
    expect(addProbe(three, probe(PROBE_WINDOW_MS + 5000))).toHaveLength(1);
  });

  it("CL7 a clock that stopped while the device slept is correct again after one burst", () => {
    const asleepMs = 600_000;
    let probes: readonly ClockProbe[] = [];
    const burst = (fromMs: number, offsetMs: number) => {
      for (let i = 0; i < BURST_PROBES; i++) {
        const sentLocalMs = fromMs + i * 25;
        probes = addProbe(probes, { sentLocalMs, serverMs: sentLocalMs + offsetMs + 10, receivedLocalMs: sentLocalMs + 20 });
      }
    };
    for (let at = 0; at < 60_000; at += BURST_INTERVAL_MS) burst(at, 5000);
    burst(61_000, 5000 + asleepMs);
    expect(probes).toHaveLength(BURST_PROBES);
    expect(estimateClock(probes)?.offsetMs).toBeCloseTo(5000 + asleepMs, 0);
  });

  it("CL5 server time and device time convert into each other", () => {
    const estimate = { offsetMs: 4321.5, driftPpm: 80, atLocalMs: 1e6, boundMs: 1, roundTripMs: 3 };
    for (const localMs of [0, 1e6, 5e6]) expect(toLocalMs(estimate, toServerMs(estimate, localMs))).toBeCloseTo(localMs, 6);
  });

  it.each([
    ["wifi", 0.6],
    ["wan", 0.7],
    ["lte", 1.5],
    ["bufferbloat", 6],
  ] as const)("CL6 two devices on %s agree within %d ms", (name, withinMs) => {
    const link = LINKS[name];
    const differencesMs = Array.from({ length: 20 }, (_, seed) => {
      const one = measureErrors({ link, ppm: 20, seed: seed * 2 + 1 }, 240_000);
      const other = measureErrors({ link, ppm: -15, seed: seed * 2 + 2 }, 240_000);
      return one.flatMap(({ atMs, errorMs }, i) => (atMs < 20_000 ? [] : [Math.abs(errorMs - (other[i]?.errorMs ?? 0))]));
    }).flat();
    expect(percentile(differencesMs, 0.95)).toBeLessThan(withinMs);
  });
});
