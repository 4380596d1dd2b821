import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wavFile } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { startLagProxy } from "#tests/support/lag-proxy.ts";
import { compare, type Device, expectUnbroken, inWords, listenFor, openDevice, since } from "./device.ts";
import { expect, newMember, test } from "./visitor.ts";

const SECONDS = 60;
const CACHE = fileURLToPath(new URL("../../.cache/", import.meta.url));
const TRACK = `${CACHE}click-track.wav`;

/** Clicks that both have played, of 15 to 30: a machine that stands still for a moment loses some, and the rest says enough. */
const ENOUGH = { whole: 8, short: 3 };

/** Opened in a test, closed after it. */
let devices: Device[] = [];

test.beforeAll(() => {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(TRACK, wavFile([clickSamples(SECONDS, 48_000)], 48_000));
});
test.afterEach(async () => {
  await Promise.all(devices.map((device) => device.close()));
  devices = [];
});

test("two browsers play one song at one moment, and one that joins late is with them soon", async ({
  request,
  baseURL,
  launchOptions,
}) => {
  const host = await newMember(request, baseURL);
  const { id, url } = await host.makeRoom("Sync", [TRACK]);
  const open = () => openDevice(launchOptions, `${baseURL}/room/${url}`);
  const [a, b, late] = [await open(), await open(), await open()];
  devices = [a, b, late];
  await a.listen();
  await b.listen();
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await listenFor(6);

  const joinedAtMs = Date.now();
  await late.listen();
  await listenFor(9);
  const [recordingA, recordingB, recordingLate] = [await a.recording(), await b.recording(), await late.recording()];

  const together = compare(recordingA, recordingB, SECONDS);
  console.log(`    two on clean links: ${inWords(together)}`);
  expect(together.clicks).toBeGreaterThanOrEqual(ENOUGH.whole);
  expect(Math.abs(together.medianMs)).toBeLessThan(1);
  expect(together.p95Ms).toBeLessThan(3);
  await expectUnbroken(a, recordingA);
  await expectUnbroken(b, recordingB);

  const [firstMs = Number.NaN] = recordingLate.beganMs;
  const settled = compare(recordingA, since(firstMs + 2000, recordingLate), SECONDS);
  console.log(`    one that joined late: first sound after ${Math.round(firstMs - joinedAtMs)} ms; ${inWords(settled)}`);
  expect(firstMs - joinedAtMs).toBeLessThan(1500);
  expect(settled.clicks).toBeGreaterThanOrEqual(ENOUGH.short);
  expect(settled.maxMs).toBeLessThan(20);
});

test("a browser behind a bad link whose clock is wrong plays with the others", async ({ request, baseURL, launchOptions }) => {
  const up = { delayMs: 80, jitterMs: 30 };
  const down = { delayMs: 40, jitterMs: 30 };
  // nobody who only asks and is answered can tell the two directions of a path apart
  const unknowableMs = (up.delayMs - down.delayMs) / 2;
  const host = await newMember(request, baseURL);
  const { id, url } = await host.makeRoom("Far away", [TRACK]);
  const link = await startLagProxy(baseURL ?? "", { up, down });
  const near = await openDevice(launchOptions, `${baseURL}/room/${url}`);
  const far = await openDevice(launchOptions, `${link.url}/room/${url}`, { skew: { offsetMs: 5000, ppm: 100 } });
  devices = [near, far];
  await near.listen();
  await far.listen();
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await listenFor(15);

  const recording = await far.recording();
  const together = compare(await near.recording(), recording, SECONDS);
  link.close();
  console.log(`    one behind 80/40 ± 30 ms, its clock 5 s off and 100 ppm fast: ${inWords(together)}`);
  expect(together.clicks).toBeGreaterThanOrEqual(ENOUGH.whole);
  expect(together.p95Ms).toBeLessThan(unknowableMs + 15);
  await expectUnbroken(far, recording);
});

test("a connection that is lost: the song goes on, and what was missed is made up for", async ({
  request,
  baseURL,
  launchOptions,
}) => {
  const host = await newMember(request, baseURL);
  const { id, url } = await host.makeRoom("Tunnel", [TRACK]);
  const link = await startLagProxy(baseURL ?? "");
  const near = await openDevice(launchOptions, `${baseURL}/room/${url}`);
  const cutOff = await openDevice(launchOptions, `${link.url}/room/${url}`);
  devices = [near, cutOff];
  await near.listen();
  await cutOff.listen();
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await expect(cutOff.page.getByRole("button", { name: /^In sync/ }).first()).toBeVisible();

  await listenFor(2);
  link.cut();
  await expect(cutOff.page.getByRole("button", { name: /^Reconnecting/ }).first()).toBeVisible();
  // longer than what lies decoded: undecoded sound is fetched further ahead
  await listenFor(10);
  const alone = await cutOff.recording();
  await expectUnbroken(cutOff, alone);
  expect(compare(await near.recording(), alone, SECONDS).maxMs).toBeLessThan(20);

  const { state } = await host.call("query", "rooms.getState", { id });
  const entryId = state.playlist[0]?.id;
  if (!entryId) throw new Error("the track is in the playlist");
  await host.call("mutation", "rooms.command", { id, command: { type: "seek", entryId, positionMs: 40_000 } });
  link.restore();
  await expect(cutOff.page.getByRole("button", { name: /^In sync/ }).first()).toBeVisible({ timeout: 15_000 });
  await near.recording();
  await cutOff.recording();
  await listenFor(6);
  const again = compare(await near.recording(), await cutOff.recording(), SECONDS);
  console.log(`    one that came back: ${inWords(again)}`);
  expect(again.clicks).toBeGreaterThanOrEqual(ENOUGH.short);
  expect(again.maxMs).toBeLessThan(20);
});
