import { setTimeout as wait } from "node:timers/promises";
import { ENGINE_TITLES, type EngineBrowser, type EngineName } from "#tests/engines/engine-browser.ts";
import { openEngineSession } from "#tests/engines/engine-session.ts";
import * as flow from "#tests/engines/main-flow.ts";
import { skipWithoutEngines } from "#tests/engines/skip-without-engines.ts";
import { compareDevices, type DeviceComparison, formatDeviceComparison } from "#tests/sound-card/compare-devices.ts";
import { type DeviceSound, soundBetween } from "#tests/sound-card/device-sound.ts";
import { describeUnsteadiness, measureSteadiness } from "#tests/sound-card/steadiness.ts";
import { identifyClicks } from "#tests/support/click-probe.ts";
import { clickSamples, clickTimesMs } from "#tests/support/click-track.ts";
import { startStallMonitor } from "#tests/support/stall-monitor.ts";
import { repeatAfterStalls } from "./repeat-after-stalls.ts";
import { expect, test } from "./test.ts";
import { SAMPLE_RATE, writeWavFile } from "./wav-files.ts";

const TRACK_SECONDS = 60;
/** The recorded time between two actions, after the time to settle. */
const SETTLE_MS = 2000;
const MEASURE_MS = 6000;
/** Of about 12 clicks in this time. */
const CLICKS_MIN = 8;
/** A click is played where the seek bar shows the position, which it shows in whole seconds. */
const POSITION_TOLERANCE_MS = 1500;

/** One of two tracks, told apart by the seed of its clicks. */
const FIRST = 1;
const SECOND = 2;

/** Each engine hosts once and listens as a guest once. `limitMs` is the greatest distance of a click. */
const PAIRS = [
  { host: "chromium", guest: "firefox", limitMs: 5 },
  { host: "firefox", guest: "webkit", limitMs: 15 },
  { host: "webkit", guest: "chromium", limitMs: 15 },
] as const;

for (const { host, guest, limitMs } of PAIRS) {
  const [hostTitle, guestTitle] = [ENGINE_TITLES[host], ENGINE_TITLES[guest]];
  test(`${hostTitle} registers, creates a room, uploads, plays, seeks and skips; a guest on ${guestTitle} plays in sync`, async () => {
    skipWithoutEngines([host, guest]);
    const files = [FIRST, SECOND].map((seed) =>
      writeWavFile(`clicks-${seed}`, [clickSamples(TRACK_SECONDS, SAMPLE_RATE, seed)]),
    );
    await repeatAfterStalls({
      measure: () => playMainFlow([host, guest], files),
      check: (sections) => {
        for (const section of sections) checkSection(section, { host, guest, limitMs });
      },
    });
  });
}

/** The sound of both browsers of one track between two actions, and where the host's seek bar was. */
type Section = {
  readonly name: string;
  readonly seed: number;
  readonly sounds: readonly DeviceSound[];
  readonly shown: { readonly atMs: number; readonly positionMs: number };
};

async function playMainFlow(engines: readonly [EngineName, EngineName], files: readonly string[]) {
  const session = await openEngineSession(engines);
  const [host, guest] = session.browsers;
  try {
    if (!host || !guest) throw new Error("two browsers are needed");
    await flow.register(host, test.info().project.use.baseURL ?? "", `u${Date.now().toString(36)}`);
    const roomUrl = await flow.createRoomWithFiles(host, "Three engines", files);
    const marks: Omit<Section, "sounds">[] = [];
    const stalls: string[] = [];
    const sounds = await session.recordDuring(async () => {
      const mark = async (name: string, seed: number) => {
        await flow.waitForSync(guest);
        await wait(SETTLE_MS);
        const monitor = startStallMonitor();
        marks.push({ name, seed, shown: await flow.readPosition(host) });
        await wait(MEASURE_MS);
        stalls.push(...(await monitor.stop()));
      };
      await flow.pressPlay(host);
      await flow.listen(guest, roomUrl);
      await mark("from the start", FIRST);
      await flow.seekToMiddle(host);
      await mark("after a seek", FIRST);
      await flow.pressNext(host);
      await mark("in the next track", SECOND);
    });
    await expectNoProblems(session.browsers);
    return { stalls, result: marks.map((mark) => cutSection(mark, sounds)) };
  } finally {
    await session.close();
  }
}

function cutSection(mark: Omit<Section, "sounds">, sounds: readonly DeviceSound[]): Section {
  const { atMs } = mark.shown;
  return { ...mark, sounds: sounds.map((sound) => soundBetween(sound, atMs, atMs + MEASURE_MS)) };
}

async function expectNoProblems(browsers: readonly EngineBrowser[]): Promise<void> {
  for (const browser of browsers) expect(await browser.consoleProblems(), `${browser.engine}'s console`).toEqual([]);
}

type Limits = { readonly host: EngineName; readonly guest: EngineName; readonly limitMs: number };

function checkSection({ name, seed, sounds, shown }: Section, { host, guest, limitMs }: Limits): void {
  const timesMs = clickTimesMs(TRACK_SECONDS, seed);
  const played = sounds.map(({ clicksMs }) => identifyClicks(clicksMs, TRACK_SECONDS, seed));
  const [a = new Map(), b = new Map()] = played;
  const comparison: DeviceComparison = compareDevices(a, b);
  console.log(`    ${host} and ${guest} ${name}: ${formatDeviceComparison(comparison)}`);
  for (const [device, engine] of [host, guest].entries()) {
    const clicks = played[device] ?? new Map();
    expect(clicks.size, `clicks of ${engine} ${name}`).toBeGreaterThanOrEqual(CLICKS_MIN);
    const steadiness = measureSteadiness(timesMs, clicks, sounds[device] ?? { clicksMs: [], silencesMs: [] });
    expect(describeUnsteadiness(steadiness), `${engine} ${name}`).toBe("");
    for (const [index, ms] of clicks) {
      const shownMs = shown.positionMs + (ms - shown.atMs);
      expect(Math.abs((timesMs[index] ?? Number.NaN) - shownMs), `position of ${engine} ${name}`).toBeLessThan(
        POSITION_TOLERANCE_MS,
      );
    }
  }
  expect(comparison.maxMs, `${host} and ${guest} ${name}`).toBeLessThan(limitMs);
}
