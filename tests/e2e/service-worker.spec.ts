import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { setChecked } from "./set-checked.ts";
import { expect, test, waitForHydration } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";
import { visitRoom } from "./visit-room.ts";
import { readCacheNames, waitForWorker } from "./worker-state.ts";

test.use({ serviceWorkers: "allow" });

const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket/;

test("without a connection a page shows the rooms that were opened, and the page itself once the connection is back", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(NO_CONNECTION);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Offline kitchen");
  await visitRoom(page, url);
  await waitForWorker(page);
  await context.setOffline(true);
  await page.goto("/settings?a=1#data");
  await expect(page.getByRole("heading", { name: "Can't reach Tutti" })).toBeVisible();
  await expect(page.getByText("Nothing plays offline")).toBeVisible();
  await expect(page.getByText("Unfinished uploads are kept")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole("link", { name: "Offline kitchen" }).click();
  await expect(page).toHaveURL(`/offline?${new URLSearchParams({ from: `/room/${url}` })}`);
  await waitForHydration(page);
  await page.evaluate(() => Object.assign(window, { isFormer: true }));
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForFunction(() => !("isFormer" in window));
  await expect(page.getByRole("heading", { name: "Can't reach Tutti" })).toBeVisible();
  await waitForHydration(page);
  await context.setOffline(false);
  await expect(page).toHaveURL(`/room/${url}`);
  await expect(page.getByRole("heading", { level: 1, name: "Offline kitchen" })).toBeVisible();
});

test("the offline page is in the language and the theme that were chosen last", async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(NO_CONNECTION);
  await page.goto("/settings");
  await waitForWorker(page);
  await page.getByRole("main").getByText("Русский").click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  await setChecked(page.getByRole("radio", { name: "Чёрная" }));
  const readCopy = () => page.evaluate(async () => (await caches.match("/offline"))?.text());
  await expect.poll(readCopy).toContain('lang="ru" data-choice="black"');
  await context.setOffline(true);
  await page.goto("/help");
  await expect(page.getByRole("heading", { name: "Нет связи с Tutti" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "black");
});

test("pages and the files of the shell pass through the worker, and media, functions and sockets do not", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await openOwnRoom({ page, context, request, baseURL }, "Worker", [fixturePath("vbr.mp3")]);
  await waitForWorker(page);
  const byWorker = new Map<string, boolean>();
  page.on("response", (response) => byWorker.set(new URL(response.url()).pathname, response.fromServiceWorker()));
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(1);
  const media = page.waitForResponse(/\/media\/audio\//);
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  expect((await media).ok()).toBe(true);
  const paths = (pattern: RegExp) => [...byWorker].filter(([path]) => pattern.test(path)).map(([, isByWorker]) => isByWorker);
  expect(paths(/^\/room\//)).toContain(true);
  expect(paths(/^\/assets\/entry\.client-/)).toEqual([true]);
  expect(paths(/^\/media\//).length).toBeGreaterThan(0);
  expect(paths(/^\/(api|media|builds)\//)).not.toContain(true);
});

/** The number of files in a cache. Null until the page that `isFormer` marks has been replaced. */
function countFiles(page: Page, cache: string): Promise<number | null> {
  return page.evaluate(async (name) => ("isFormer" in window ? null : (await (await caches.open(name)).keys()).length), cache);
}

test("a worker that becomes active deletes the caches of other builds, and fills its own after it was cleared", async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(NO_CONNECTION);
  await page.goto("/settings");
  await waitForWorker(page);
  const own = await readCacheNames(page);
  const [shell = ""] = own;
  expect(own).toEqual([expect.stringMatching(/^shell-[0-9a-f]{8}$/)]);
  const files = await countFiles(page, shell);
  expect(files).toBeGreaterThan(5);
  await page.evaluate(async () => {
    await caches.open("shell-00000000");
    await (await navigator.serviceWorker.ready).unregister();
  });
  await page.reload();
  await waitForWorker(page);
  await expect.poll(() => readCacheNames(page)).toEqual(own);

  await page.evaluate(() => Object.assign(window, { isFormer: true }));
  await page.getByRole("button", { name: "Clear" }).click();
  // Reading fails for a moment while the page reloads.
  await expect.poll(() => countFiles(page, shell).catch(() => null)).toBe(files);
  expect(await readCacheNames(page)).toEqual(own);
  await context.setOffline(true);
  await page.goto("/help");
  await expect(page.getByRole("heading", { name: "Can't reach Tutti" })).toBeVisible();
});

test("Chromium offers to install the app", async ({ playwright, launchOptions, baseURL }) => {
  // a context of its own profile: Chromium installs nothing from a private one
  const profile = test.info().outputPath("profile");
  const context = await playwright.chromium.launchPersistentContext(profile, { ...launchOptions, serviceWorkers: "allow" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(`${baseURL}/`);
  await waitForWorker(page);
  const manifest = await session.send("Page.getAppManifest");
  expect(manifest.url).toBe(`${baseURL}/manifest.webmanifest`);
  expect(manifest.errors).toEqual([]);
  const findProblems = async () => (await session.send("Page.getInstallabilityErrors")).installabilityErrors;
  await expect.poll(findProblems).toEqual([]);
  await context.close();
});
