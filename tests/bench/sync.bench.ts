import type { APIRequestContext, LaunchOptions } from "@playwright/test";
import {
  type Comparison,
  compareRecordings,
  type Device,
  describeGaps,
  launchDevice,
  recordFor,
  recordingFrom,
} from "#tests/e2e/device.ts";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { identifyClicks, type Recording } from "#tests/support/click-probe.ts";
import { clickTimesMs } from "#tests/support/click-track.ts";
import { startLagProxy } from "#tests/support/lag-proxy.ts";
import { BENCH_FORMATS, type BenchFormat, clickFile } from "./track-files.ts";

/** `SECONDS=60 FORMATS=mp3,flac npm run bench:sync` runs a shorter measurement. */
const SECONDS = Number(process.env.SECONDS ?? 300);
const FORMATS = (process.env.FORMATS?.split(",") ?? BENCH_FORMATS) as BenchFormat[];
const BAD_LINK_SECONDS = Math.min(SECONDS, 60);
/** For starting, joining late and recording the late joiner. */
const REST_SECONDS = 30;
const TRACK_SECONDS = SECONDS + REST_SECONDS;

const UP = { delayMs: 80, jitterMs: 30 };
const DOWN = { delayMs: 40, jitterMs: 30 };
/** A client that only measures round trips cannot know how they divide between the two directions. */
const UNKNOWABLE_MS = Math.abs(UP.delayMs - DOWN.delayMs) / 2;
const SKEW = { offsetMs: 5000, ppm: 100 };

const GOALS = { medianMs: 1, p95Ms: 3, badLinkMs: UNKNOWABLE_MS + 15, firstSoundMs: 1500, settledMs: 20 };

type TestSetup = {
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
  readonly launchOptions: LaunchOptions;
};

const lines: string[] = [];
let devices: Device[] = [];

test.afterEach(async () => {
  await Promise.all(devices.map((device) => device.close()));
  devices = [];
});
test.afterAll(() => {
  const link = `${UP.delayMs} ms up, ${DOWN.delayMs} ms down, ± ${UP.jitterMs} ms`;
  console.log(`
  Two browsers, ${SECONDS} s of each format. Goals: median within ${GOALS.medianMs} ms, 95 % within ${GOALS.p95Ms} ms, no dropouts.
  Late: a third browser joins. Goals: first sound within ${GOALS.firstSoundMs} ms, within ${GOALS.settledMs} ms of the others 2 s later.
  Bad link: one of two browsers behind ${link}, its clock 5 s off and 100 ppm fast, ${BAD_LINK_SECONDS} s.
  Goal: 95 % within ${GOALS.badLinkMs} ms, of which ${UNKNOWABLE_MS} ms are unknowable.

                    clicks    median      95 %       max  dropouts
${lines.join("\n")}`);
});

function addRow(name: string, { clicks, medianMs, p95Ms, maxMs }: Comparison, lastColumn: string): void {
  const ms = (value: number) => value.toFixed(2).padStart(10);
  lines.push(`  ${name.padEnd(16)}${String(clicks).padStart(8)}${ms(medianMs)}${ms(p95Ms)}${ms(maxMs)}${lastColumn}`);
}

/** Counts gaps and missing clicks between the first and the last click, and adds a line with the details. */
async function countDropouts(name: string, recording: Recording, device: Device): Promise<number> {
  const { clicksMs, gapsMs } = recording;
  const played = [...identifyClicks(clicksMs, TRACK_SECONDS).keys()];
  const expected = Math.max(...played) - Math.min(...played) + 1;
  expect(expected).toBeLessThanOrEqual(clickTimesMs(TRACK_SECONDS).length);
  const lost = gapsMs.length + (expected - played.length);
  if (lost > 0) lines.push(`    ${name}: ${(await describeGaps(device, recording)) || "clicks are missing"}`);
  return lost;
}

async function createBenchRoom(format: BenchFormat, { request, baseURL }: TestSetup) {
  const host = await registerUser(request, baseURL);
  const { id, url } = await host.createRoom(`Bench ${format}`, [clickFile(format, TRACK_SECONDS)]);
  return { path: `/room/${url}`, play: () => host.call("mutation", "rooms.command", { id, command: { type: "play" } }) };
}

for (const format of FORMATS) {
  test(`${format}: sync on good links and of a late joiner`, async ({ request, baseURL, launchOptions }) => {
    const { path, play } = await createBenchRoom(format, { request, baseURL, launchOptions });
    const launch = () => launchDevice(launchOptions, `${baseURL}${path}`);
    const [a, b, late] = [await launch(), await launch(), await launch()];
    devices = [a, b, late];
    await a.startListening();
    await b.startListening();
    await play();
    await recordFor(SECONDS);
    const [recordingA, recordingB] = [await a.takeRecording(), await b.takeRecording()];
    const together = compareRecordings(recordingA, recordingB, TRACK_SECONDS);
    const dropouts =
      (await countDropouts("first browser", recordingA, a)) + (await countDropouts("second browser", recordingB, b));
    addRow(`${format}`, together, String(dropouts).padStart(10));

    const joinedAtMs = Date.now();
    await late.startListening();
    await recordFor(10);
    const recordingLate = await late.takeRecording();
    const [firstMs = Number.NaN] = recordingLate.startsMs;
    const settled = compareRecordings(await a.takeRecording(), recordingFrom(firstMs + 2000, recordingLate), TRACK_SECONDS);
    addRow(`${format}, late`, settled, `  first sound after ${Math.round(firstMs - joinedAtMs)} ms`);

    expect.soft(Math.abs(together.medianMs)).toBeLessThan(GOALS.medianMs);
    expect.soft(together.p95Ms).toBeLessThan(GOALS.p95Ms);
    expect.soft(dropouts).toBe(0);
    expect.soft(firstMs - joinedAtMs).toBeLessThan(GOALS.firstSoundMs);
    expect.soft(settled.maxMs).toBeLessThan(GOALS.settledMs);
  });

  test(`${format}: sync on a bad link with a wrong clock`, async ({ request, baseURL, launchOptions }) => {
    const { path, play } = await createBenchRoom(format, { request, baseURL, launchOptions });
    const link = await startLagProxy(baseURL ?? "", { up: UP, down: DOWN });
    const near = await launchDevice(launchOptions, `${baseURL}${path}`);
    const far = await launchDevice(launchOptions, `${link.url}${path}`, { skew: SKEW });
    devices = [near, far];
    await near.startListening();
    await far.startListening();
    await play();
    await recordFor(BAD_LINK_SECONDS);
    const recording = await far.takeRecording();
    const apart = compareRecordings(await near.takeRecording(), recording, TRACK_SECONDS);
    link.close();
    const dropouts = await countDropouts("far browser", recording, far);
    addRow(`${format}, bad link`, apart, String(dropouts).padStart(10));
    expect.soft(apart.p95Ms).toBeLessThan(GOALS.badLinkMs);
    expect.soft(dropouts).toBe(0);
  });
}
