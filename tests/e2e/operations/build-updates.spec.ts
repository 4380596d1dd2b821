import type { Page } from "@playwright/test";
import { expect, test, waitForHydration } from "../test.ts";
import { createUser, registerUser } from "../test-user.ts";
import { writeLongTrack } from "../wav-files.ts";
import { createDataFolder, startOwnServer } from "./own-server.ts";
import { createSecondBuild } from "./second-build.ts";

const PORT = Number(process.env.E2E_PORT ?? 8788) + 32;

test.setTimeout(120_000);

/** Names the document, so that a test sees whether it was loaded again. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { mark: "first" }));
const readMark = (page: Page) => page.evaluate(() => (window as { mark?: string }).mark ?? "none");
const readBuild = (page: Page) => page.evaluate(() => window.__remixManifest.version);
async function waitForNewDocument(page: Page) {
  await page.waitForFunction(() => !("mark" in window));
  await waitForHydration(page);
}
/** Marks documents that listen for failed chunks, which begins together with looking for builds. */
const reportListening = (page: Page) =>
  page.addInitScript(() => {
    const addEventListener = window.addEventListener.bind(window);
    window.addEventListener = (type: string, ...rest: readonly unknown[]) => {
      if (type === "vite:preloadError") Object.assign(window, { isListening: true });
      addEventListener(type, ...(rest as [EventListener]));
    };
  });
/** Sets the time of the last reload to now: on a busy machine, a page may take more than ten seconds to load. */
const renewReload = (page: Page) =>
  page.evaluate((key) => {
    if (localStorage.getItem(key) !== null) localStorage.setItem(key, String(Date.now()));
  }, "build-reloaded-at");
/**
 * A page looks for a new build when it becomes visible. Resolves when it has the answer.
 * @param isNew whether there is a new build, whose own file is loaded then
 */
async function returnToPage(page: Page, { isNew = true } = {}) {
  await page.waitForFunction(() => "isListening" in window);
  const answered = page.waitForResponse(isNew ? /\/builds\/meta\/\w+\.json$/ : /\/builds\/latest\.json\?\d+$/);
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await (await answered).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

test("a second build leaves a playing room alone, and the next navigation loads it", async ({
  page,
  context,
  playwright,
  allowConsoleErrors,
}) => {
  // the room's socket while the server restarts, and a chunk of the first build
  allowConsoleErrors(/WebSocket|net::ERR_|404/);
  await reportListening(page);
  const options = { data: createDataFolder(), port: PORT, apiRequest: playwright.request };
  const first = await startOwnServer(options);
  const mira = await registerUser(first.request, first.origin);
  const { url } = await mira.createRoom("Kitchen", [writeLongTrack("long")]);
  await mira.signIn(context);
  await context.addCookies([{ name: "tutti_session", value: mira.cookie.split("=")[1] ?? "", url: first.origin }]);
  await page.goto(`${first.origin}/room/${url}`);
  await page.getByRole("row", { name: /^long/ }).dblclick();
  const isPlaying = () => page.evaluate(() => navigator.mediaSession.playbackState);
  await expect.poll(isPlaying).toBe("playing");
  await mark(page);
  const build = await readBuild(page);

  await first.stop();
  const second = await startOwnServer({ ...options, root: createSecondBuild() });
  await returnToPage(page);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: "No connection" })).toBeVisible();
  expect(await readMark(page)).toBe("first");
  expect(await isPlaying()).toBe("playing");

  // the pointer rests on the link, as that of a person does: nothing of the former build may be loaded meanwhile
  await page.getByRole("link", { name: "Back to rooms" }).click({ delay: 500 });
  await waitForNewDocument(page);
  await expect(page).toHaveURL(`${first.origin}/`);
  expect(await readBuild(page)).not.toBe(build);
  await returnToPage(page, { isNew: false });
  await mark(page);
  await page.getByRole("link", { name: "Kitchen" }).first().click();
  await expect(page.getByRole("row", { name: /^long/ })).toBeVisible();
  expect(await readMark(page)).toBe("first");
  await second.stop();
});

test("a page with uploads does not reload for a new build, and others at most once in ten seconds", async ({
  page,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  await mira.createRoom("Guarded");
  await reportListening(page);
  await page.route(/\/builds\/(latest|meta\/another)\.json/, (route) => route.fulfill({ json: { id: "another" } }));
  const openRoom = async () => {
    // other tests have rooms too
    await page.locator('main a[href^="/room/"]').first().click();
    await expect(page).toHaveURL(/\/room\//);
  };
  const leave = async () => {
    await page.getByRole("link", { name: "Back to rooms" }).first().click();
    await expect(page).toHaveURL("/");
  };
  await page.goto("/help");
  await mark(page);
  await returnToPage(page);
  // as uploads in progress do
  await page.evaluate(() => {
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    Object.assign(window, { finishUploads: () => window.removeEventListener("beforeunload", ask) });
  });
  await leave();
  expect(await readMark(page)).toBe("first");
  await page.evaluate(() => (window as unknown as { finishUploads(): void }).finishUploads());
  await openRoom();
  await waitForNewDocument(page);
  await mark(page);
  await returnToPage(page);
  await renewReload(page);
  await leave();
  expect(await readMark(page)).toBe("first");
});

const CHUNKS = /\/assets\/.*\.js$/;

test("a page looks for a new build every minute, and a chunk that fails to load is enough", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/net::ERR_FAILED/);
  await page.clock.install();
  await reportListening(page);
  await page.goto("/help");
  await page.waitForFunction(() => "isListening" in window);
  const requested = page.waitForRequest(/\/builds\/latest\.json\?\d+$/);
  await page.clock.runFor(60_000);
  await (await (await requested).response())?.finished();
  await mark(page);
  await page.route(CHUNKS, (route) => route.abort());
  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: "No connection" })).toBeVisible();
  await page.unroute(CHUNKS);
  expect(await readMark(page)).toBe("first");
  await page.getByRole("link", { name: "Back to rooms" }).first().click();
  await waitForNewDocument(page);
  await expect(page).toHaveURL("/");
});
