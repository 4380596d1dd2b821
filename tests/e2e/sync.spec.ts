import { mkdirSync, writeFileSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { wavFile } from "#scripts/sound.mjs";
import { apart, attachProbe, identify, percentile } from "#tests/support/click-probe.ts";
import { clickSamples } from "#tests/support/click-track.ts";
import { openQuietly } from "./quiet-page.ts";
import { expect, newMember, test } from "./visitor.ts";

const SECONDS = 40;
const CACHE = new URL("../../.cache/", import.meta.url).pathname;
const TRACK = `${CACHE}click-track.wav`;
const LISTEN = "[data-testid=listen]";

test.beforeAll(() => {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(TRACK, wavFile([clickSamples(SECONDS, 48_000)], 48_000));
});

/** A guest on a device of their own, in front of the connect prompt. */
async function openDevice(browser: Browser, url: string) {
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  const probe = await attachProbe(page);
  const quiet = await openQuietly(page, url);
  await quiet.waitFor(`document.querySelector("${LISTEN}")`);
  return { page, probe, quiet };
}

test("two browsers play one song at one moment, and one that joins late is with them soon", async ({
  request,
  baseURL,
  launchOptions,
}) => {
  const host = await newMember(request, baseURL);
  const { id, url } = await host.makeRoom("Sync", [TRACK]);
  // processes of their own, as on two devices
  const browsers = await Promise.all([1, 2, 3].map(() => chromium.launch(launchOptions)));
  try {
    const [a, b, late] = await Promise.all(browsers.map((browser) => openDevice(browser, `${baseURL}/room/${url}`)));
    if (!a || !b || !late) throw new Error("three devices");
    for (const { quiet } of [a, b]) await quiet.click(LISTEN);
    await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
    await a.page.waitForTimeout(6000);

    const joinedAtMs = Date.now();
    await late.quiet.click(LISTEN);
    await a.page.waitForTimeout(9000);

    const heard = await Promise.all([a, b, late].map(({ probe }) => probe.drain()));
    const [clicksA, clicksB, clicksLate] = heard.map(({ clicks }) => identify(clicks, SECONDS));
    if (!clicksA || !clicksB || !clicksLate) throw new Error("three devices");

    const together = apart(clicksA, clicksB);
    expect(together.length).toBeGreaterThan(20);
    expect(Math.abs(percentile(together, 0.5))).toBeLessThan(1);
    expect(percentile(together.map(Math.abs), 0.95)).toBeLessThan(3);
    expect(heard[0]?.holesMs).toEqual([]);
    expect(heard[1]?.holesMs).toEqual([]);

    const firstMs = Math.min(...clicksLate.values());
    // sound within 1.5 s of the press; its first click comes at most 0.7 s later
    expect(firstMs - joinedAtMs).toBeLessThan(2200);
    const settled = new Map([...clicksLate].filter(([, wallMs]) => wallMs > firstMs + 2000));
    expect(settled.size).toBeGreaterThan(8);
    expect(Math.max(...apart(clicksA, settled).map(Math.abs))).toBeLessThan(20);
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
});
