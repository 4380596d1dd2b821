import type { Page } from "@playwright/test";

/** Resolves when the page's origin has an active service worker. Its cache is complete then. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** The names of the caches of the page's origin. */
export function readCacheNames(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => caches.keys());
}
