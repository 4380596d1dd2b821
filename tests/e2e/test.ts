import { Agent } from "node:http";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

/**
 * The server closes connections that were idle for five seconds. A request that is sent at that moment gets no response, and would have
 * to be sent again (RFC 9112, section 9.3.1). So each request of the tests has a connection of its own. Playwright sends them with
 * Node, which would keep even a connection whose request said "Connection: close".
 */
Agent.prototype.keepSocketAlive = () => false;

type Fixtures = {
  readonly allowedErrors: RegExp[];
  /** Expects console messages that match the pattern. All other errors and warnings of the page fail the test. */
  readonly allowConsoleErrors: (pattern: RegExp) => void;
  /** Closes what a test has opened: a room that plays on in a forgotten page slows down all tests after it. */
  readonly closeContexts: undefined;
};

/**
 * Playwright's test with a page that waits for hydration and must not log errors or warnings, and with API requests that are
 * sent once.
 */
export const test = base.extend<Fixtures>({
  closeContexts: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(undefined);
      for (const context of browser.contexts()) if (!before.has(context)) await context.close();
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  allowedErrors: ({}, use) => use([]),
  allowConsoleErrors: ({ allowedErrors }, use) => use((pattern) => void allowedErrors.push(pattern)),
  page: async ({ page, allowedErrors }, use) => {
    const errors = collectConsoleErrors(page);
    await use(waitForHydrationOnGoto(page));
    expect(errors.filter((text) => !allowedErrors.some((pattern) => pattern.test(text)))).toEqual([]);
  },
});
export { expect };

/** Browsers log a call that a function has refused, also one that was sent while its session ended. */
export const REFUSED_CALL = /status of 560/;

/** Context options of a phone in Russian. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ru-RU" } as const;

/** A further page in the same test. Its console errors are not checked; see `collectConsoleErrors`. */
export async function newPage(context: BrowserContext): Promise<Page> {
  return waitForHydrationOnGoto(await context.newPage());
}

/** Clears the cookies. The page is left first, because an open page could still send a request as the previous user. */
export async function clearSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/**
 * Chromium warns when an audio context waits for a user gesture, which the app does on purpose, and Playwright when it keeps a
 * page from registering a service worker.
 */
const EXPECTED_WARNING = /AudioContext was not allowed to start|Service Worker registration blocked by Playwright/;

/** The page's uncaught errors, console errors and warnings from now on. The array grows while the page runs. */
export function collectConsoleErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    const isProblem = message.type() === "error" || message.type() === "warning";
    if (isProblem && !EXPECTED_WARNING.test(message.text())) errors.push(message.text());
  });
  return errors;
}

/** `page.goto` with a path of the app, and `page.reload`, resolve after hydration. Clicks before that have no effect. */
function waitForHydrationOnGoto(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (url.startsWith("/")) await waitForHydration(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (response?.ok()) await waitForHydration(page);
    return response;
  };
  return page;
}

export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
}

/** Runs in the page: React has attached its props to the buttons. */
function isHydrated(): boolean {
  const [button] = document.getElementsByTagName("button");
  return button !== undefined && Object.keys(button).some((key) => key.startsWith("__reactProps"));
}
