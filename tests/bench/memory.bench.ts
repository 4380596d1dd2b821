import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import { LISTEN_BUTTON } from "#tests/e2e/device.ts";
import { openWithoutUserActivation } from "#tests/e2e/page-driver.ts";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { longFlac } from "./track-files.ts";

const GOAL_MB = 250;
const TRACK_SECONDS = 3600;
const PLAYED_SECONDS = Number(process.env.SECONDS ?? 240);
const SAMPLE_INTERVAL_MS = 250;
/** Until the page has finished loading and its memory is stable. */
const SETTLE_MS = 5000;

/** The memory of all processes of a browser (Linux). Shared memory counts proportionally. */
async function measureMemoryMb(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const kb = processInfo.map(({ id }) => {
    try {
      return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      // The process has ended since it was listed.
      return 0;
    }
  });
  return kb.reduce((sum, one) => sum + one, 0) / 1000;
}

/** The peak memory over this time, sampled at an interval. */
async function measurePeakMb(browser: Browser, seconds: number): Promise<number> {
  let peak = 0;
  for (const endMs = Date.now() + seconds * 1000; Date.now() < endMs; ) {
    peak = Math.max(peak, await measureMemoryMb(browser));
    await wait(SAMPLE_INTERVAL_MS);
  }
  return peak;
}

test("the memory of a window that plays an hour of FLAC", async ({ request, baseURL, launchOptions }) => {
  const host = await registerUser(request, baseURL);
  const { id, url } = await host.createRoom("An hour", [longFlac(TRACK_SECONDS)]);
  const [entry] = (await host.call("query", "rooms.getState", { id })).state.playlist;
  if (!entry) throw new Error("the playlist is empty");
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(baseURL ?? "");
    await wait(SETTLE_MS);
    const idleMb = await measurePeakMb(browser, 5);

    const driver = await openWithoutUserActivation(page, `${baseURL}/room/${url}`);
    await driver.click(LISTEN_BUTTON);
    await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
    const peaks = [await measurePeakMb(browser, PLAYED_SECONDS)];
    // Seeks to positions all over the track.
    for (const share of [0.5, 0.1, 0.9, 0.3, 0.7]) {
      const positionMs = TRACK_SECONDS * 1000 * share;
      await host.call("mutation", "rooms.command", { id, command: { type: "seek", entryId: entry.id, positionMs } });
      peaks.push(await measurePeakMb(browser, 15));
    }
    const peakMb = Math.max(...peaks);
    const rounded = peaks.map((mb) => Math.round(mb - idleMb)).join(", ");
    console.log(`
  The home page takes ${Math.round(idleMb)} MB. Playing one hour of FLAC (${Math.round(entry.track.sizeBytes / 1e6)} MB) takes
  at most ${Math.round(peakMb - idleMb)} MB more; goal: ${GOAL_MB} MB.
  Peaks over ${PLAYED_SECONDS} s from the start and after each of five seeks: ${rounded} MB.`);
    expect(peakMb - idleMb).toBeLessThan(GOAL_MB);
  } finally {
    await browser.close();
  }
});
