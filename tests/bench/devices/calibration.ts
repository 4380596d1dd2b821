import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { findChirps } from "#tests/sound-card/find-chirps.ts";
import { findClicks } from "#tests/sound-card/find-clicks.ts";
import { startMachineWatch } from "#tests/sound-card/machine-watch.ts";
import { percentile } from "#tests/support/percentile.ts";
import { type CardRoom, openCardRoom } from "./card-room.ts";
import { clickToneTrack } from "./tone-tracks.ts";

type Server = Pick<Parameters<typeof openCardRoom>[0], "request" | "baseURL">;

/** One device in one measurement. */
export type CalibrationFigure = {
  /** By how much it was later than the listener, at the microphone, ms. */
  readonly trueMs: number;
  /** By how much the product says it was, ms; null if it has found no delay. */
  readonly foundMs: number | null;
  /** The result as the product shows it. */
  readonly text: string;
  /** The rows that the product has refused before, with which it asks to try again. */
  readonly refusals: readonly string[];
  /** How long the machine stood still at most, ms; null if that was not measured. */
  readonly stallMs: number | null;
  /** By how much it is later than the listener afterwards, at the microphone, ms; null if nothing was applied. */
  readonly afterMs: number | null;
};

const TRACK_SEC = 600;
const SETTLE_MS = 3000;
const AFTER_MS = 8000;
const RESULT_TIMEOUT_MS = 90_000;
/** Clicks of two devices that belong together are closer than this. */
const SAME_CLICK_MS = 20;
const LEVEL = 0.5;
const ATTEMPTS = 3;
const DIALOG = "Measure with the microphone";

/**
 * The first device listens and measures the others.
 * @param placements for each measurement, the delays of the other devices from the card to the microphone, ms
 */
export async function measureCalibrations(
  server: Server,
  placements: readonly (readonly number[])[],
  report: (figures: readonly CalibrationFigure[]) => void,
): Promise<void> {
  const devices = (placements[0]?.length ?? 0) + 1;
  const settings = Array.from({ length: devices }, (_, device) => ({ name: nameOf(device) }));
  const room = await openCardRoom({ ...server, files: [clickToneTrack(500, TRACK_SEC, 3)], settings, hasMicrophone: true });
  try {
    for (const delaysMs of placements) report(await measureOnce(room, [0, ...delaysMs]));
  } finally {
    await room.close();
  }
}

const nameOf = (device: number) => `Device ${device}`;

async function measureOnce(room: CardRoom, delaysMs: readonly number[]): Promise<readonly CalibrationFigure[]> {
  const [page] = room.pages;
  if (!page) throw new Error("no device listens");
  await room.card.microphone?.place({ delaysMs, levels: delaysMs.map(() => LEVEL) });
  const { texts, chirps, refusals, stallMs } = await calibrate(room, page);
  const hasApplied = await apply(page);
  const after = hasApplied ? await recordClicks(room) : [];
  return delaysMs.slice(1).map((delayMs, index) => {
    const device = index + 1;
    const text = texts.find((row) => row.includes(nameOf(device))) ?? "no row";
    const foundMs = readFound(text);
    const hasFigure = hasApplied && foundMs !== null;
    return {
      trueMs: delayMs + lagOf(chirps, device),
      foundMs,
      text,
      refusals: refusals.filter((row) => row.includes(nameOf(device))),
      stallMs,
      afterMs: hasFigure ? delayMs + clickLag(after[0] ?? [], after[device] ?? [], -delayMs) : null,
    };
  });
}

type Calibrated = Pick<CalibrationFigure, "refusals" | "stallMs"> & {
  /** The rows of the result. */
  readonly texts: readonly string[];
  /** When each device has played its chirps, ms. */
  readonly chirps: readonly (readonly number[])[];
};

/** Measures all devices, and again if the product asks for that. */
async function calibrate(room: CardRoom, page: Page): Promise<Calibrated> {
  const refusals: string[] = [];
  for (let attempt = 1; ; attempt++) {
    const recorder = await room.card.record();
    const watch = startMachineWatch();
    const texts = await measureInPanel(page);
    const stallMs = await watch.stop();
    const { devices, sampleRate } = await recorder.stop();
    const refused = texts.slice(1).filter((row) => readFound(row) === null);
    if (refused.length === 0 || attempt === ATTEMPTS) {
      return { texts, refusals, stallMs, chirps: devices.map((samples) => findChirps(samples, sampleRate)) };
    }
    refusals.push(...refused);
    await page.getByRole("dialog", { name: DIALOG }).getByRole("button", { name: "Cancel" }).click();
  }
}

/** Measures all devices in the panel. Returns the rows of the result. */
async function measureInPanel(page: Page): Promise<readonly string[]> {
  const panel = page.getByRole("complementary", { name: "Devices" });
  if (!(await panel.isVisible())) await page.getByRole("button", { name: "Devices", exact: true }).click();
  await panel.getByRole("button", { name: DIALOG }).click();
  const dialog = page.getByRole("dialog", { name: DIALOG });
  await dialog.getByRole("button", { name: "Start measuring" }).click();
  await dialog.getByRole("button", { name: "Try again" }).waitFor({ timeout: RESULT_TIMEOUT_MS });
  return dialog.getByRole("row").allInnerTexts();
}

/** Sets the delays that were found, and closes the dialog. False if there are none. */
async function apply(page: Page): Promise<boolean> {
  const dialog = page.getByRole("dialog", { name: DIALOG });
  const button = dialog.getByRole("button", { name: "Apply all" });
  const canApply = await button.isVisible();
  await (canApply ? button : dialog.getByRole("button", { name: "Cancel" })).click();
  await dialog.waitFor({ state: "detached" });
  return canApply;
}

/** The delay in a row of the result: "12.5 ± 0.3 ms late". Null without one. */
function readFound(text: string): number | null {
  const [, ms, side] = /([\d.]+) ± [\d.]+ ms (late|early)/.exec(text) ?? [];
  return ms === undefined ? null : Number(ms) * (side === "late" ? 1 : -1);
}

/** How much later than the first device this one played its chirps, ms, apart from their slots. The median of all rounds. */
function lagOf(chirps: readonly (readonly number[])[], device: number): number {
  const { chirpRounds, chirpSlotMs } = deviceLimits;
  const periodMs = chirps.length * chirpSlotMs;
  const listener = findSeries(chirps[0] ?? [], periodMs, chirpRounds + 1);
  const played = findSeries(chirps[device] ?? [], periodMs, chirpRounds);
  // the card's clock is not the room's
  const slotMs = ((listener.at(-1) ?? 0) - (listener[0] ?? 0)) / (chirpRounds * chirps.length);
  const lags = played.map((ms, round) => ms - (listener[round] ?? Number.NaN) - device * slotMs);
  return percentile(lags, 0.5);
}

/** The chirps that follow each other in this period. There may be other short sounds, such as the end of the music. */
function findSeries(timesMs: readonly number[], periodMs: number, count: number): readonly number[] {
  for (const firstMs of timesMs) {
    const series = Array.from({ length: count }, (_, i) => {
      const dueMs = firstMs + i * periodMs;
      return timesMs.find((ms) => Math.abs(ms - dueMs) < SAME_CLICK_MS) ?? null;
    }).filter((ms) => ms !== null);
    if (series.length === count) return series;
  }
  return [];
}

async function recordClicks(room: CardRoom): Promise<readonly (readonly number[])[]> {
  await wait(SETTLE_MS);
  const recorder = await room.card.record();
  // a real pause: the recording takes this long
  await wait(AFTER_MS);
  const { devices, sampleRate } = await recorder.stop();
  return devices.map((samples) => findClicks(samples, sampleRate));
}

/** The median of how much later the clicks of `b` are, ms. They are about `expectedMs` later. */
function clickLag(a: readonly number[], b: readonly number[], expectedMs: number): number {
  const lags = a.flatMap((ms) => {
    const match = b.find((other) => Math.abs(other - ms - expectedMs) < SAME_CLICK_MS);
    return match === undefined ? [] : [match - ms];
  });
  return percentile(lags, 0.5);
}
