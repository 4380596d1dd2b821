import { setTimeout as wait } from "node:timers/promises";
import type { SpeakerRole } from "#app/domain/devices/device.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { ENGINE_TITLES, ENGINES, type EngineBrowser } from "#tests/engines/engine-browser.ts";
import { clickTarget, openPage, waitFor, waitForText } from "#tests/engines/engine-page.ts";
import { type EngineSession, openEngineSession } from "#tests/engines/engine-session.ts";
import { pressListen, waitForSync } from "#tests/engines/main-flow.ts";
import { skipWithoutEngines } from "#tests/engines/skip-without-engines.ts";
import type { CardRecording } from "#tests/sound-card/card-recorder.ts";
import { measureTone } from "#tests/sound-card/tones.ts";
import { percentile } from "#tests/support/percentile.ts";
import { LEFT_HZ, RIGHT_HZ, toneSamples } from "#tests/support/tone-track.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { SAMPLE_RATE, writeWavFile } from "./wav-files.ts";

const TRACK_SECONDS = 60;
const RECORD_MS = 4000;
/** Of a recording, s: away from its ends. */
const FROM_SEC = 1;
const WINDOW_SEC = 1;
/** Where a role plays something, it is this much louder than what it leaves out. `npm run bench:devices` measures how much exactly. */
const REST_DB = -20;
/** The peak of a beat is −12 dBFS. */
const BEAT_LEVEL = 0.1;
const QUIET_MS = 200;
/** A beat that comes later than this after the one before is missing. */
const LATE_BEAT_MS = 500;

for (const engine of ENGINES) {
  test(`${ENGINE_TITLES[engine]} plays its role, and the metronome in place of the music`, async ({ request, baseURL }) => {
    skipWithoutEngines([engine]);
    const mira = await createUser(request, baseURL);
    const planes = [LEFT_HZ, RIGHT_HZ].map((hz) => toneSamples(hz, TRACK_SECONDS, SAMPLE_RATE));
    const { id, url } = await mira.createRoom("Roles", [writeWavFile("tones", planes)]);
    await mira.call("mutation", "rooms.command", { id, command: { type: "repeat", repeat: "all" } });
    await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
    const session = await openEngineSession([engine]);
    try {
      await checkDevice(session, `${baseURL}/room/${url}`);
    } finally {
      await session.close();
    }
  });
}

async function checkDevice(session: EngineSession, roomUrl: string): Promise<void> {
  const [browser] = session.browsers;
  if (!browser) throw new Error("one browser is needed");
  await listenInRole(browser, roomUrl, "left");
  checkLeft(await record(session));
  await listenInRole(browser, roomUrl, "low");
  checkLow(await record(session));
  await clickTarget(browser, { role: "button", name: "Devices" });
  await clickTarget(browser, { role: "button", name: "Metronome" });
  await waitForText(browser, "Stop the metronome");
  // a real pause: the first beat sounds after it
  await wait(deviceLimits.soundLeadMs);
  checkBeats(await record(session));
  expect(await browser.consoleProblems(), `${browser.engine}'s console`).toEqual([]);
}

async function record({ card }: EngineSession): Promise<CardRecording> {
  const recorder = await card.record();
  await wait(RECORD_MS);
  return recorder.stop();
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
  expect(beatsMs.length, "beats").toBeGreaterThan(1);
  const gapsMs = beatsMs.slice(1).map((ms, i) => ms - (beatsMs[i] ?? 0));
  for (const gapMs of gapsMs) expect(gapMs).toBeLessThan(deviceLimits.beatMs + LATE_BEAT_MS);
  // where music plays on, sounds begin more often
  expect(percentile(gapsMs, 0.5)).toBeGreaterThan(deviceLimits.beatMs / 2);
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
