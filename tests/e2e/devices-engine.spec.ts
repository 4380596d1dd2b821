import { setTimeout as wait } from "node:timers/promises";
import type { SpeakerRole } from "#app/domain/devices/device.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { ENGINE_TITLES, ENGINES, type EngineBrowser } from "#tests/engines/engine-browser.ts";
import { clickTarget, openPage, waitFor, waitForText } from "#tests/engines/engine-page.ts";
import { type EngineSession, openEngineSession } from "#tests/engines/engine-session.ts";
import { pressListen, waitForLatency, waitForSync } from "#tests/engines/main-flow.ts";
import { skipWithoutEngines } from "#tests/engines/skip-without-engines.ts";
import type { CardRecording } from "#tests/sound-card/card-recorder.ts";
import { measureTone } from "#tests/sound-card/tones.ts";
import { type StallMonitor, startStallMonitor } from "#tests/support/stall-monitor.ts";
import { LEFT_HZ, RIGHT_HZ, toneSamples } from "#tests/support/tone-track.ts";
import { followStalls, repeatAfterStalls } from "./repeat-after-stalls.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { SAMPLE_RATE, writeWavFile } from "./wav-files.ts";

const TRACK_SECONDS = 60;
const RECORD_MS = 4000;
/** Of a recording, s: away from its ends. */
const FROM_SEC = 1;
const WINDOW_SEC = 1;
/** A role leaves this much of what it does not play, at most. */
const REST_DB = -40;
/** The peak of a beat is −12 dBFS. */
const BEAT_LEVEL = 0.1;
const QUIET_MS = 200;
const LOG = "What happened on this device";
const CORRECTION = "Timing corrected";

for (const engine of ENGINES) {
  test(`${ENGINE_TITLES[engine]} plays its role, and the metronome in place of the music`, async ({ request, baseURL }) => {
    skipWithoutEngines([engine]);
    const mira = await createUser(request, baseURL);
    const planes = [LEFT_HZ, RIGHT_HZ].map((hz) => toneSamples(hz, TRACK_SECONDS, SAMPLE_RATE));
    const { id, url } = await mira.createRoom("Roles", [writeWavFile("tones", planes)]);
    await mira.call("mutation", "rooms.command", { id, command: { type: "repeat", repeat: "all" } });
    await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
    const session = await openEngineSession([engine]);
    const monitor = startStallMonitor();
    try {
      await checkDevice({ session, monitor }, `${baseURL}/room/${url}`);
    } finally {
      await monitor.stop();
      await session.close();
    }
  });
}

type Playing = { readonly session: EngineSession; readonly monitor: StallMonitor };

async function checkDevice(playing: Playing, roomUrl: string): Promise<void> {
  const [browser] = playing.session.browsers;
  if (!browser) throw new Error("one browser is needed");
  await listenInRole(browser, roomUrl, "left");
  await checkRecording(playing, checkLeft);
  await listenInRole(browser, roomUrl, "low");
  await checkRecording(playing, checkLow);
  await waitForLatency(browser);
  await clickTarget(browser, { role: "button", name: "Devices" });
  await clickTarget(browser, { role: "button", name: "Metronome" });
  await waitForText(browser, "Stop the metronome");
  await clickTarget(browser, { role: "button", name: LOG });
  // a real pause: the first beat sounds after it
  await wait(deviceLimits.soundLeadMs);
  await checkRecording(playing, checkBeats, () => countCorrections(browser));
  expect(await browser.consoleProblems(), `${browser.engine}'s console`).toEqual([]);
}

/**
 * Records the device, and again if it does not sound right and the machine stood still, or the device has corrected its output, which it
 * does in the first seconds after a start.
 */
function checkRecording(
  { session, monitor }: Playing,
  check: (recording: CardRecording) => void,
  readCorrections = async () => 0,
): Promise<void> {
  const takeStalls = followStalls(monitor);
  return repeatAfterStalls({
    async measure() {
      const before = await readCorrections();
      const recorder = await session.card.record();
      await wait(RECORD_MS);
      const result = await recorder.stop();
      const corrections = (await readCorrections()) - before;
      return { stalls: [...takeStalls(), ...(corrections > 0 ? ["the device corrected its output"] : [])], result };
    },
    check,
  });
}

/** The corrections of the output in the device's log, which must be open. */
function countCorrections(browser: EngineBrowser): Promise<number> {
  const log = `document.querySelector('ul[aria-label="${LOG}"]')`;
  return browser.evaluate<number>(`(${log}?.innerText ?? "").split("${CORRECTION}").length - 1`);
}

function checkLeft(recording: CardRecording): void {
  const { left, right } = measureTones(recording);
  for (const side of [left, right]) {
    expect(toDb(side.rightHz / side.leftHz)).toBeLessThan(REST_DB);
    expect(Math.abs(toDb(side.leftHz / left.leftHz))).toBeLessThan(1);
  }
}

function checkLow(recording: CardRecording): void {
  const { left } = measureTones(recording);
  expect(toDb(left.highHz / left.lowHz)).toBeLessThan(REST_DB);
  expect(left.lowHz).toBeGreaterThan(0.01);
}

function checkBeats({ devices, sampleRate }: CardRecording): void {
  const beatsMs = findBeats(devices[0] ?? new Float32Array(0), sampleRate);
  expect(beatsMs.length).toBeGreaterThanOrEqual(5);
  const gapsMs = beatsMs.slice(1).map((ms, i) => ms - (beatsMs[i] ?? 0));
  for (const gapMs of gapsMs) expect(Math.abs(gapMs - deviceLimits.beatMs)).toBeLessThan(5);
}

/** Opens the room again with this stored role, and starts the sound. */
async function listenInRole(browser: EngineBrowser, roomUrl: string, role: SpeakerRole): Promise<void> {
  await openPage(browser, roomUrl);
  await browser.evaluate(`localStorage.setItem("device-settings", ${JSON.stringify(JSON.stringify({ role }))})`);
  await openPage(browser, roomUrl);
  await pressListen(browser);
  await waitForSync(browser);
  await waitFor(browser, `JSON.parse(localStorage.getItem("device-settings")).role === "${role}"`);
}

/** The levels of one output. */
type Levels = {
  /** Of a tone of the left and of the right channel. */
  readonly leftHz: number;
  readonly rightHz: number;
  /** Of the left channel's tones below the crossover and above it. */
  readonly lowHz: number;
  readonly highHz: number;
};

function measureTones({ devices, rightChannels, sampleRate }: CardRecording): {
  readonly left: Levels;
  readonly right: Levels;
} {
  const toLevels = (samples: Float32Array = new Float32Array(0)): Levels => {
    const [lowHz = 0, , leftHz = 0, highHz = 0] = LEFT_HZ.map((hz) => levelOf(samples, sampleRate, hz));
    return { leftHz, lowHz, highHz, rightHz: levelOf(samples, sampleRate, RIGHT_HZ[2] ?? 0) };
  };
  return { left: toLevels(devices[0]), right: toLevels(rightChannels[0]) };
}

function levelOf(samples: Float32Array, sampleRate: number, hz: number): number {
  return measureTone(samples, { hz, sampleRate, fromSec: FROM_SEC, seconds: WINDOW_SEC }).amplitude;
}

const toDb = (ratio: number) => 20 * Math.log10(ratio);

/** When sounds begin after silence, ms. */
function findBeats(samples: Float32Array, sampleRate: number): readonly number[] {
  const beats: number[] = [];
  let lastLoud = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < samples.length; i++) {
    if (Math.abs(samples[i] ?? 0) < BEAT_LEVEL) continue;
    if (i - lastLoud > (QUIET_MS / 1000) * sampleRate) beats.push((i / sampleRate) * 1000);
    lastLoud = i;
  }
  return beats.slice(1);
}
