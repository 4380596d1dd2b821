import type { APIRequestContext, LaunchOptions, Page } from "@playwright/test";
import { closeDevices, type DeviceOptions, launchDevice, recordFor } from "#tests/e2e/device.ts";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { identifyClicks } from "#tests/support/click-probe.ts";
import { clickTimesMs } from "#tests/support/click-track.ts";
import { percentile } from "#tests/support/percentile.ts";
import { BENCH_FORMATS, clickFile } from "./track-files.ts";

// How soon a press is heard, and how exactly one track follows another, with one browser on a good link. The clicks are
// recorded inside the page.

const PRESSES = 20;
const JOINS = 7;
/** Before play, so that the browser knows when its sound is heard. */
const LISTEN_SECONDS = 10;
const TRACK_SECONDS = 8;
/** An ADTS file does not say how many samples its encoder has added at both ends. */
const FORMATS = BENCH_FORMATS.filter((format) => format !== "aac");
const GOALS = { pressP50Ms: 170, pressP95Ms: 200, joinP50Ms: 500, boundaryMs: 0.2 };

test.afterEach(closeDevices);

type TestSetup = {
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
  readonly launchOptions: LaunchOptions;
};

async function createBenchRoom({ request, baseURL, launchOptions }: TestSetup, files: readonly string[]) {
  const host = await registerUser(request, baseURL);
  const { id, url } = await host.createRoom("Bench", files);
  return {
    host,
    play: () => host.call("mutation", "rooms.command", { id, command: { type: "play" } }),
    launch: (options?: DeviceOptions) => launchDevice(launchOptions, `${baseURL}/room/${url}`, options),
  };
}

/** The wall-clock times of presses from now on. The array in the page grows. */
async function recordPresses(page: Page): Promise<() => Promise<readonly number[]>> {
  const presses = await page.evaluateHandle(() => {
    const times: number[] = [];
    addEventListener("click", ({ timeStamp }) => times.push(performance.timeOrigin + timeStamp), true);
    return times;
  });
  return () => presses.jsonValue();
}

function printDelays(name: string, delaysMs: readonly number[], goals: string): void {
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => percentile(delaysMs, share).toFixed(0));
  console.log(`  ${name}, ${delaysMs.length} times: 50 % within ${p50} ms, 95 % within ${p95} ms, maximum ${max} ms. ${goals}`);
}

test("press to sound", async ({ request, baseURL, launchOptions }) => {
  const { host, play, launch } = await createBenchRoom({ request, baseURL, launchOptions }, [clickFile("mp3", 180)]);
  // the connect prompt is shown to a host only while the room plays
  await play();
  const device = await launch({ user: host });
  const { page } = device;
  const [playButton, pauseButton] = ["Play", "Pause"].map((name) => page.getByRole("button", { name, exact: true }).first());
  if (!playButton || !pauseButton) throw new Error("the player has no buttons");
  await device.startListening();
  const takePresses = await recordPresses(page);
  for (let press = 0; press < PRESSES; press++) {
    await recordFor(1.5);
    await pauseButton.click();
    await playButton.waitFor();
    await recordFor(1);
    await playButton.click();
    await pauseButton.waitFor();
  }
  await recordFor(1);
  const { startsMs } = await device.takeRecording();
  const plays = (await takePresses()).filter((_, index) => index % 2 === 1);
  const delaysMs = plays.map((pressMs) => (startsMs.find((ms) => ms > pressMs) ?? Number.NaN) - pressMs);
  printDelays("press to sound", delaysMs, `Goals: ${GOALS.pressP50Ms} ms, ${GOALS.pressP95Ms} ms.`);
  expect.soft(percentile(delaysMs, 0.5)).toBeLessThanOrEqual(GOALS.pressP50Ms);
  expect.soft(percentile(delaysMs, 0.95)).toBeLessThanOrEqual(GOALS.pressP95Ms);
});

test("join to sound", async ({ request, baseURL, launchOptions }) => {
  const { play, launch } = await createBenchRoom({ request, baseURL, launchOptions }, [clickFile("mp3", 180)]);
  await play();
  const delaysMs: number[] = [];
  for (let join = 0; join < JOINS; join++) {
    const guest = await launch();
    const pressedMs = Date.now();
    await guest.startListening();
    await recordFor(2);
    delaysMs.push(((await guest.takeRecording()).startsMs[0] ?? Number.NaN) - pressedMs);
    await guest.close();
  }
  printDelays("join to sound", delaysMs, `Goal: 50 % within ${GOALS.joinP50Ms} ms.`);
  expect.soft(percentile(delaysMs, 0.5)).toBeLessThanOrEqual(GOALS.joinP50Ms);
});

test("boundaries between tracks", async ({ request, baseURL, launchOptions }) => {
  const files = FORMATS.map((format, index) => clickFile(format, TRACK_SECONDS, index + 1));
  const { play, launch } = await createBenchRoom({ request, baseURL, launchOptions }, files);
  const device = await launch();
  await device.startListening();
  await recordFor(LISTEN_SECONDS);
  await play();
  await recordFor(files.length * TRACK_SECONDS + 1);
  const { clicksMs } = await device.takeRecording();
  const delays = files.map((_, index) => {
    const times = clickTimesMs(TRACK_SECONDS, index + 1);
    const clicks = [...identifyClicks(clicksMs, TRACK_SECONDS, index + 1)].sort(([a], [b]) => a - b);
    return clicks.map(([click, ms]) => ms - index * TRACK_SECONDS * 1000 - (times[click] ?? Number.NaN));
  });
  const errors = delays.slice(1).map((next, index) => (next[0] ?? Number.NaN) - (delays[index]?.at(-1) ?? Number.NaN));
  for (const [index, errorMs] of errors.entries()) {
    const names = `${FORMATS[index]} to ${FORMATS[index + 1]}`;
    console.log(`  ${names}: ${errorMs.toFixed(3)} ms off. Goal: ± ${GOALS.boundaryMs} ms.`);
  }
  for (const errorMs of errors) expect.soft(Math.abs(errorMs)).toBeLessThanOrEqual(GOALS.boundaryMs);
});
