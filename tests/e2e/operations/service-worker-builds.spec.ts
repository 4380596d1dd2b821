import { expect, test, waitForHydration } from "../test.ts";
import { readCacheNames, waitForWorker } from "../worker-state.ts";
import { createDataFolder, startOwnServer } from "./own-server.ts";
import { createSecondBuild } from "./second-build.ts";

const PORT = Number(process.env.E2E_PORT ?? 8788) + 36;

test.use({ serviceWorkers: "allow" });
test.setTimeout(120_000);

test("the service worker of a second build replaces the cache and the offline page of the first", async ({
  page,
  playwright,
  allowConsoleErrors,
}) => {
  // the page asks for new builds while no server runs
  allowConsoleErrors(/net::ERR_|Failed to fetch/);
  const readBuild = () => page.evaluate(() => window.__remixManifest.version);
  const options = { data: createDataFolder(), port: PORT, apiRequest: playwright.request };
  const first = await startOwnServer(options);
  await page.goto(`${first.origin}/help`);
  await waitForWorker(page);
  const build = await readBuild();
  expect(await readCacheNames(page)).toEqual([`shell-${build}`]);

  await first.stop();
  const second = await startOwnServer({ ...options, root: createSecondBuild() });
  // the page comes from the second server, although the worker of the first build is still active
  await page.goto(`${second.origin}/help`);
  const nextBuild = await readBuild();
  expect(nextBuild).not.toBe(build);
  await expect.poll(() => readCacheNames(page), { timeout: 30_000 }).toEqual([`shell-${nextBuild}`]);

  await second.stop();
  await page.goto(`${second.origin}/settings`);
  await waitForHydration(page);
  await expect(page.getByRole("heading", { name: "Can't reach Tutti" })).toBeVisible();
  expect(await readBuild()).toBe(nextBuild);
});
