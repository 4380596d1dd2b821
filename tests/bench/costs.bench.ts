import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { PING } from "#app/protocol/room-messages.ts";
import { LISTEN_BUTTON } from "#tests/e2e/device.ts";
import { openWithoutUserActivation } from "#tests/e2e/page-driver.ts";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { type HourCosts, priceHour } from "./costs/prices.ts";
import { clickFile } from "./track-files.ts";

const LISTENERS = 2;
const TRACKS = 4;
const TRACK_SECONDS = 240;
/** Until the devices send only in wake windows (rule CL11). */
const SETTLE_SECONDS = 300;
const MEASURED_SECONDS = Number(process.env.SECONDS ?? 480);
/** A message keeps the object awake for its own handling; with 24 ms between two of a burst, it does not hibernate in between. */
const AWAKE_MS_PER_MESSAGE = 1000;
const GOAL = { listeners: 10, dollars: 0.002, hibernates: 0.8 };

type Counts = { readonly messagesAtMs: number[]; reportsAtMs: number[]; pings: number; media: Map<string, number> };

test("what an hour of a playing room costs", async ({ request, baseURL, launchOptions }) => {
  const host = await registerUser(request, baseURL);
  const files = Array.from({ length: TRACKS }, (_, i) => clickFile("mp3", TRACK_SECONDS, i + 1));
  const { id, url } = await host.createRoom("Costs", files);
  const browsers = await Promise.all(Array.from({ length: LISTENERS }, () => chromium.launch(launchOptions)));
  try {
    const devices = await Promise.all(browsers.map((browser) => openListener(browser, `${baseURL}/room/${url}`)));
    await host.call("mutation", "rooms.command", { id, command: { type: "repeat", repeat: "all" } });
    await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
    await sleep(SETTLE_SECONDS * 1000);
    for (const { reset } of devices) reset();
    await sleep(MEASURED_SECONDS * 1000);
    expect(print(devices.map(({ counts }) => counts))).toBeLessThanOrEqual(GOAL.dollars);
  } finally {
    for (const browser of browsers) await browser.close();
  }
});

async function openListener(browser: Browser, url: string) {
  const page = await browser.newPage();
  const counts: Counts = { messagesAtMs: [], reportsAtMs: [], pings: 0, media: new Map() };
  countTraffic(page, counts);
  const driver = await openWithoutUserActivation(page, url);
  await driver.click(LISTEN_BUTTON);
  const reset = () => Object.assign(counts, { messagesAtMs: [], reportsAtMs: [], pings: 0, media: new Map() });
  return { counts, reset };
}

function countTraffic(page: Page, counts: Counts): void {
  page.on("websocket", (socket) => {
    if (!socket.url().includes("/socket")) return;
    socket.on("framesent", ({ payload }) => {
      if (payload === PING) counts.pings += 1;
      else counts.messagesAtMs.push(Date.now());
      if (String(payload).includes('"report"')) counts.reportsAtMs.push(Date.now());
    });
  });
  page.on("request", (sent) => {
    const kind = /\/media\/([a-z]+)/.exec(sent.url())?.[1];
    if (kind) counts.media.set(kind, (counts.media.get(kind) ?? 0) + 1);
  });
}

/** Prints the counts and the costs. Returns the dollars for an hour of the goal's number of listeners. */
function print(devices: readonly Counts[]): number {
  const perHour = 3600 / MEASURED_SECONDS;
  const average = (read: (device: Counts) => number) =>
    (devices.reduce((sum, device) => sum + read(device), 0) / devices.length) * perHour;
  const awakeSec = measureAwakeSec(devices) * perHour;
  const messages = average(({ messagesAtMs }) => messagesAtMs.length);
  const mediaRequests = average(({ media }) => [...media.values()].reduce((sum, count) => sum + count, 0));
  const kinds = [...new Set(devices.flatMap(({ media }) => [...media.keys()]))];
  console.log(`
  In an hour, from ${MEASURED_SECONDS} s of ${LISTENERS} listeners with MP3 at 192 kbit/s:
    messages of a listener to the room    ${messages.toFixed(0)}, of them reports ${average(({ reportsAtMs }) => reportsAtMs.length).toFixed(0)}
    pings, answered by the platform       ${average(({ pings }) => pings).toFixed(0)}
    media requests of a listener          ${mediaRequests.toFixed(0)}: ${kinds.map((kind) => `${kind} ${average(({ media }) => media.get(kind) ?? 0).toFixed(0)}`).join(", ")}
    the room object hibernates            ${(100 * (1 - awakeSec / 3600)).toFixed(0)} % of the time (goal ${100 * GOAL.hibernates} %)

  listeners   duration   messages   requests    R2, D1      CPU   in all, dollars an hour`);
  const totals = [2, 10, 100, 1000].map((listeners) => {
    const costs = priceHour({ awakeSec, messages, mediaRequests }, listeners);
    const total = Object.values(costs).reduce((sum, cost) => sum + cost, 0);
    console.log(
      `  ${String(listeners).padStart(9)}  ${formatCosts(costs)}   ${total.toFixed(4)}${listeners === GOAL.listeners ? `   goal ${GOAL.dollars}` : ""}`,
    );
    return { listeners, total };
  });
  return totals.find(({ listeners }) => listeners === GOAL.listeners)?.total ?? Number.POSITIVE_INFINITY;
}

/** The seconds in which the object cannot hibernate: while it handles messages, and while it collects reports for a summary. */
function measureAwakeSec(devices: readonly Counts[]): number {
  const spans = devices.flatMap(({ messagesAtMs, reportsAtMs }) => [
    ...messagesAtMs.map((startMs) => ({ startMs, endMs: startMs + AWAKE_MS_PER_MESSAGE })),
    ...reportsAtMs.map((startMs) => ({ startMs, endMs: startMs + connectionLimits.syncSummaryMs })),
  ]);
  let awakeMs = 0;
  let coveredUntilMs = 0;
  for (const { startMs, endMs } of spans.sort((a, b) => a.startMs - b.startMs)) {
    awakeMs += Math.max(0, endMs - Math.max(startMs, coveredUntilMs));
    coveredUntilMs = Math.max(coveredUntilMs, endMs);
  }
  return awakeMs / 1000;
}

const formatCosts = ({ duration, messages, media, storage, cpu }: HourCosts) =>
  [duration, messages, media, storage, cpu].map((dollars) => dollars.toFixed(5).padStart(9)).join("  ");
