import type { CDPSession, Page } from "@playwright/test";
import { LISTEN_BUTTON } from "#tests/e2e/device.ts";
import { openWithoutUserActivation } from "#tests/e2e/page-driver.ts";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { writeClickTrack } from "#tests/e2e/wav-files.ts";
import { cpuSharesBetween, formatCpuShares, readCpuTime } from "#tests/sound-card/cpu-time.ts";

// How busy a room's page is while music plays: the time of its main thread, and how often it recalculates styles.

const GOALS = { silentMs: 20, listeningMs: 60 };
const SECONDS = Number(process.env.SECONDS ?? 20);

type Totals = { readonly taskSec: number; readonly styles: number; readonly layouts: number };

async function readTotals(session: CDPSession): Promise<Totals> {
  const { metrics } = await session.send("Performance.getMetrics");
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { taskSec: read("TaskDuration"), styles: read("RecalcStyleCount"), layouts: read("LayoutCount") };
}

/** Measures for a while. The page is left alone meanwhile, because each evaluation is a task of its main thread. */
async function measure(page: Page, name: string, goalMs: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const before = readCpuTime();
  const from = await readTotals(session);
  // A real pause: the measurement itself takes this long.
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const to = await readTotals(session);
  const shares = formatCpuShares(cpuSharesBetween(before, readCpuTime()));
  const perSecond = (key: keyof Totals) => (to[key] - from[key]) / SECONDS;
  const taskMs = perSecond("taskSec") * 1000;
  console.log(
    `\n    ${name}: ${taskMs.toFixed(1)} ms of the main thread a second; goal: ${goalMs} ms; ${perSecond("styles").toFixed(1)} style recalculations, ${perSecond("layouts").toFixed(1)} layouts a second; ${shares}`,
  );
  await session.detach();
  return taskMs;
}

for (const { name, viewport } of [
  { name: "on a desktop", viewport: { width: 1280, height: 800 } },
  { name: "on a phone", viewport: { width: 390, height: 844 } },
]) {
  test(`a room that plays, ${name}`, async ({ browser, request, baseURL }) => {
    const host = await registerUser(request, baseURL);
    const { id, url } = await host.createRoom("Idle", [writeClickTrack("Long", 180)]);
    await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const driver = await openWithoutUserActivation(page, `${baseURL}/room/${url}`);
    await driver.waitFor(`document.querySelector("${LISTEN_BUTTON}")`);
    const silentMs = await measure(page, `silent, ${name}`, GOALS.silentMs);
    await driver.click(LISTEN_BUTTON);
    await expect(
      page
        .getByText(/^In sync/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible({ timeout: 20_000 });
    const listeningMs = await measure(page, `listening, ${name}`, GOALS.listeningMs);
    await context.close();
    expect(silentMs).toBeLessThanOrEqual(GOALS.silentMs);
    expect(listeningMs).toBeLessThanOrEqual(GOALS.listeningMs);
  });
}
