import { setTimeout as wait } from "node:timers/promises";
import { chromium, type LaunchOptions, type Page } from "@playwright/test";
import type { Played } from "#tests/sound-card/complaints.ts";
import { attachProbe, clickOffsetsMs, identifyClicks, type Recording } from "#tests/support/click-probe.ts";
import { percentile } from "#tests/support/percentile.ts";
import { type Skew, skewClock } from "#tests/support/skew-clock.ts";
import { openWithoutUserActivation } from "./page-driver.ts";
import type { TestUser } from "./test-user.ts";

/** The button of the connect prompt. */
export const LISTEN_BUTTON = "[data-testid=listen]";

/** A browser of its own with a room open at the connect prompt, and a probe on its audio output. */
export type Device = {
  readonly page: Page;
  /** Presses the button of the connect prompt. */
  startListening(): Promise<void>;
  /** Returns what the device has played since the last call. */
  takeRecording(): Promise<Recording>;
  /** The app's own measurements, as its sync details show them, by their names. */
  readSyncDetails(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
};

export type DeviceOptions = {
  /** Default: the right time. */
  readonly skew?: Skew;
  /** Default: a guest. */
  readonly user?: TestUser;
};

const opened: Device[] = [];

/** Closes the devices that were launched. */
export async function closeDevices(): Promise<void> {
  await Promise.all(opened.splice(0).map((device) => device.close()));
}

/** `closeDevices` closes it, if the caller does not. */
export async function launchDevice(
  launchOptions: LaunchOptions,
  roomUrl: string,
  { skew, user }: DeviceOptions = {},
): Promise<Device> {
  const browser = await chromium.launch(launchOptions);
  const context = await browser.newContext({ bypassCSP: true });
  await user?.signIn(context);
  const page = await context.newPage();
  const probe = await attachProbe(page);
  if (skew) await skewClock(page, skew);
  const driver = await openWithoutUserActivation(page, roomUrl);
  await driver.waitFor(`document.querySelector("${LISTEN_BUTTON}")`);
  const device: Device = {
    page,
    startListening: () => driver.click(LISTEN_BUTTON),
    takeRecording: () => probe.drain(),
    async readSyncDetails() {
      const details = page.locator("dl:has-text('Jumps and gaps') > div");
      if (!(await details.first().isVisible()))
        await page
          .getByRole("button", { name: /Sync details/ })
          .first()
          .click();
      await details.first().waitFor();
      const texts = await details.evaluateAll((rows) =>
        rows.map((row): [string, string] => [
          row.querySelector("dt")?.firstChild?.textContent ?? "",
          row.querySelector("dd")?.textContent ?? "",
        ]),
      );
      return new Map(texts);
    },
    close: () => browser.close(),
  };
  opened.push(device);
  return device;
}

/** When the room's track began, wall-clock time, as the seek bar of a device shows it: within a second. */
export async function readBeginMs({ page }: Device): Promise<number> {
  const seconds = await page.getByRole("slider", { name: "Position" }).first().getAttribute("aria-valuenow");
  return Date.now() - Number(seconds) * 1000;
}

/** The clicks and silences of a device that plays a click track of this length. */
export function toPlayed(name: string, { clicksMs, startsMs, gapsMs }: Recording, trackSeconds: number): Played {
  const silences = gapsMs.map((fromMs) => ({
    fromMs,
    toMs: startsMs.find((ms) => ms > fromMs) ?? Number.POSITIVE_INFINITY,
  }));
  return { name, clicks: identifyClicks(clicksMs, trackSeconds), silences };
}

/** Lets the devices play. This is a real pause, because the recording itself takes this long. */
export async function recordFor(seconds: number): Promise<void> {
  await wait(seconds * 1000);
}

export type Comparison = {
  /** The number of clicks that both devices played. */
  readonly clicks: number;
  /** Positive if B is behind A. */
  readonly medianMs: number;
  /** Of the absolute distance. */
  readonly p95Ms: number;
  readonly maxMs: number;
};

/** How far B is behind A, over the clicks of a track of this length that both have played. */
export function compareRecordings(a: Recording, b: Recording, trackSeconds: number): Comparison {
  const offsets = clickOffsetsMs(identifyClicks(a.clicksMs, trackSeconds), identifyClicks(b.clicksMs, trackSeconds));
  const distances = offsets.map(Math.abs);
  return {
    clicks: offsets.length,
    medianMs: percentile(offsets, 0.5),
    p95Ms: percentile(distances, 0.95),
    maxMs: percentile(distances, 1),
  };
}

/** Where a recording has gaps, in seconds after its first click, with the player's own count. Empty without gaps. */
export async function describeGaps(device: Device, { clicksMs, gapsMs }: Recording): Promise<string> {
  if (gapsMs.length === 0) return "";
  const firstMs = clicksMs[0] ?? Number.NaN;
  const times = gapsMs.map((ms) => `${((ms - firstMs) / 1000).toFixed(1)} s`);
  return `gaps at ${times.join(", ")}; jumps and gaps that the player counted: ${(await device.readSyncDetails()).get("Jumps and gaps")}`;
}

/** The part of a recording from this wall-clock time on. */
export function recordingFrom(fromMs: number, recording: Recording): Recording {
  const isLater = (ms: number) => ms >= fromMs;
  return {
    clicksMs: recording.clicksMs.filter(isLater),
    startsMs: recording.startsMs.filter(isLater),
    gapsMs: recording.gapsMs.filter(isLater),
    underrunsMs: recording.underrunsMs.filter(isLater),
  };
}
