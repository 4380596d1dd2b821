import { setTimeout as wait } from "node:timers/promises";
import { fitLine, valueAt } from "#app/domain/sync/line-fit.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { isChromium } from "#tests/engines/chromium.ts";
import type { EngineBrowser, EngineName } from "#tests/engines/engine-browser.ts";
import { clickTarget, openPage, waitFor } from "#tests/engines/engine-page.ts";
import { type EngineSession, openEngineSession } from "#tests/engines/engine-session.ts";
import { pressListen } from "#tests/engines/main-flow.ts";
import { type DeviceSound, soundBetween } from "#tests/sound-card/device-sound.ts";
import { pauseProcesses } from "#tests/sound-card/pause-processes.ts";
import { identifyClicks } from "#tests/support/click-probe.ts";
import { clickTimesMs } from "#tests/support/click-track.ts";
import { percentile } from "#tests/support/percentile.ts";
import { clickToneTrack } from "./tone-tracks.ts";

type Server = {
  readonly request: Parameters<typeof registerUser>[0];
  readonly baseURL: string | undefined;
};

export type RecoveryFigure = {
  readonly name: string;
  /** The time without a click before that moment, ms. Those of the track are 0.7 s apart at most. */
  readonly silentMs: number;
  /**
   * From the moment at which the device could play again to its first click, and to the first one from which on all are where they
   * were before, ms. Accurate to 0.1 s.
   */
  readonly soundMs: number | null;
  readonly syncMs: number | null;
  /** How much later than before the trouble the device plays right after it and at the end, ms. */
  readonly shiftMs: { readonly first: number; readonly last: number };
  /** The events in the device's log since the last measurement, oldest first. */
  readonly log: readonly string[];
};

/** Takes the sound of the second device and gives it back. Returns the wall-clock time at which it could play again, ms. */
type Trouble = (session: EngineSession, browser: EngineBrowser) => Promise<number>;

const TRACK_SEC = 600;
const TRACK_SEED = 5;
/** The browsers know their outputs after this. */
const SETTLE_MS = 45_000;
const BEFORE_MS = 6000;
const TROUBLE_MS = 15_000;
const AFTER_MS = 15_000;
const IN_SYNC_MS = 5;
/** The virtual card's clock is slower than the room's. */
const CARD_DRIFT_SIGMA = 1e-2;
/**
 * The virtual card jumps by up to 0.15 s when a browser that was stopped goes on, and the reference follows it within 3 s. The device is
 * held against the course of the reference after that.
 */
const REFERENCE_MS = 5000;
const LOG = "What happened on this device";
const LOG_LIST = `document.querySelector('ul[aria-label="${LOG}"]')`;

const TROUBLES: Record<string, Trouble> = {
  "a sleep": async ({ card }) => {
    const resume = pauseProcesses(card.env(1));
    await wait(TROUBLE_MS);
    resume();
    return Date.now();
  },
  "a call": async (_session, browser) => {
    await browser.evaluate(`(${startCall})()`);
    await wait(TROUBLE_MS);
    await browser.evaluate(`(${endCall})()`);
    return Date.now();
  },
};

/** A page in WebKitGTK gives no answer any more when the sound server has ended its stream. */
const OUTPUT_TROUBLES: typeof TROUBLES = {
  ...TROUBLES,
  "a failure of the output": async ({ card }) => {
    const endedAtMs = Date.now();
    await card.endStreams(1);
    return endedAtMs;
  },
};

/** Only Chromium's protocol can freeze a page. */
const CHROMIUM_TROUBLES: typeof TROUBLES = {
  ...OUTPUT_TROUBLES,
  "a page that was frozen": async (_session, browser) => {
    if (!isChromium(browser)) throw new Error("only Chromium can freeze a page");
    await browser.setFrozen(true);
    await wait(TROUBLE_MS);
    await browser.setFrozen(false);
    return Date.now();
  },
};

const TROUBLES_OF: Readonly<Record<EngineName, typeof TROUBLES>> = {
  chromium: CHROMIUM_TROUBLES,
  firefox: OUTPUT_TROUBLES,
  webkit: TROUBLES,
};

/** Measures how long a device takes to play again as it did before, in sync with one in Chromium. */
export async function measureRecoveries(
  { request, baseURL }: Server,
  engine: EngineName,
  report: (figure: RecoveryFigure) => void,
): Promise<void> {
  const owner = await registerUser(request, baseURL);
  const { id, url } = await owner.createRoom("Recoveries", [clickToneTrack(500, TRACK_SEC, TRACK_SEED)]);
  await owner.call("mutation", "rooms.command", { id, command: { type: "repeat", repeat: "all" } });
  await owner.call("mutation", "rooms.command", { id, command: { type: "play" } });
  const session = await openEngineSession(["chromium", engine]);
  try {
    for (const browser of session.browsers) {
      await openPage(browser, `${baseURL}/room/${url}`);
      await browser.evaluate(`(${watchContext})()`);
      await pressListen(browser);
    }
    await wait(SETTLE_MS);
    for (const [name, trouble] of Object.entries(TROUBLES_OF[engine])) report(await measure(session, name, trouble));
  } finally {
    await session.close();
  }
}

async function measure(session: EngineSession, name: string, trouble: Trouble): Promise<RecoveryFigure> {
  const [, browser] = session.browsers;
  if (!browser) throw new Error("two devices are needed");
  const before = (await readLog(browser)).length;
  let troubleAtMs = 0;
  let backAtMs = 0;
  const [reference, device] = await session.recordDuring(async () => {
    await wait(BEFORE_MS);
    troubleAtMs = Date.now();
    backAtMs = await trouble(session, browser);
    await wait(AFTER_MS);
  });
  const log = (await readLog(browser)).slice(before);
  if (!reference || !device) throw new Error("two devices are needed");
  return { name, log, ...compare(reference, device, { troubleAtMs, backAtMs }) };
}

type Moments = { readonly troubleAtMs: number; readonly backAtMs: number };

function compare(
  reference: DeviceSound,
  device: DeviceSound,
  { troubleAtMs, backAtMs }: Moments,
): Omit<RecoveryFigure, "name" | "log"> {
  const settledAtMs = backAtMs + REFERENCE_MS;
  const before = findLags(soundBetween(reference, 0, troubleAtMs), soundBetween(device, 0, troubleAtMs));
  const after = findLags(
    soundBetween(reference, settledAtMs, Number.POSITIVE_INFINITY),
    soundBetween(device, backAtMs, Number.POSITIVE_INFINITY),
  );
  const usualMs = percentile(before.map(({ lagMs }) => lagMs).filter(Number.isFinite), 0.5);
  const lastWrong = after.findLastIndex(({ lagMs }) => !(Math.abs(lagMs - usualMs) <= IN_SYNC_MS));
  const [first, inSync] = [after[0], after[lastWrong + 1]];
  return {
    silentMs: backAtMs - (device.clicksMs.findLast((ms) => ms < backAtMs) ?? troubleAtMs),
    soundMs: first ? first.ms - backAtMs : null,
    syncMs: inSync ? inSync.ms - backAtMs : null,
    shiftMs: { first: (first?.lagMs ?? Number.NaN) - usualMs, last: (after.at(-1)?.lagMs ?? Number.NaN) - usualMs },
  };
}

/**
 * How much later than the line through the clicks of the reference each click of the device is, ms; NaN for one that the track does not
 * have there.
 */
function findLags(reference: DeviceSound, { clicksMs }: DeviceSound) {
  const timesMs = clickTimesMs(TRACK_SEC, TRACK_SEED);
  const points = [...identifyClicks(reference.clicksMs, TRACK_SEC, TRACK_SEED)].map(([index, ms]) => {
    const x = timesMs[index] ?? Number.NaN;
    return { x, y: ms - x, sigma: 0.5 };
  });
  const line = fitLine(points, { slopeSigma: CARD_DRIFT_SIGMA });
  const indexes = new Map([...identifyClicks(clicksMs, TRACK_SEC, TRACK_SEED)].map(([index, ms]) => [ms, index]));
  return clicksMs.map((ms) => {
    const timeMs = timesMs[indexes.get(ms) ?? -1];
    return { ms, lagMs: line && timeMs !== undefined ? ms - timeMs - valueAt(line, timeMs) : Number.NaN };
  });
}

/** The device's log in its panel, oldest first. The panel is closed again, so that it takes no time during the measurement. */
async function readLog(browser: EngineBrowser): Promise<readonly string[]> {
  await clickTarget(browser, { role: "button", name: "Devices" });
  await clickTarget(browser, { role: "button", name: LOG });
  await waitFor(browser, LOG_LIST);
  const lines = await browser.evaluate<string[]>(`Array.from(${LOG_LIST}.children, (line) => line.innerText)`);
  await clickTarget(browser, { role: "button", name: "Close" });
  return lines.map((line) => line.replace(/\s+/g, " ")).reverse();
}

/** The page's audio context, and whether a call takes its output. */
type CallWindow = Window & { outputContext?: AudioContext; isCalling?: boolean };

/** Runs in the page before the sound starts. While a call lasts, the system refuses to resume the output. */
function watchContext(): void {
  const page: CallWindow = window;
  const { resume, getOutputTimestamp } = AudioContext.prototype;
  AudioContext.prototype.resume = function () {
    page.outputContext = this;
    return page.isCalling ? Promise.reject(new DOMException("in a call", "InvalidStateError")) : resume.call(this);
  };
  // where the browser has allowed sound before
  AudioContext.prototype.getOutputTimestamp = function () {
    page.outputContext = this;
    return getOutputTimestamp.call(this);
  };
}

function startCall(): void {
  const page: CallWindow = window;
  if (!page.outputContext) throw new Error("the page has no sound");
  page.isCalling = true;
  void page.outputContext.suspend();
}

function endCall(): void {
  const page: CallWindow = window;
  page.isCalling = false;
}
