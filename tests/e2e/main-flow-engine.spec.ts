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

/** Each engine hosts once and listens as a guest once. `limitMs` is the greatest distance of a click in the last section. */
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
        for (const section of sections) checkSection(section, [host, guest]);
        expect(sections.at(-1)?.comparison.maxMs, `${hostTitle} and ${guestTitle} at the end`).toBeLessThan(limitMs);
      },
    });
  });
}

/** A part of the recording between two actions, in which one track plays. */
type Mark = {
  readonly name: string;
  readonly seed: number;
  /** Where the host's seek bar was. */
  readonly shown: { readonly atMs: number; readonly positionMs: number };
  /** The largest error, ms, that the sync badge of each browser named. */
  readonly boundsMs: readonly number[];
};

/** With the sound of both browsers. */
type Section = Mark & { readonly sounds: readonly DeviceSound[]; readonly comparison: DeviceComparison };

async function playMainFlow(engines: readonly [EngineName, EngineName], files: readonly string[]) {
  const session = await openEngineSession(engines);
  const [host, guest] = session.browsers;
  try {
    if (!host || !guest) throw new Error("two browsers are needed");
    await flow.register(host, test.info().project.use.baseURL ?? "", `u${Date.now().toString(36)}`);
    const roomUrl = await flow.createRoomWithFiles(host, "Three engines", files);
    const marks: Mark[] = [];
    const monitor = startStallMonitor();
    const sounds = await session.recordDuring(async () => {
      const mark = async (name: string, seed: number) => {
        await flow.waitForSync(guest);
        await wait(SETTLE_MS);
        const shown = await flow.readPosition(host);
        await wait(MEASURE_MS);
        const boundsMs = await Promise.all(session.browsers.map(async (browser) => (await flow.readShownBound(browser)) ?? 0));
        marks.push({ name, seed, shown, boundsMs });
      };
      await flow.pressPlay(host);
      await flow.listen(guest, roomUrl);
      await mark("from the start", FIRST);
      await flow.seekToMiddle(host);
      await mark("after a seek", FIRST);
      await flow.pressNext(host);
      await mark("in the next track", SECOND);
    });
    const stalls = await monitor.stop();
    await expectNoProblems(session.browsers);
    return { stalls, result: marks.map((mark) => cutSection(mark, sounds)) };
  } finally {
    await session.close();
  }
}

function cutSection(mark: Mark, all: readonly DeviceSound[]): Section {
  const { atMs } = mark.shown;
  const sounds = all.map((sound) => soundBetween(sound, atMs, atMs + MEASURE_MS));
  const [a = new Map(), b = new Map()] = sounds.map(({ clicksMs }) => identifyClicks(clicksMs, TRACK_SECONDS, mark.seed));
  return { ...mark, sounds, comparison: compareDevices(a, b) };
}

async function expectNoProblems(browsers: readonly EngineBrowser[]): Promise<void> {
  for (const browser of browsers) expect(await browser.consoleProblems(), `${browser.engine}'s console`).toEqual([]);
}

/** Both browsers play steadily what the seek bar shows, no further apart than their sync badges say. */
function checkSection({ name, seed, sounds, shown, boundsMs, comparison }: Section, engines: readonly EngineName[]): void {
  const pair = `${engines.join(" and ")} ${name}`;
  console.log(`    ${pair}: ${formatDeviceComparison(comparison)}; shown: ± ${boundsMs.join(" and ± ")} ms`);
  const timesMs = clickTimesMs(TRACK_SECONDS, seed);
  for (const [device, engine] of engines.entries()) {
    const sound = sounds[device] ?? { clicksMs: [], silencesMs: [] };
    const clicks = identifyClicks(sound.clicksMs, TRACK_SECONDS, seed);
    expect(clicks.size, `clicks of ${engine} ${name}`).toBeGreaterThanOrEqual(CLICKS_MIN);
    expect(describeUnsteadiness(measureSteadiness(timesMs, clicks, sound)), `${engine} ${name}`).toBe("");
    for (const [index, ms] of clicks) {
      const aheadMs = (timesMs[index] ?? Number.NaN) - (shown.positionMs + (ms - shown.atMs));
      expect(Math.abs(aheadMs), `position of ${engine} ${name}, ${aheadMs} ms ahead`).toBeLessThan(POSITION_TOLERANCE_MS);
    }
  }
  const boundMs = boundsMs.reduce((sum, ms) => sum + ms, 0);
  expect(comparison.maxMs, pair).toBeLessThanOrEqual(boundMs);
}
