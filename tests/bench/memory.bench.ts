import { readFileSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { LISTEN, listenFor } from "#tests/e2e/device.ts";
import { openQuietly } from "#tests/e2e/quiet-page.ts";
import { expect, newMember, test } from "#tests/e2e/visitor.ts";
import { longFlac } from "./track-files.ts";

const GOAL_MB = 250;
const TRACK_SECONDS = 3600;
const PLAYED_SECONDS = Number(process.env.SECONDS ?? 240);
const LOOK_EVERY_SECONDS = 0.25;

/** What a browser takes of the machine, all its processes: memory that is shared counts by its share (Linux). */
async function memoryMb(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const kb = processInfo.map(({ id }) => {
    try {
      return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      // gone since it was listed
      return 0;
    }
  });
  return kb.reduce((sum, one) => sum + one, 0) / 1000;
}

async function peakOver(browser: Browser, seconds: number): Promise<number> {
  let peak = 0;
  for (const endMs = Date.now() + seconds * 1000; Date.now() < endMs; ) {
    peak = Math.max(peak, await memoryMb(browser));
    await listenFor(LOOK_EVERY_SECONDS);
  }
  return peak;
}

test("a window that plays an hour of FLAC", async ({ request, baseURL, launchOptions }) => {
  const host = await newMember(request, baseURL);
  const { id, url } = await host.makeRoom("An hour", [longFlac(TRACK_SECONDS)]);
  const [entry] = (await host.call("query", "rooms.getState", { id })).state.playlist;
  if (!entry) throw new Error("the track is in the playlist");
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(baseURL ?? "");
    await listenFor(5);
    const idleMb = await peakOver(browser, 5);

    const quiet = await openQuietly(page, `${baseURL}/room/${url}`);
    await quiet.click(LISTEN);
    await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
    const peaks = [await peakOver(browser, PLAYED_SECONDS)];
    // all over the track, as somebody does who looks for a place
    for (const share of [0.5, 0.1, 0.9, 0.3, 0.7]) {
      const positionMs = TRACK_SECONDS * 1000 * share;
      await host.call("mutation", "rooms.command", { id, command: { type: "seek", entryId: entry.id, positionMs } });
      peaks.push(await peakOver(browser, 15));
    }
    const peakMb = Math.max(...peaks);
    const rounded = peaks.map((mb) => Math.round(mb - idleMb)).join(", ");
    console.log(`
  A window on its home page: ${Math.round(idleMb)} MB. It plays a FLAC of an hour (${Math.round(entry.track.sizeBytes / 1e6)} MB):
  at most ${Math.round(peakMb - idleMb)} MB above that; goal: ${GOAL_MB} MB.
  In ${PLAYED_SECONDS} s from the start, and after each of five seeks: ${rounded} MB.`);
    expect(peakMb - idleMb).toBeLessThan(GOAL_MB);
  } finally {
    await browser.close();
  }
});
