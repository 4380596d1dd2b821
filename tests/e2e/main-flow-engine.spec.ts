import { setTimeout as wait } from "node:timers/promises";
import { ENGINE_TITLES, type EngineName } from "#tests/engines/engine-browser.ts";
import { type EngineSession, openEngineSession } from "#tests/engines/engine-session.ts";
import * as flow from "#tests/engines/main-flow.ts";
import { skipWithoutEngines } from "#tests/engines/skip-without-engines.ts";
import {
  type ClickTimes,
  compareDevices,
  type DeviceComparison,
  formatDeviceComparison,
} from "#tests/sound-card/compare-devices.ts";
import { type DeviceSound, soundBetween } from "#tests/sound-card/device-sound.ts";
import { describeUnsteadiness, measureSteadiness } from "#tests/sound-card/steadiness.ts";
import { identifyClicks } from "#tests/support/click-probe.ts";
import { clickSamples, clickTimesMs } from "#tests/support/click-track.ts";
import { type StallMonitor, startStallMonitor } from "#tests/support/stall-monitor.ts";
import { followStalls, repeatAfterStalls } from "./repeat-after-stalls.ts";
import { expect, test } from "./test.ts";
import { SAMPLE_RATE, writeWavFile } from "./wav-files.ts";

/** Longer than an attempt at a section. Every further attempt begins near the start. */
const TRACK_SECONDS = 90;
/** The recorded time of a section, after the time to settle. */
const SETTLE_MS = 2000;
const MEASURE_MS = 6000;
/** Of about 12 clicks in this time. */
const CLICKS_MIN = 8;
/** A click is played where the seek bar shows the position, which it shows in whole seconds. */
const POSITION_TOLERANCE_MS = 1500;

/** One of two tracks, told apart by the seed of its clicks. */
const FIRST = 1;
const SECOND = 2;

/**
 * Each engine hosts once and listens as a guest once. `limitMs` is the greatest distance of a click in the last section. The
 * latency of WebKitGTK depends on how busy the machine was when its output started, and the sync badge says how uncertain it is.
 */
const PAIRS = [
  { host: "chromium", guest: "firefox", limitMs: 5 },
  { host: "firefox", guest: "webkit", limitMs: Number.POSITIVE_INFINITY },
  { host: "webkit", guest: "chromium", limitMs: Number.POSITIVE_INFINITY },
] as const;

for (const { host, guest, limitMs } of PAIRS) {
  const [hostTitle, guestTitle] = [ENGINE_TITLES[host], ENGINE_TITLES[guest]];
  test(`${hostTitle} registers, creates a room, uploads, plays, seeks and skips; a guest on ${guestTitle} plays in sync`, async () => {
    skipWithoutEngines([host, guest]);
    const session = await openEngineSession([host, guest]);
    const monitor = startStallMonitor();
    try {
      await playMainFlow(session, { monitor, limitMs });
    } finally {
      await monitor.stop();
      await session.close();
    }
  });
}

/** The part of the flow after an action. */
type Section = {
  readonly name: string;
  /** Of the track's clicks. */
  readonly seed: number;
  /** Runs before every attempt. */
  readonly act?: () => Promise<void>;
  /** The greatest distance of a click, if it is less than what the sync badges promise. */
  readonly limitMs?: number;
};

async function playMainFlow(session: EngineSession, options: { readonly monitor: StallMonitor; readonly limitMs: number }) {
  const { monitor, limitMs } = options;
  const [host, guest] = session.browsers;
  if (!host || !guest) throw new Error("two browsers are needed");
  const files = [FIRST, SECOND].map((seed) => writeWavFile(`clicks-${seed}`, [clickSamples(TRACK_SECONDS, SAMPLE_RATE, seed)]));
  await flow.register(host, test.info().project.use.baseURL ?? "", `u${Date.now().toString(36)}`);
  const roomUrl = await flow.createRoomWithFiles(host, "Three engines", files);
  monitor.takeStalls();

  await flow.pressPlay(host);
  await flow.listen(guest, roomUrl);
  const play: Playing = { session, monitor, roomUrl };
  await measureSection(play, { name: "from the start", seed: FIRST });
  await measureSection(play, { name: "after a seek", seed: FIRST, act: () => flow.seekToMiddle(host) });
  await flow.pressNext(host);
  await measureSection(play, { name: "in the next track", seed: SECOND, limitMs });
  for (const browser of session.browsers) {
    expect(await browser.consoleProblems(), `${browser.engine}'s console`).toEqual([]);
  }
}

type Playing = { readonly session: EngineSession; readonly monitor: StallMonitor; readonly roomUrl: string };

/**
 * Measures while the room plays on, and again if the machine stood still. The browsers then open the room again: a stall can
 * shift their sound for as long as their output is open, and their clocks do not show it.
 */
function measureSection({ session, monitor, roomUrl }: Playing, section: Section): Promise<void> {
  const takeStalls = followStalls(monitor);
  let attempts = 0;
  return repeatAfterStalls({
    async measure() {
      attempts += 1;
      if (attempts > 1) await startAgain(session, { monitor, roomUrl });
      const result = await recordSection(session, section);
      return { stalls: takeStalls(), result };
    },
    check: (recording) => checkRecording(recording, section),
  });
}

/** Opens the room again near the start of the track, once the machine is quiet. The track must not end meanwhile. */
async function startAgain({ browsers }: EngineSession, { monitor, roomUrl }: Omit<Playing, "session">): Promise<void> {
  const [host] = browsers;
  if (!host) throw new Error("a host is needed");
  await flow.pressPause(host);
  await monitor.untilQuiet();
  await flow.seekToStart(host);
  await flow.pressPlay(host);
  for (const browser of browsers) await flow.listen(browser, roomUrl);
  await flow.seekToStart(host);
  await monitor.untilQuiet();
}

/** The sound of one browser. */
type Played = { readonly engine: EngineName; readonly sound: DeviceSound; readonly clicks: ClickTimes };

type SectionRecording = {
  readonly played: readonly Played[];
  readonly comparison: DeviceComparison;
  /** Where the host's seek bar was. */
  readonly shown: { readonly atMs: number; readonly positionMs: number };
  /** The largest error, ms, that the sync badge of each browser named. */
  readonly boundsMs: readonly number[];
};

async function recordSection(session: EngineSession, { name, seed, act }: Section): Promise<SectionRecording> {
  const { browsers } = session;
  const [host, guest] = browsers;
  if (!host || !guest) throw new Error("two browsers are needed");
  await act?.();
  await flow.waitForSamePosition(host, guest);
  await flow.waitForSync(guest);
  await wait(SETTLE_MS);
  let shown = { atMs: 0, positionMs: 0 };
  const sounds = await session.recordDuring(async () => {
    shown = await flow.readPosition(host);
    await wait(MEASURE_MS);
  });
  const boundsMs = await Promise.all(browsers.map(async (browser) => (await flow.readShownBound(browser)) ?? 0));
  const played = sounds.map((all, device) => {
    const sound = soundBetween(all, shown.atMs, shown.atMs + MEASURE_MS);
    return {
      engine: browsers[device]?.engine ?? host.engine,
      sound,
      clicks: identifyClicks(sound.clicksMs, TRACK_SECONDS, seed),
    };
  });
  const [a, b] = played;
  const comparison = compareDevices(a?.clicks ?? new Map(), b?.clicks ?? new Map());
  const pair = `${host.engine} and ${guest.engine} ${name}`;
  console.log(`    ${pair}: ${formatDeviceComparison(comparison)}; shown: ± ${boundsMs.join(" and ± ")} ms`);
  return { played, comparison, shown, boundsMs };
}

/** Both browsers play steadily what the seek bar shows, no further apart than their sync badges say. */
function checkRecording({ played, comparison, shown, boundsMs }: SectionRecording, section: Section): void {
  const { name, seed, limitMs = Number.POSITIVE_INFINITY } = section;
  const timesMs = clickTimesMs(TRACK_SECONDS, seed);
  for (const { engine, sound, clicks } of played) {
    const details = describeSound(sound, { clicks, fromMs: shown.atMs });
    expect(clicks.size, `clicks of ${engine} ${name}: ${details}`).toBeGreaterThanOrEqual(CLICKS_MIN);
    expect(describeUnsteadiness(measureSteadiness(timesMs, clicks, sound)), `${engine} ${name}`).toBe("");
    for (const [index, ms] of clicks) {
      const aheadMs = (timesMs[index] ?? Number.NaN) - (shown.positionMs + (ms - shown.atMs));
      expect(Math.abs(aheadMs), `position of ${engine} ${name}, ${aheadMs} ms ahead`).toBeLessThan(POSITION_TOLERANCE_MS);
    }
  }
  const promisedMs = boundsMs.reduce((sum, ms) => sum + ms, 0);
  expect(comparison.maxMs, `the distance ${name}`).toBeLessThanOrEqual(Math.min(promisedMs, limitMs));
}

type PlayedClicks = { readonly clicks: ClickTimes; readonly fromMs: number };

/** When a device played clicks and when it was silent, in seconds after `fromMs`, and how many of its clicks were identified. */
function describeSound(sound: DeviceSound, { clicks, fromMs }: PlayedClicks): string {
  const seconds = (times: readonly number[]) => times.map((ms) => ((ms - fromMs) / 1000).toFixed(1)).join(" ") || "none";
  return `at ${seconds(sound.clicksMs)} (identified: ${clicks.size}), silences at ${seconds(sound.silencesMs)}`;
}
