import { setTimeout as wait } from "node:timers/promises";
import type { EngineBrowser, Point } from "./engine-browser.ts";
import { NoAnswerError } from "./limit-commands.ts";

/** An element as people know it: what kind of control it is, and its accessible name. */
export type Target = {
  readonly role: "button" | "link" | "textbox" | "slider";
  /** The whole name or, if it ends with an ellipsis, the beginning of it. */
  readonly name: string;
};

const POLL_INTERVAL_MS = 100;
const TIMEOUT_MS = 30_000;

/** Waits until the JavaScript expression is truthy in the page. Throws after 30 s, unless another time is given. */
export async function waitFor(browser: EngineBrowser, expression: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    // Evaluating fails for a moment while the page navigates.
    if (await browser.evaluate<boolean>(`Boolean(${expression})`).catch(reportSilence)) return;
    await wait(POLL_INTERVAL_MS);
  }
  throw new Error(`${browser.engine}: ${expression} is still false after ${timeoutMs / 1000} s`);
}

/** A driver without an answer, which is asked again, has lost the question, or the page stands still: the output of the test says so. */
function reportSilence(error: unknown): false {
  if (error instanceof NoAnswerError) console.log(`    ${error.message}; it is asked again`);
  return false;
}

/** Opens a page of the app and waits for hydration. Clicks before that have no effect. */
export async function openPage(browser: EngineBrowser, url: string): Promise<void> {
  await browser.open(url);
  const isHydrated = "Object.keys(document.querySelector('button') ?? {}).some((key) => key.startsWith('__reactProps'))";
  await waitFor(browser, isHydrated);
}

/** Clicks the middle of the first visible element of this kind, as soon as it is enabled, stays in place and is not covered. */
export async function clickTarget(browser: EngineBrowser, target: Target): Promise<void> {
  await browser.clickAt(await locate(browser, target));
}

/** Types into the field with this label. */
export async function fillField(browser: EngineBrowser, label: string, text: string): Promise<void> {
  await clickTarget(browser, { role: "textbox", name: label });
  await browser.type(text);
}

export async function waitForText(browser: EngineBrowser, text: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  await waitFor(browser, `document.body.innerText.includes(${JSON.stringify(text)})`, timeoutMs);
}

/** A point inside the element, where the element was at two moments in a row. */
export async function locate(browser: EngineBrowser, target: Target): Promise<Point> {
  let last: Point | null = null;
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; ) {
    const point: Point | null = await browser
      .evaluate<Point | null>(`(${findPoint})(${JSON.stringify(target)})`)
      .catch(() => null);
    if (point && last && point.x === last.x && point.y === last.y) return point;
    last = point;
    await wait(POLL_INTERVAL_MS);
  }
  throw new Error(`${browser.engine}: no ${target.role} "${target.name}" can be clicked`);
}

/** Runs in the page, so it uses nothing else of this file. */
function findPoint({ role, name }: Target): Point | null {
  const selectors = {
    button: "button:not([role]), [role=button]",
    link: "a[href]",
    textbox: "input:not([type=hidden], [type=file], [type=range]), textarea",
    slider: "input[type=range], [role=slider]",
  };
  const nameOf = (element: Element) => {
    const labels = "labels" in element ? Array.from((element.labels ?? []) as NodeListOf<HTMLLabelElement>) : [];
    const label = labels.map((item) => item.textContent ?? "").join(" ");
    return (element.getAttribute("aria-label") || label || element.textContent || "").trim();
  };
  const isNamed = (element: Element) =>
    name.endsWith("…") ? nameOf(element).startsWith(name.slice(0, -1)) : nameOf(element) === name;
  for (const element of document.querySelectorAll(selectors[role])) {
    if (!isNamed(element) || element.matches(":disabled, [aria-disabled=true]")) continue;
    element.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    const point = { x: x + width / 2, y: y + height / 2 };
    const top = width > 0 && height > 0 ? document.elementFromPoint(point.x, point.y) : null;
    const isReached = top !== null && (element.contains(top) || top.contains(element));
    if (isReached) return point;
  }
  return null;
}
