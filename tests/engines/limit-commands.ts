import type { EngineBrowser } from "./engine-browser.ts";

/** Most commands take less than a second. The limit is for a busy machine. */
const COMMAND_TIMEOUT_MS = 20_000;
/** Loading a page and drawing a picture of it take longest. */
const PAGE_TIMEOUT_MS = 45_000;
/** Short enough for `waitFor` to evaluate again: a driver may lose an evaluation while the page navigates (w3c/webdriver-bidi#378). */
const EVALUATE_TIMEOUT_MS = 10_000;

/** The browser with a time limit for each command. A driver that loses one would stop the test without a hint at the command. */
export function limitCommands(browser: EngineBrowser): EngineBrowser {
  const limit = <Value>(command: string, timeoutMs: number, answer: Promise<Value>) =>
    answerWithin(`${browser.engine}'s driver: ${command}`, timeoutMs, answer);
  return {
    ...browser,
    open: (url) => limit(`open ${url}`, PAGE_TIMEOUT_MS, browser.open(url)),
    evaluate: (expression) => limit(`evaluate ${expression}`, EVALUATE_TIMEOUT_MS, browser.evaluate(expression)),
    clickAt: (point) => limit("click", COMMAND_TIMEOUT_MS, browser.clickAt(point)),
    type: (text) => limit("type", COMMAND_TIMEOUT_MS, browser.type(text)),
    chooseFiles: (selector, paths) => limit("choose files", COMMAND_TIMEOUT_MS, browser.chooseFiles(selector, paths)),
    resize: (size) => limit("resize", COMMAND_TIMEOUT_MS, browser.resize(size)),
    screenshot: (path) => limit("screenshot", PAGE_TIMEOUT_MS, browser.screenshot(path)),
    consoleProblems: () => limit("read the console", COMMAND_TIMEOUT_MS, browser.consoleProblems()),
    close: () => limit("close", COMMAND_TIMEOUT_MS, browser.close()),
  };
}

/** A driver has not answered a command in time. */
export class NoAnswerError extends Error {}

/** Rejects with a `NoAnswerError` that names the command if there is no answer in time. */
export async function answerWithin<Value>(command: string, timeoutMs: number, answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerError(`${command} has no answer after ${timeoutMs / 1000} s`)), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
