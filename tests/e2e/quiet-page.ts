import type { CDPSession, Page } from "@playwright/test";

/**
 * Looks at a page and clicks in it without counting as a person's gesture until it really clicks: everything that
 * Playwright evaluates itself does count, and lets sound out before anybody has pressed anything.
 */
export type QuietPage = {
  waitFor(expression: string, withinMs?: number): Promise<void>;
  click(selector: string): Promise<void>;
};

const EVERY_MS = 50;

export async function openQuietly(page: Page, url: string): Promise<QuietPage> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  await session.send("Page.navigate", { url });

  async function waitFor(expression: string, withinMs = 15_000): Promise<void> {
    for (const endMs = Date.now() + withinMs; Date.now() < endMs; ) {
      // a page that is being replaced has nothing to say for a moment
      if (await look<boolean>(session, `Boolean(${expression})`).catch(() => false)) return;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
    throw new Error(`never true: ${expression}`);
  }

  return {
    waitFor,
    async click(selector) {
      const found = `Array.from(document.querySelectorAll(${JSON.stringify(selector)})).find((e) => e.getClientRects().length > 0)`;
      await waitFor(found);
      const box = await look<{ x: number; y: number }>(
        session,
        `(() => { const b = ${found}.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; })()`,
      );
      for (const type of ["mousePressed", "mouseReleased"] as const) {
        await session.send("Input.dispatchMouseEvent", { type, ...box, button: "left", clickCount: 1 });
      }
    },
  };
}

async function look<T>(session: CDPSession, expression: string): Promise<T> {
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    returnByValue: true,
    userGesture: false,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return result.value as T;
}
