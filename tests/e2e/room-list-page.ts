import type { Browser, Page } from "@playwright/test";
import { collectConsoleErrors, newPage } from "./test.ts";
import type { TestUser } from "./test-user.ts";

/** The card of a room. */
export const findCard = (page: Page, name: string | RegExp) => page.getByRole("article").filter({ hasText: name });

/** Keeps the rooms of a test out of the searches of other tests and runs. */
export const makeUnique = (word: string) => `${word}${Date.now().toString(36)}`;

/** The names of the rooms in the list, in its order. */
export const readRoomNames = (page: Page) => page.getByRole("article").getByRole("heading").allInnerTexts();

/** A page in a context of its own, for a user or a guest. */
export async function openAs(browser: Browser, user: TestUser | null, baseURL: string | undefined, options: object = {}) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options });
  await user?.signIn(context);
  const page = await newPage(context);
  const consoleErrors = collectConsoleErrors(page);
  return { context, page, consoleErrors };
}

/** Resolves when the next page that `page` loads follows its list. */
export async function whenListsAreLive(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket", (socket) => socket.url().endsWith("/sync"));
  await socket.waitForEvent("framereceived", ({ payload }) => payload.toString().includes("QueryUpdated"));
}
