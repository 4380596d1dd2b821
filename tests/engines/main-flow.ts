import { setTimeout as wait } from "node:timers/promises";
import type { EngineBrowser } from "./engine-browser.ts";
import { clickTarget, fillField, locate, openPage, waitFor, waitForText } from "./engine-page.ts";

// The steps of the app's main flow, as a person takes them, in any engine.

const PASSWORD = "correct horse";
const UPLOAD_TIMEOUT_MS = 45_000;
const LISTEN = "[data-testid=listen]";
const SYNC_BADGE = "[aria-label$='Sync details']";

/** Registers a new user on the home page. */
export async function register(browser: EngineBrowser, origin: string, username: string): Promise<void> {
  await openPage(browser, origin);
  await clickTarget(browser, { role: "button", name: "Create an account" });
  await fillField(browser, "Display name", "Mira");
  await fillField(browser, "Username", username);
  await fillField(browser, "Email", `${username}@example.org`);
  await fillField(browser, "Password", PASSWORD);
  await clickTarget(browser, { role: "button", name: "Create account" });
  await waitFor(browser, "!document.querySelector('[role=dialog]')");
}

/** Creates a room and uploads the files. The page then shows the room. Returns its address. */
export async function createRoomWithFiles(browser: EngineBrowser, name: string, files: readonly string[]): Promise<string> {
  await clickTarget(browser, { role: "link", name: "Create room" });
  await fillField(browser, "Room name", name);
  await clickTarget(browser, { role: "button", name: "Create room" });
  // The upload dialog is open in a new room.
  const input = "[role=dialog] [data-testid=files]";
  await waitFor(browser, `document.querySelector("${input}")`);
  await browser.chooseFiles(input, files);
  // WebKitGTK draws in software and shares the processor with the analysis of the files.
  await waitForText(browser, `${files.length} of ${files.length} ready`, UPLOAD_TIMEOUT_MS);
  await clickTarget(browser, { role: "button", name: "Done" });
  await waitFor(browser, "!document.querySelector('[role=dialog]')");
  return browser.evaluate<string>("location.href");
}

/** Opens the room and presses the button that starts the sound on this device. */
export async function listen(browser: EngineBrowser, roomUrl: string): Promise<void> {
  await openPage(browser, roomUrl);
  await pressListen(browser);
}

/**
 * Presses the button of the connect prompt. Firefox may not show it: its driver evaluates expressions as if they were user
 * gestures, and after one the browser allows audio at once.
 */
export async function pressListen(browser: EngineBrowser): Promise<void> {
  const isShown = `document.querySelector("${LISTEN}")`;
  await waitFor(browser, `${isShown} || document.querySelector("${SYNC_BADGE}")`);
  if (browser.engine === "firefox" && !(await browser.evaluate<boolean>(`${isShown} !== null`))) return;
  await clickTarget(browser, { role: "button", name: "Listen together" });
}

export function pressPlay(browser: EngineBrowser): Promise<void> {
  return clickTarget(browser, { role: "button", name: "Play" });
}

export function pressNext(browser: EngineBrowser): Promise<void> {
  return clickTarget(browser, { role: "button", name: "Next" });
}

/** Seeks to the middle of the track with a click on the seek bar. */
export async function seekToMiddle(browser: EngineBrowser): Promise<void> {
  await browser.clickAt(await locate(browser, POSITION));
}

type NearEnd = { readonly fadeMs: number; readonly positionMs: number };

/** Seeks in the current track, which a crossfade of this length ends, with the API and the session of the browser. */
export async function seekNearEnd(browser: EngineBrowser, { fadeMs, positionMs }: NearEnd): Promise<void> {
  const id = await browser.evaluate<string>("location.pathname.split('/').pop()");
  const { state } = await call<{ state: { playback: { entryId: string } } }>(browser, "query", "rooms.getState", { id });
  const commands = [
    { type: "crossfade", ms: fadeMs },
    { type: "repeat", repeat: "all" },
    { type: "seek", entryId: state.playback.entryId, positionMs },
  ];
  for (const command of commands) await call(browser, "mutation", "rooms.command", { id, command });
}

/** Calls a backend function in the page. */
async function call<T>(browser: EngineBrowser, kind: "query" | "mutation", path: string, args: object): Promise<T> {
  const body = JSON.stringify(JSON.stringify({ path, format: "json", args }));
  const headers = '{ "Content-Type": "application/json" }';
  // not every driver waits for a promise
  await browser.evaluate(`(() => {
    window.calledFunction = null;
    fetch("/api/${kind}", { method: "POST", headers: ${headers}, body: ${body} })
      .then((response) => response.json())
      .then((answer) => { window.calledFunction = answer; });
  })()`);
  await waitFor(browser, "window.calledFunction?.status === 'success'");
  return browser.evaluate<T>("window.calledFunction.value");
}

/** Waits until the seek bar shows a position between these. */
export async function waitForPosition(
  browser: EngineBrowser,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
) {
  const seconds = `Number(${SEEK_BAR}?.ariaValueNow)`;
  await waitFor(browser, `${seconds} >= ${fromMs / 1000} && ${seconds} < ${toMs / 1000}`);
}

const POLL_INTERVAL_MS = 100;
const POSITION = { role: "slider", name: "Position" } as const;
const SEEK_BAR = "document.querySelector('[role=slider][aria-label=Position]')";

const BADGE_LABEL = `document.querySelector("${SYNC_BADGE}")?.ariaLabel`;

/** NaN if the badge names none. */
const SHOWN_BOUND = `Number(/^(?:In sync ±|Within) ([\\d.]+) ms/.exec(${BADGE_LABEL} ?? "")?.[1])`;

/** Waits until the sync badge says that the device plays with the room: in sync, or as exactly as the browser can know. */
export async function waitForSync(browser: EngineBrowser): Promise<void> {
  await waitFor(browser, `/^(In sync|Within)/.test(${BADGE_LABEL})`);
}

/** The largest error, ms, that the sync badge names at this moment, for example 3.2 in "In sync ± 3.2 ms"; null if it names none. */
export function readShownBound(browser: EngineBrowser): Promise<number | null> {
  return browser.evaluate<number | null>(`${SHOWN_BOUND} || null`);
}

/** The position on the seek bar, accurate to a second, and the wall-clock time at which it does. */
export async function readPosition(browser: EngineBrowser): Promise<{ readonly atMs: number; readonly positionMs: number }> {
  const seconds = await browser.evaluate<number>(`Number(${SEEK_BAR}?.ariaValueNow)`);
  return { atMs: Date.now(), positionMs: seconds * 1000 };
}

/** Both seek bars show whole seconds. */
const SAME_POSITION_MS = 1500;
const SAME_POSITION_TIMEOUT_MS = 20_000;

/** Waits until both browsers show the same position, so that the guest plays what the host has chosen. */
export async function waitForSamePosition(host: EngineBrowser, guest: EngineBrowser): Promise<void> {
  const end = Date.now() + SAME_POSITION_TIMEOUT_MS;
  for (;;) {
    const [a, b] = await Promise.all([readPosition(host), readPosition(guest)]);
    const differenceMs = b.positionMs - a.positionMs - (b.atMs - a.atMs);
    if (Math.abs(differenceMs) <= SAME_POSITION_MS) return;
    if (Date.now() > end) throw new Error(`${guest.engine} shows a position ${differenceMs} ms after ${host.engine}'s`);
    await wait(POLL_INTERVAL_MS);
  }
}
