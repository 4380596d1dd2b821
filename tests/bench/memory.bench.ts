import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { LISTEN_BUTTON } from "#tests/e2e/device.ts";
import { drivePage } from "#tests/e2e/page-driver.ts";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { type MemoryMb, measurePeak, totalMb } from "./browser-memory.ts";
import { openPlainPage } from "./plain-page.ts";
import { longFlac } from "./track-files.ts";

const GOAL_MB = 80;
const TRACK_SECONDS = 3600;
const PLAYED_SECONDS = Number(process.env.SECONDS ?? 240);
/** Until the page has finished loading and its memory is stable. */
const SETTLE_MS = 5000;
const OPENING_SECONDS = 20;

test("the memory of a window that plays an hour of FLAC", async ({ request, baseURL, launchOptions }) => {
  const host = await registerUser(request, baseURL);
  const { id, url } = await host.createRoom("An hour", [longFlac(TRACK_SECONDS)]);
  const [entry] = (await host.call("query", "rooms.getState", { id })).state.playlist;
  if (!entry) throw new Error("the playlist is empty");
  const browser = await chromium.launch(launchOptions);
  try {
    const session = await browser.newBrowserCDPSession();
    const page = await openPlainPage(session, `${baseURL}/`);
    await wait(SETTLE_MS);
    const home = await measurePeak(session, 5);

    await page.send("Page.navigate", { url: `${baseURL}/room/${url}` });
    const opening = await measurePeak(session, OPENING_SECONDS);
    const silent = await measurePeak(session, 5);

    await drivePage(page).click(LISTEN_BUTTON);
    await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
    const peaks = [await measurePeak(session, PLAYED_SECONDS)];
    // Seeks to positions all over the track.
    for (const share of [0.5, 0.1, 0.9, 0.3, 0.7]) {
      const positionMs = TRACK_SECONDS * 1000 * share;
      await host.call("mutation", "rooms.command", { id, command: { type: "seek", entryId: entry.id, positionMs } });
      peaks.push(await measurePeak(session, 15));
    }
    const highest = peaks.reduce((a, b) => (totalMb(a) > totalMb(b) ? a : b));
    const addedMb = (memory: MemoryMb) => Math.round(totalMb(memory) - totalMb(home));
    console.log(`
  The home page takes ${Math.round(totalMb(home))} MB. A room takes ${addedMb(opening)} MB more while it opens, and ${addedMb(silent)} MB while it is silent.
  Playing one hour of FLAC (${Math.round(entry.track.sizeBytes / 1e6)} MB) takes at most ${addedMb(highest)} MB more than the home page; goal: ${GOAL_MB} MB.
  Peaks over ${PLAYED_SECONDS} s from the start and after each of five seeks: ${peaks.map(addedMb).join(", ")} MB.
${formatProcesses({ home, silent, "highest peak": highest })}`);
    expect(addedMb(highest)).toBeLessThanOrEqual(GOAL_MB);
  } finally {
    await browser.close();
  }
});

/** A line for each kind of process. */
function formatProcesses(measured: Readonly<Record<string, MemoryMb>>): string {
  const kinds = new Set(Object.values(measured).flatMap((memory) => [...memory.keys()]));
  const lines = [...kinds].map((kind) => {
    const values = Object.entries(measured).map(([name, memory]) => `${name} ${Math.round(memory.get(kind) ?? 0)}`);
    return `  ${kind}: ${values.join(", ")} MB`;
  });
  return lines.join("\n");
}
