import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { newPage, PHONE } from "./test.ts";
import type { TestUser } from "./test-user.ts";

type Visitor = {
  /** Null for a guest. */
  readonly user: TestUser | null;
  readonly url: string;
  readonly locale: string;
  readonly isPhone?: boolean;
  readonly options?: BrowserContextOptions;
};

/** A room open in a browser context of its own: on a desktop with a wide dock, or on a phone. */
export async function openRoomAs(
  browser: Browser,
  baseURL: string | undefined,
  { user, url, locale, isPhone = false, options = {} }: Visitor,
): Promise<Page> {
  const screen = isPhone
    ? { viewport: PHONE.viewport, hasTouch: true, isMobile: true }
    : { viewport: { width: 1440, height: 900 } };
  const context = await browser.newContext({ locale, ...screen, ...options, ...(baseURL && { baseURL }) });
  await user?.signIn(context);
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  return page;
}
