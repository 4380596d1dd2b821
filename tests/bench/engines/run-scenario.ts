import { type ChromiumBrowser, isChromium } from "#tests/engines/chromium.ts";
import { type EngineSession, openEngineSession } from "#tests/engines/engine-session.ts";
import { readBoundsDuring } from "#tests/engines/read-bounds.ts";
import { compareDevices } from "#tests/sound-card/compare-devices.ts";
import { type CpuShares, cpuSharesBetween, readCpuTime } from "#tests/sound-card/cpu-time.ts";
import { type DeviceSound, soundBetween } from "#tests/sound-card/device-sound.ts";
import { type ShownBounds, shareOutsideBounds } from "#tests/sound-card/shown-bounds.ts";
import { describeUnsteadiness, measureSteadiness } from "#tests/sound-card/steadiness.ts";
import { identifyClicks } from "#tests/support/click-probe.ts";
import { clickTimesMs } from "#tests/support/click-track.ts";
import { clickFile } from "../track-files.ts";
import { type BenchRoom, type BenchServer, createBenchRoom } from "./bench-room.ts";
import type { RunFigures, Scenario, Settled } from "./scenario.ts";

export type Run = {
  readonly figures: RunFigures;
  readonly cpu: CpuShares;
  /** One line for each device that did not play steadily. */
  readonly faults: readonly string[];
  readonly versions: readonly string[];
};

/** Longer than any run, so that a track ends only where a scenario wants it. */
const TRACK_SEC = 150;
const FIRST = 1;
const SECOND = 2;
const FIRST_SECOND_MS = 1000;
const LATE_MS = 10_000;

/** Plays the scenario once and measures this many seconds, from pressing play or from the time at which its goals hold. */
export async function runScenario(scenario: Scenario, server: BenchServer, seconds: number): Promise<Run> {
  const firstSec = scenario.firstTrackSec ?? TRACK_SEC;
  const room = await createBenchRoom(server, [clickFile("flac", firstSec, FIRST), clickFile("flac", TRACK_SEC, SECOND)]);
  const session = await openEngineSession(scenario.engines);
  try {
    await room.open(session.browsers);
    await slowDown(session, scenario.slowdown);
    const { sounds, settled, cpu, bounds } = await record(scenario, { room, session, seconds });
    const trackSec = settled.seed === FIRST ? firstSec : TRACK_SEC;
    return {
      ...measure(sounds, { settled, trackSec, bounds }),
      cpu,
      versions: session.browsers.map(({ engine, version }) => `${engine} ${version}`),
    };
  } finally {
    await session.close();
    room.link.close();
  }
}

async function slowDown({ browsers }: EngineSession, times = 1): Promise<void> {
  const slowed: readonly ChromiumBrowser[] = times === 1 ? [] : browsers.filter(isChromium);
  for (const browser of slowed) await browser.slowDown(times);
}

type Recording = { readonly room: BenchRoom; readonly session: EngineSession; readonly seconds: number };

async function record(scenario: Scenario, { room, session, seconds }: Recording) {
  const listening = scenario.isSecondLate ? 1 : scenario.engines.length;
  let settled: Settled = { fromMs: 0, seed: FIRST };
  let before = readCpuTime();
  let bounds: readonly ShownBounds[] = [];
  const play = async () => {
    const playedAtMs = Date.now();
    await room.play();
    settled = (await scenario.act?.(room)) ?? { fromMs: playedAtMs, seed: FIRST };
    const restMs = playedAtMs + seconds * 1000 - Date.now();
    await room.wait(Math.max(restMs / 1000, scenario.act ? AFTER_SEC : 0));
  };
  const sounds = await session.recordDuring(async () => {
    for (let device = 0; device < listening; device++) await room.listen(device);
    await room.wait(scenario.listenSec);
    before = readCpuTime();
    bounds = await readBoundsDuring(session.browsers, play);
  });
  return { sounds, settled, bounds, cpu: cpuSharesBetween(before, readCpuTime()) };
}

/** Measured at least after the last action. */
const AFTER_SEC = 15;

type Measured = { readonly settled: Settled; readonly trackSec: number; readonly bounds: readonly ShownBounds[] };

function measure(sounds: readonly DeviceSound[], { settled: { fromMs, seed }, trackSec, bounds }: Measured) {
  const timesMs = clickTimesMs(trackSec, seed);
  const clicksFrom = (startMs: number) =>
    sounds.map((sound) => identifyClicks(soundBetween(sound, startMs, Number.POSITIVE_INFINITY).clicksMs, trackSec, seed));
  const firstClickMs = Math.min(...clicksFrom(fromMs).flatMap((clicks) => [...clicks.values()]));
  const steadyFromMs = firstClickMs + FIRST_SECOND_MS;
  const steadiness = clicksFrom(steadyFromMs).map((clicks, device) => {
    const sound = soundBetween(sounds[device] ?? { clicksMs: [], silences: [] }, steadyFromMs, Number.POSITIVE_INFINITY);
    return measureSteadiness(timesMs, clicks, sound);
  });
  const pairFrom = (startMs: number) => {
    const [a = new Map(), b = new Map()] = clicksFrom(startMs);
    return [a, b] as const;
  };
  const faults = steadiness.flatMap((device, i) => {
    const text = device.clicks === 0 ? "silent" : describeUnsteadiness(device);
    return text ? [`device ${i + 1}: ${text}`] : [];
  });
  const count = steadiness.map(({ clicks, jumps, silences, missing }) =>
    clicks === 0 ? Number.NaN : jumps.length + silences + missing,
  );
  const figures: RunFigures = {
    comparison: compareDevices(...pairFrom(fromMs)),
    late: compareDevices(...pairFrom(firstClickMs + LATE_MS)),
    outsidePercent: shareOutsideBounds(...pairFrom(fromMs), bounds),
    faults: count.reduce((sum, faultCount) => sum + faultCount, 0),
  };
  return { figures, faults };
}
