import { type CDPSession, expect, type Page } from "@playwright/test";

/**
 * Inspects and clicks a page without user activation until the first click. Everything that Playwright evaluates counts as
 * a user gesture and would let the page start audio before the listener has pressed anything.
 */
export type PageDriver = {
  /** Waits until the JavaScript expression is truthy in the page. */
  waitFor(expression: string): Promise<void>;
  /** Clicks the first visible element that matches the selector. */
  click(selector: string): Promise<void>;
};

const POLL_INTERVAL_MS = 50;
const TIMEOUT_MS = 45_000;

export async function openWithoutUserActivation(page: Page, url: string): Promise<PageDriver> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  await session.send("Page.navigate", { url });
  return drivePage(session);
}

/** Drives an open page without user activation until the first click. */
export function drivePage(session: Pick<CDPSession, "send">): PageDriver {
  async function waitFor(expression: string): Promise<void> {
    // Evaluating fails for a moment while the page navigates.
    const isTrue = () => evaluate<boolean>(session, `Boolean(${expression})`).catch(() => false);
    await expect.poll(isTrue, { message: expression, intervals: [POLL_INTERVAL_MS], timeout: TIMEOUT_MS }).toBe(true);
  }

  return {
    waitFor,
    async click(selector) {
      const visible = `Array.from(document.querySelectorAll(${JSON.stringify(selector)})).find((e) => e.getClientRects().length > 0)`;
      await waitFor(visible);
      const center = await evaluate<{ x: number; y: number }>(
        session,
        `(() => { const b = ${visible}.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; })()`,
      );
      for (const type of ["mousePressed", "mouseReleased"] as const) {
        await session.send("Input.dispatchMouseEvent", { type, ...center, button: "left", clickCount: 1 });
      }
    },
  };
}

async function evaluate<T>(session: Pick<CDPSession, "send">, expression: string): Promise<T> {
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    returnByValue: true,
    userGesture: false,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return result.value as T;
}
