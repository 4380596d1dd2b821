import { expect, it } from "vitest";
import { OutputClock } from "#app/audio/output-clock.ts";
import { toContextSec } from "#app/domain/sync/output-estimate.ts";
import type { SoundRoute } from "#app/domain/sync/sound-route.ts";

type Timing = ConstructorParameters<typeof OutputClock>[0]["context"];

const START_MS = 1000;
const LATENCY_SEC = 0.04;

/** A clock on an output that starts at `START_MS`, read every 20 ms. */
function createClock(
  describe: (contextSec: number, localMs: number) => Partial<Timing>,
  { route = "direct" }: { readonly route?: SoundRoute } = {},
) {
  let localMs = START_MS;
  const state = { latencyRequests: 0 };
  const context = new Proxy({} as Timing, {
    get(_target, name: keyof Timing) {
      const contextSec = (localMs - START_MS) / 1000;
      if (name === "outputLatency") state.latencyRequests += 1;
      const timing = { currentTime: contextSec, baseLatency: 0.01, outputLatency: 0, ...describe(contextSec, localMs) };
      return timing[name as "currentTime"];
    },
  });
  const clock = new OutputClock({ context, route, localNowMs: () => localMs, mediaSec: () => null });
  const runUntil = (endMs: number, stepMs = 20): void => {
    for (; localMs < endMs; localMs += stepMs) clock.sample();
  };
  return { clock, state, runUntil };
}

it("OC3 an output that reports zeros is used after 3 s, with an assumed latency", () => {
  const { clock, runUntil } = createClock(() => ({ getOutputTimestamp: () => ({ contextTime: 0, performanceTime: 0 }) }));
  runUntil(START_MS + 2900);
  expect(clock.estimate).toBeNull();
  runUntil(START_MS + 4500);
  expect(clock.estimate).toMatchObject({ isLatencyKnown: false });
});

it("OC8 a browser without timestamps is used at once", () => {
  const { clock, runUntil } = createClock(() => ({ outputLatency: LATENCY_SEC }));
  runUntil(START_MS + 1500);
  expect(clock.estimate).toMatchObject({ isLatencyKnown: true, latencyMs: LATENCY_SEC * 1000 });
  expect(clock.estimate && toContextSec(clock.estimate, START_MS + 1500)).toBeCloseTo(1.5 - LATENCY_SEC, 3);
});

it("OC12 through a media element, neither timestamps nor latency are believed", () => {
  const { clock, runUntil } = createClock(
    (contextSec, localMs) => ({
      outputLatency: LATENCY_SEC,
      getOutputTimestamp: () => ({ contextTime: contextSec - LATENCY_SEC, performanceTime: localMs }),
    }),
    { route: "media-element" },
  );
  runUntil(START_MS + 3000);
  expect(clock.estimate).toMatchObject({ isLatencyKnown: false });
});

it("OC3 a browser whose timestamps run at double speed is not examined again after a restart", () => {
  const { clock, runUntil } = createClock((contextSec, localMs) => ({
    getOutputTimestamp: () => ({ contextTime: contextSec, performanceTime: localMs + contextSec * 1000 }),
  }));
  runUntil(START_MS + 1000);
  expect(clock.estimate).toBeNull();
  runUntil(START_MS + 2500);
  expect(clock.estimate).toMatchObject({ isLatencyKnown: false, latencyMs: 75 });
  clock.forget();
  expect(clock.estimate).toBeNull();
  runUntil(START_MS + 3000);
  expect(clock.estimate).toMatchObject({ isLatencyKnown: false, latencyMs: 75 });
});

it("an output settles for 25 s after each start", () => {
  const { clock, runUntil } = createClock(() => ({ outputLatency: LATENCY_SEC }));
  expect(clock.isSettling).toBe(true);
  runUntil(START_MS + 24_900);
  expect(clock.isSettling).toBe(true);
  runUntil(START_MS + 25_200);
  expect(clock.isSettling).toBe(false);
  clock.reset();
  expect(clock.isSettling).toBe(true);
});

/** Blocks of 21 ms, and a latency that is subtracted from both times, as in Firefox. */
const cancelLatency = (contextSec: number, localMs: number): Partial<Timing> => {
  const currentTime = Math.floor(contextSec / 0.021) * 0.021;
  return {
    currentTime,
    baseLatency: 0,
    outputLatency: LATENCY_SEC,
    getOutputTimestamp: () => ({ contextTime: currentTime - LATENCY_SEC, performanceTime: localMs - LATENCY_SEC * 1000 }),
  };
};

it("OC4 a browser without base latency is not asked for its latency before the output has settled, and plays meanwhile", () => {
  const { clock, state, runUntil } = createClock(cancelLatency);
  runUntil(START_MS + 11_900, 6);
  expect(state.latencyRequests).toBe(0);
  expect(clock.estimate).toMatchObject({ isLatencyKnown: false, latencyMs: 50 });
  runUntil(START_MS + 12_500, 6);
  expect(clock.estimate).toMatchObject({ isLatencyKnown: true, latencyMs: LATENCY_SEC * 1000 });
  expect(clock.estimate && toContextSec(clock.estimate, START_MS + 12_500)).toBeCloseTo(12.5 - LATENCY_SEC, 1);
});

it("OC4 after a restart of the same output, the latency is known at once, and asked for again only for another output", () => {
  const { clock, runUntil } = createClock(cancelLatency);
  runUntil(START_MS + 20_000, 6);
  const before = clock.estimate && toContextSec(clock.estimate, START_MS + 20_000);
  // again before the restart is measured
  for (const endMs of [20_030, 21_000]) {
    clock.reset();
    expect(clock.estimate).toBeNull();
    runUntil(START_MS + endMs, 6);
  }
  expect(clock.estimate).toMatchObject({ isLatencyKnown: true });
  const after = clock.estimate && toContextSec(clock.estimate, START_MS + 20_000);
  expect(Math.abs((after ?? 0) - (before ?? 1)) * 1000).toBeLessThan(6);
  clock.forget();
  runUntil(START_MS + 22_000, 6);
  expect(clock.estimate).toMatchObject({ isLatencyKnown: false, latencyMs: 50 });
});

it("OC4 it is asked 8 s after the page was busy", () => {
  const { state, runUntil } = createClock(cancelLatency);
  runUntil(START_MS + 10_000, 6);
  runUntil(START_MS + 10_080, 80);
  runUntil(START_MS + 17_900, 6);
  expect(state.latencyRequests).toBe(0);
  runUntil(START_MS + 18_500, 6);
  expect(state.latencyRequests).toBeGreaterThan(0);
});

it("OC4 on a page that is always busy, it is asked after 40 s", () => {
  const { state, runUntil } = createClock(cancelLatency);
  runUntil(START_MS + 39_900, 70);
  expect(state.latencyRequests).toBe(0);
  runUntil(START_MS + 41_500, 7);
  expect(state.latencyRequests).toBeGreaterThan(0);
});
