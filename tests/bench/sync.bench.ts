import type { APIRequestContext, LaunchOptions } from "@playwright/test";
import { type Comparison, compare, type Device, listenFor, openDevice, since, tellHoles } from "#tests/e2e/device.ts";
import { expect, newMember, test } from "#tests/e2e/visitor.ts";
import { identify, type Recording } from "#tests/support/click-probe.ts";
import { clickTimesMs } from "#tests/support/click-track.ts";
import { startLagProxy } from "#tests/support/lag-proxy.ts";
import { BENCH_FORMATS, type BenchFormat, clickFile } from "./track-files.ts";

/** `SECONDS=60 FORMATS=mp3,flac npm run bench:sync` is a shorter look. */
const SECONDS = Number(process.env.SECONDS ?? 300);
const FORMATS = (process.env.FORMATS?.split(",") ?? BENCH_FORMATS) as BenchFormat[];
const BAD_LINK_SECONDS = Math.min(SECONDS, 60);
/** Starting, joining late and listening to who did. */
const REST_SECONDS = 30;
const TRACK_SECONDS = SECONDS + REST_SECONDS;

const UP = { delayMs: 80, jitterMs: 30 };
const DOWN = { delayMs: 40, jitterMs: 30 };
/** Nobody who only asks and is answered can tell the two directions of a path apart. */
const UNKNOWABLE_MS = Math.abs(UP.delayMs - DOWN.delayMs) / 2;
const SKEW = { offsetMs: 5000, ppm: 100 };

const GOALS = { medianMs: 1, p95Ms: 3, badLinkMs: UNKNOWABLE_MS + 15, firstSoundMs: 1500, settledMs: 20 };

type Setting = {
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
  Late: a third one joins. Goals: sound within ${GOALS.firstSoundMs} ms, ${GOALS.settledMs} ms from the others 2 s later.
  Bad link: one of two behind ${link}, its clock 5 s off and 100 ppm fast, ${BAD_LINK_SECONDS} s.
  Goal: 95 % within ${GOALS.badLinkMs} ms, of which ${UNKNOWABLE_MS} ms cannot be known.

                    clicks    median      95 %       max  dropouts
${lines.join("\n")}`);
});

function row(name: string, { clicks, medianMs, p95Ms, maxMs }: Comparison, rest: string): void {
  const ms = (value: number) => value.toFixed(2).padStart(10);
  lines.push(`  ${name.padEnd(16)}${String(clicks).padStart(8)}${ms(medianMs)}${ms(p95Ms)}${ms(maxMs)}${rest}`);
}

/** Holes, and clicks between the first and the last that were not played. Says where, and what the page knows of it. */
async function dropouts(name: string, recording: Recording, device: Device): Promise<number> {
  const { clicks, holesMs } = recording;
  const played = [...identify(clicks, TRACK_SECONDS).keys()];
  const expected = Math.max(...played) - Math.min(...played) + 1;
  expect(expected).toBeLessThanOrEqual(clickTimesMs(TRACK_SECONDS).length);
  const lost = holesMs.length + (expected - played.length);
  if (lost > 0) lines.push(`    ${name}: ${await tellHoles(device, recording)}`);
  return lost;
}

async function playIn(format: BenchFormat, { request, baseURL }: Setting) {
  const host = await newMember(request, baseURL);
  const { id, url } = await host.makeRoom(`Bench ${format}`, [clickFile(format, TRACK_SECONDS)]);
  return { path: `/room/${url}`, play: () => host.call("mutation", "rooms.command", { id, command: { type: "play" } }) };
}

for (const format of FORMATS) {
  test(`${format}: clean links, and one that joins late`, async ({ request, baseURL, launchOptions }) => {
    const { path, play } = await playIn(format, { request, baseURL, launchOptions });
    const open = () => openDevice(launchOptions, `${baseURL}${path}`);
    const [a, b, late] = [await open(), await open(), await open()];
    devices = [a, b, late];
    await a.listen();
    await b.listen();
    await play();
    await listenFor(SECONDS);
    const [recordingA, recordingB] = [await a.recording(), await b.recording()];
    const together = compare(recordingA, recordingB, TRACK_SECONDS);
    const dropped = (await dropouts("one", recordingA, a)) + (await dropouts("other", recordingB, b));
    row(`${format}`, together, String(dropped).padStart(10));

    const joinedAtMs = Date.now();
    await late.listen();
    await listenFor(10);
    const recordingLate = await late.recording();
    const [firstMs = Number.NaN] = recordingLate.beganMs;
    const settled = compare(await a.recording(), since(firstMs + 2000, recordingLate), TRACK_SECONDS);
    row(`${format}, late`, settled, `  first sound after ${Math.round(firstMs - joinedAtMs)} ms`);

    expect.soft(Math.abs(together.medianMs)).toBeLessThan(GOALS.medianMs);
    expect.soft(together.p95Ms).toBeLessThan(GOALS.p95Ms);
    expect.soft(dropped).toBe(0);
    expect.soft(firstMs - joinedAtMs).toBeLessThan(GOALS.firstSoundMs);
    expect.soft(settled.maxMs).toBeLessThan(GOALS.settledMs);
  });

  test(`${format}: a bad link and a wrong clock`, async ({ request, baseURL, launchOptions }) => {
    const { path, play } = await playIn(format, { request, baseURL, launchOptions });
    const link = await startLagProxy(baseURL ?? "", { up: UP, down: DOWN });
    const near = await openDevice(launchOptions, `${baseURL}${path}`);
    const far = await openDevice(launchOptions, `${link.url}${path}`, { skew: SKEW });
    devices = [near, far];
    await near.listen();
    await far.listen();
    await play();
    await listenFor(BAD_LINK_SECONDS);
    const recording = await far.recording();
    const apart = compare(await near.recording(), recording, TRACK_SECONDS);
    link.close();
    const dropped = await dropouts("far", recording, far);
    row(`${format}, bad link`, apart, String(dropped).padStart(10));
    expect.soft(apart.p95Ms).toBeLessThan(GOALS.badLinkMs);
    expect.soft(dropped).toBe(0);
  });
}
