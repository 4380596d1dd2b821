import { describe, expect, it } from "vitest";
import {
  addProbe,
  type ClockProbe,
  estimateClock,
  joinProbes,
  PROBE_WINDOW_MS,
  toLocalMs,
  toServerMs,
} from "#app/domain/sync/clock-sync.ts";
import {
  CLOCK_LINKS,
  type ClockLink,
  type ClockSample,
  ROUNDING_MS,
  type SimulatedDevice,
  simulateListener,
} from "#tests/support/clock-links.ts";
import { percentile } from "#tests/support/percentile.ts";

const measureErrors = (device: SimulatedDevice, durationMs: number) => simulateListener(device).measure(durationMs);

/** The share of the samples whose error, without a known part, is within the bound. */
function coverage(samples: readonly ClockSample[], knownErrorMs: number): number {
  const covered = samples.filter(({ errorMs, estimate }) => Math.abs(errorMs - knownErrorMs) <= estimate.boundMs);
  return covered.length / samples.length;
}

const measureMany = (link: ClockLink, durationMs: number) =>
  [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) => measureErrors({ link, ppm: 0, seed }, durationMs));

/** Probes of a symmetric link without jitter. */
function probesOf({ fromMs, offsetMs, count }: { fromMs: number; offsetMs: number; count: number }): readonly ClockProbe[] {
  return Array.from({ length: count }, (_, i) => {
    const sentLocalMs = fromMs + i * 24.3;
    return { sentLocalMs, serverMs: Math.floor(sentLocalMs + offsetMs + 10), receivedLocalMs: sentLocalMs + 20 };
  });
}

describe("clock estimate", () => {
  it("CL1 on a symmetric link the estimate is correct within its bound", () => {
    for (const link of [CLOCK_LINKS.clean, CLOCK_LINKS.wifi, CLOCK_LINKS.wan, CLOCK_LINKS.lte]) {
      expect(coverage(measureMany(link, 120_000), ROUNDING_MS)).toBeGreaterThan(0.95);
    }
  });

  it("CL2 an asymmetric link shifts the estimate by half the difference of its directions", () => {
    const expectedMs = (80 - 40) / 2 + ROUNDING_MS;
    expect(coverage(measureMany(CLOCK_LINKS.asymmetric, 120_000), expectedMs)).toBeGreaterThan(0.95);
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
    const last = measureErrors({ link: CLOCK_LINKS.wifi, ppm: 100, seed: 7 }, 240_000).at(-1);
    expect(last?.estimate.driftPpm).toBeGreaterThan(-103);
    expect(last?.estimate.driftPpm).toBeLessThan(-97);
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

  it("CL5 server time and device time convert into each other", () => {
    const estimate = { offsetMs: 4321.5, driftPpm: 80, atLocalMs: 1e6, boundMs: 1, asymmetryMs: 1.5, roundTripMs: 3 };
    for (const localMs of [0, 1e6, 5e6]) expect(toLocalMs(estimate, toServerMs(estimate, localMs))).toBeCloseTo(localMs, 6);
  });

  it.each([
    ["wifi", 0.6],
    ["wan", 0.7],
    ["lte", 1.5],
    ["bufferbloat", 6],
  ] as const)("CL6 two devices on %s agree within %d ms", (name, withinMs) => {
    const link = CLOCK_LINKS[name];
    const differencesMs = Array.from({ length: 20 }, (_, seed) => {
      const one = measureErrors({ link, ppm: 20, seed: seed * 2 + 1 }, 240_000);
      const errorAt = new Map(
        measureErrors({ link, ppm: -15, seed: seed * 2 + 2 }, 240_000).map(({ atMs, errorMs }) => [atMs, errorMs]),
      );
      return one.flatMap(({ atMs, errorMs }) => (atMs < 20_000 ? [] : [Math.abs(errorMs - (errorAt.get(atMs) ?? 0))]));
    }).flat();
    expect(percentile(differencesMs, 0.95)).toBeLessThan(withinMs);
  });

  it("CL7 a clock that stopped while the device slept is correct again after one burst", () => {
    const asleepMs = 600_000;
    const before = probesOf({ fromMs: 0, offsetMs: 5000, count: 40 });
    const after = probesOf({ fromMs: 61_000, offsetMs: 5000 + asleepMs, count: 6 });
    const probes = [...before, ...after].reduce<readonly ClockProbe[]>(addProbe, []);
    expect(probes).toHaveLength(after.length);
    expect(estimateClock(probes)?.offsetMs).toBeCloseTo(5000 + asleepMs, 0);
  });

  it("CL8 after a restart of the server, earlier probes count unless its clock differs", () => {
    const earlier = probesOf({ fromMs: 0, offsetMs: 5000, count: 40 });
    const same = probesOf({ fromMs: 60_000, offsetMs: 5000, count: 4 });
    const other = probesOf({ fromMs: 60_000, offsetMs: 5008, count: 4 });
    expect(joinProbes(earlier, same)).toHaveLength(44);
    expect(joinProbes(earlier, other)).toBe(other);
    expect(joinProbes(earlier, other.slice(0, 3))).toHaveLength(43);
    expect(joinProbes([], same)).toEqual(same);
  });

  it("CL9 what no probe can observe is within the stated asymmetry", () => {
    for (const link of [CLOCK_LINKS.asymmetric, CLOCK_LINKS.unevenLte]) {
      for (const { errorMs, estimate } of measureMany(link, 60_000)) {
        expect(Math.abs(errorMs - ROUNDING_MS)).toBeLessThanOrEqual(estimate.asymmetryMs + estimate.boundMs);
      }
    }
  });

  it("CL9 jitter of one direction widens the bound", () => {
    const even: ClockLink = { upMs: CLOCK_LINKS.wifi.upMs, downMs: CLOCK_LINKS.wifi.downMs };
    const uneven: ClockLink = { upMs: CLOCK_LINKS.wifi.upMs, downMs: CLOCK_LINKS.bufferbloat.downMs };
    const boundMs = (link: ClockLink) => measureErrors({ link, ppm: 0, seed: 3 }, 60_000).at(-1)?.estimate.boundMs ?? 0;
    expect(boundMs(uneven)).toBeGreaterThan(2 * boundMs(even));
  });
});
