import { setTimeout as elapse } from "node:timers/promises";
import { type Browser, chromium, type LaunchOptions, type Page } from "@playwright/test";
import { apart, attachProbe, identify, percentile, type Recording } from "#tests/support/click-probe.ts";
import { type Skew, skewClock } from "#tests/support/skew-clock.ts";
import { openQuietly } from "./quiet-page.ts";
import { expect, type Member } from "./visitor.ts";

/** The connect prompt's button. */
export const LISTEN = "[data-testid=listen]";

/** Somebody's device in a room: a browser of its own, before the connect prompt, with a probe on what it plays. */
export type Device = {
  readonly page: Page;
  /** Presses the connect prompt. */
  listen(): Promise<void>;
  /** What it has played since it was last asked. */
  recording(): Promise<Recording>;
  /** How often its player jumped or had nothing to play, by its own account. */
  slips(): Promise<number>;
  close(): Promise<void>;
};

/** @param who a guest, unless said otherwise; and how wrong the device's clock is */
export async function openDevice(
  launchOptions: LaunchOptions,
  roomUrl: string,
  { skew, member }: { readonly skew?: Skew; readonly member?: Member } = {},
): Promise<Device> {
  const browser: Browser = await chromium.launch(launchOptions);
  const context = await browser.newContext({ bypassCSP: true });
  await member?.signIn(context);
  const page = await context.newPage();
  const probe = await attachProbe(page);
  if (skew) await skewClock(page, skew);
  const quiet = await openQuietly(page, roomUrl);
  await quiet.waitFor(`document.querySelector("${LISTEN}")`);
  return {
    page,
    listen: () => quiet.click(LISTEN),
    recording: () => probe.drain(),
    async slips() {
      await page
        .getByRole("button", { name: /How we know/ })
        .first()
        .click();
      return Number(await page.locator("dt:has-text('Jumps and gaps') + dd").innerText());
    },
    close: () => browser.close(),
  };
}

/** Sound takes its time: so long nothing is done but listened. */
export async function listenFor(seconds: number): Promise<void> {
  await elapse(seconds * 1000);
}

export type Comparison = {
  /** How many clicks both have played. */
  readonly clicks: number;
  readonly medianMs: number;
  /** Of the distance, whichever is first. */
  readonly p95Ms: number;
  readonly maxMs: number;
};

/** How far B is behind A, over the clicks of a track of this length that both have played. */
export function compare(a: Recording, b: Recording, trackSeconds: number): Comparison {
  const offsets = apart(identify(a.clicks, trackSeconds), identify(b.clicks, trackSeconds));
  const distances = offsets.map(Math.abs);
  return {
    clicks: offsets.length,
    medianMs: percentile(offsets, 0.5),
    p95Ms: percentile(distances, 0.95),
    maxMs: percentile(distances, 1),
  };
}

export function inWords({ clicks, medianMs, p95Ms, maxMs }: Comparison): string {
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  return `apart by ${ms(medianMs)} in the middle, 95 % within ${ms(p95Ms)}, all within ${ms(maxMs)}, of ${clicks} clicks`;
}

/** Holes from the first click on, s, beside what the player itself has noticed. */
export async function tellHoles(device: Device, { clicks, holesMs }: Recording): Promise<string> {
  const firstMs = clicks[0]?.wallMs ?? Number.NaN;
  const at = holesMs.map((ms) => `${((ms - firstMs) / 1000).toFixed(1)} s`);
  return `holes at ${at.join(", ") || "–"}; jumps and gaps by the player's own account: ${await device.slips()}`;
}

export async function expectUnbroken(device: Device, recording: Recording): Promise<void> {
  const told = recording.holesMs.length > 0 ? await tellHoles(device, recording) : "";
  expect(recording.holesMs, told).toEqual([]);
}

/** What was heard from this moment on. */
export function since(fromMs: number, { clicks, beganMs, holesMs }: Recording): Recording {
  const isSince = (ms: number) => ms >= fromMs;
  return {
    clicks: clicks.filter(({ wallMs }) => isSince(wallMs)),
    beganMs: beganMs.filter(isSince),
    holesMs: holesMs.filter(isSince),
  };
}
