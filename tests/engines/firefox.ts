import puppeteer, { type Page } from "puppeteer-core";
import { findFirefox } from "#scripts/engine-programs.mjs";
import type { EngineBrowser, EngineOptions } from "./engine-browser.ts";

const VIEWPORT = { width: 1280, height: 800 };

/**
 * Firefox as its distributors ship it, over WebDriver BiDi. Playwright's own support sends commands that the extended
 * support release does not know.
 */
export async function openFirefox({ env }: EngineOptions): Promise<EngineBrowser> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error("Firefox is not installed");
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    env,
    // Containers often forbid the namespaces of the sandbox, and the audio server is reached from the content process.
    extraPrefsFirefox: { "media.cubeb.sandbox": false, "security.sandbox.content.level": 0 },
  });
  const page = await browser.newPage();
  await page.setViewport(VIEWPORT);
  const problems = collectProblems(page);
  return {
    engine: "firefox",
    version: (await browser.version()).replace(/^.*\//, ""),
    open: async (url) => void (await page.goto(url)),
    evaluate: async (expression) => page.evaluate(expression) as Promise<never>,
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async chooseFiles(selector, paths) {
      const input = await page.$(selector);
      if (!input) throw new Error(`no file input matches ${selector}`);
      await input
        .asElement()
        ?.toElement("input")
        .then((element) => element.uploadFile(...paths));
    },
    resize: (size) => page.setViewport(size),
    screenshot: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    consoleProblems: async () => problems,
    close: () => browser.close(),
  };
}

function collectProblems(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error instanceof Error ? error.message : String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warn") problems.push(message.text());
  });
  return problems;
}
