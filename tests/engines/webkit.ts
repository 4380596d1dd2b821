import { writeFileSync } from "node:fs";
import { findMiniBrowser } from "#scripts/engine-programs.mjs";
import type { EngineBrowser, EngineOptions, Point } from "./engine-browser.ts";
import { createSession, type WebDriverSession } from "./webdriver.ts";
import { startWebKitDriver } from "./webkit-driver.ts";

const VIEWPORT = { width: 1280, height: 800 };
/** WebDriver's codes of keys without a character. */
const ENTER_KEY = "\uE007";

/** WebKitGTK, the engine of Safari, in its test browser on a virtual display. It draws in software. */
export async function openWebKit({ env }: EngineOptions): Promise<EngineBrowser> {
  const binary = findMiniBrowser();
  if (!binary) throw new Error("WebKitGTK's MiniBrowser is not installed");
  const driver = await startWebKitDriver(env);
  const capabilities = { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  const session = await createSession(driver.url, capabilities);
  const resize = resizeViewport(session);
  await resize(VIEWPORT);
  return {
    engine: "webkit",
    version: session.browserVersion,
    async open(url) {
      await session.send("POST", "/url", { url });
      await session.evaluate(`(${recordProblems})()`);
    },
    evaluate: (expression) => session.evaluate(expression),
    clickAt: (point) => click(session, point),
    type: (text) => type(session, text),
    async chooseFiles(selector, paths) {
      const element = await session.findElement(selector);
      await session.send("POST", `/element/${element}/value`, { text: paths.join("\n") });
    },
    resize,
    async screenshot(path) {
      writeFileSync(path, Buffer.from(await session.send<string>("GET", "/screenshot"), "base64"));
    },
    consoleProblems: () => session.evaluate("window.consoleProblems ?? []"),
    async close() {
      await session.end();
      await driver.stop();
    },
  };
}

declare global {
  interface Window {
    consoleProblems?: string[];
  }
}

/** Runs in the page, because WebDriver cannot read the console. Misses what happens while the page loads. */
function recordProblems(): void {
  const problems: string[] = [];
  window.consoleProblems = problems;
  addEventListener("error", (event) => problems.push(event.message));
  addEventListener("unhandledrejection", (event) => problems.push(String(event.reason)));
  for (const level of ["error", "warn"] as const) {
    const write = console[level];
    console[level] = (...parts: unknown[]) => {
      problems.push(parts.map(String).join(" "));
      write.apply(console, parts);
    };
  }
}

/** WebDriver sets the size of the window. The toolbar above the page has its own height. */
function resizeViewport(session: WebDriverSession) {
  return async ({ width, height }: { readonly width: number; readonly height: number }) => {
    await session.send("POST", "/window/rect", { width, height });
    const chrome = await session.evaluate<{ x: number; y: number }>(
      "({ x: outerWidth - innerWidth, y: outerHeight - innerHeight })",
    );
    await session.send("POST", "/window/rect", { width: width + chrome.x, height: height + chrome.y });
  };
}

async function click(session: WebDriverSession, { x, y }: Point): Promise<void> {
  const actions = [
    { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y), origin: "viewport" },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
  await session.send("POST", "/actions", { actions: [mouse] });
}

async function type(session: WebDriverSession, text: string): Promise<void> {
  const actions = [...text].flatMap((char) => {
    const value = char === "\n" ? ENTER_KEY : char;
    return [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ];
  });
  await session.send("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
}
