import { expect, type Page } from "@playwright/test";

/** Opens a room, and waits until the browser has recorded the visit. */
export async function visitRoom(page: Page, url: string): Promise<void> {
  await page.goto(`/room/${url}`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("recent-rooms") ?? "")).toContain(`"${url}"`);
}
