import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { analyzeRecording, type DeviceSound } from "#tests/sound-card/device-sound.ts";
import { pauseProcesses } from "#tests/sound-card/pause-processes.ts";
import { type CardRoom, openCardRoom } from "./card-room.ts";
import { clickToneTrack } from "./tone-tracks.ts";

type Server = Pick<Parameters<typeof openCardRoom>[0], "request" | "baseURL">;

export type RecoveryFigure = {
  readonly name: string;
  /** The time without a click before that moment, ms. Those of the track are 0.7 s apart at most. */
  readonly silentMs: number;
  /**
   * From the moment at which the device could play again to its first click, and to the first one after which all are in sync, ms.
   * Accurate to 0.1 s.
   */
  readonly soundMs: number | null;
  readonly syncMs: number | null;
  /** The events in the device's log since the last measurement, oldest first. */
  readonly log: readonly string[];
};

/** Takes the sound of the second device and gives it back. Returns the wall-clock time at which it could play again, ms. */
type Trouble = (room: CardRoom) => Promise<number>;

const TRACK_SEC = 600;
const TROUBLE_MS = 15_000;
const AFTER_MS = 15_000;
const IN_SYNC_MS = 5;
const LOG = "What happened on this device";

const TROUBLES: Record<string, Trouble> = {
  "a sleep": async ({ card }) => {
    const resume = pauseProcesses(card.env(1));
    await wait(TROUBLE_MS);
    resume();
    return Date.now();
  },
  "a call": async ({ pages: [, page] }) => {
    await page?.evaluate(startCall);
    await wait(TROUBLE_MS);
    await page?.evaluate(endCall);
    return Date.now();
  },
  "a page that was frozen": async ({ pages: [, page] }) => {
    if (!page) throw new Error("two devices are needed");
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    await wait(TROUBLE_MS);
    await session.send("Page.setWebLifecycleState", { state: "active" });
    return Date.now();
  },
  "a failure of the output": async ({ card }) => {
    const endedAtMs = Date.now();
    await card.endStreams(1);
    return endedAtMs;
  },
};

/** Measures how long a device takes to play in sync with another one again. */
export async function measureRecoveries(server: Server, report: (figure: RecoveryFigure) => void): Promise<void> {
  const files = [clickToneTrack(500, TRACK_SEC, 5)];
  const room = await openCardRoom({ ...server, files, settings: [{}, {}], prepare: watchContext });
  try {
    for (const [name, trouble] of Object.entries(TROUBLES)) report(await measure(room, name, trouble));
  } finally {
    await room.close();
  }
}

async function measure(room: CardRoom, name: string, trouble: Trouble): Promise<RecoveryFigure> {
  const [, page] = room.pages;
  if (!page) throw new Error("two devices are needed");
  const before = (await readLog(page)).length;
  const recorder = await room.card.record();
  const backAtMs = await trouble(room);
  await wait(AFTER_MS);
  const [reference, device] = analyzeRecording(await recorder.stop());
  const log = (await readLog(page)).slice(before);
  if (!reference || !device) throw new Error("two devices are needed");
  return { name, log, ...compare(reference, device, backAtMs) };
}

function compare(reference: DeviceSound, device: DeviceSound, backAtMs: number): Omit<RecoveryFigure, "name" | "log"> {
  const silentSinceMs = device.clicksMs.findLast((ms) => ms < backAtMs) ?? reference.clicksMs[0] ?? backAtMs;
  const distances = device.clicksMs
    .filter((ms) => ms >= backAtMs)
    .map((ms) => ({ ms, distanceMs: Math.min(...reference.clicksMs.map((other) => Math.abs(other - ms))) }));
  const lastWrong = distances.findLastIndex(({ distanceMs }) => distanceMs > IN_SYNC_MS);
  const [first, inSync] = [distances[0], distances[lastWrong + 1]];
  return {
    silentMs: backAtMs - silentSinceMs,
    soundMs: first ? first.ms - backAtMs : null,
    syncMs: inSync ? inSync.ms - backAtMs : null,
  };
}

/** The device's log in its panel, oldest first. */
async function readLog(page: Page): Promise<readonly string[]> {
  const panel = page.getByRole("complementary", { name: "Devices" });
  if (!(await panel.isVisible())) await page.getByRole("button", { name: "Devices", exact: true }).click();
  const title = panel.getByRole("button", { name: LOG });
  if ((await title.getAttribute("aria-expanded")) !== "true") await title.click();
  const lines = await panel.getByRole("list", { name: LOG }).getByRole("listitem").allInnerTexts();
  return lines.map((line) => line.replace(/\s+/g, " ")).reverse();
}

/** The page's audio context, and whether a call takes its output. */
type CallWindow = Window & { outputContext?: AudioContext; isCalling?: boolean };

/** Runs in the page before its scripts. While a call lasts, the system refuses to resume the output. */
function watchContext(): void {
  const page: CallWindow = window;
  const { resume } = AudioContext.prototype;
  AudioContext.prototype.resume = function () {
    page.outputContext = this;
    return page.isCalling ? Promise.reject(new DOMException("in a call", "InvalidStateError")) : resume.call(this);
  };
}

function startCall(): void {
  const page: CallWindow = window;
  page.isCalling = true;
  void page.outputContext?.suspend();
}

function endCall(): void {
  const page: CallWindow = window;
  page.isCalling = false;
}
