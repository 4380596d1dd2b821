import { type CDPSession, chromium } from "@playwright/test";
import type { EngineBrowser, EngineOptions } from "./engine-browser.ts";

/** Chromium with what its DevTools protocol adds. */
export type ChromiumBrowser = EngineBrowser & {
  /** Makes the page's threads this many times slower. */
  slowDown(times: number): Promise<void>;
  /** Freezes the page, as a phone does in the background, or lets it go on. */
  setFrozen(isFrozen: boolean): Promise<void>;
};

const VIEWPORT = { width: 1280, height: 800 };
/** Playwright warns when it keeps a page from registering a service worker, as its configuration demands. */
const EXPECTED_WARNING = /Service Worker registration blocked by Playwright/;

export async function openChromium({ env }: EngineOptions): Promise<ChromiumBrowser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
    ignoreDefaultArgs: ["--mute-audio"],
    env,
  });
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    const isProblem = message.type() === "error" || message.type() === "warning";
    if (isProblem && !EXPECTED_WARNING.test(message.text())) problems.push(message.text());
  });
  const session = await context.newCDPSession(page);
  return {
    engine: "chromium",
    version: browser.version(),
    // `page.goto` evaluates scripts, which Chromium counts as a user gesture.
    open: async (url) => void (await session.send("Page.navigate", { url })),
    evaluate: (expression) => evaluate(session, expression),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    chooseFiles: (selector, paths) =>
      page
        .locator(selector)
        .first()
        .setInputFiles([...paths]),
    resize: (size) => page.setViewportSize(size),
    screenshot: async (path) => void (await page.screenshot({ path })),
    consoleProblems: async () => problems,
    slowDown: async (times) => void (await session.send("Emulation.setCPUThrottlingRate", { rate: times })),
    setFrozen: async (isFrozen) =>
      void (await session.send("Page.setWebLifecycleState", { state: isFrozen ? "frozen" : "active" })),
    close: () => browser.close(),
  };
}

async function evaluate<Value>(session: CDPSession, expression: string): Promise<Value> {
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    returnByValue: true,
    userGesture: false,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as Value;
}

export function isChromium(browser: EngineBrowser): browser is ChromiumBrowser {
  return browser.engine === "chromium";
}
