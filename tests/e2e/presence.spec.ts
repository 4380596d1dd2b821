import { chromium } from "@playwright/test";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { WAKE_EVERY_MS } from "#app/domain/sync/wake-window.ts";
import { startLagProxy } from "#tests/support/lag-proxy.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";

/** A device that disappears without closing its connection is silent by then, and a wake window has begun (rules CN3, CL11). */
const GOAL_MS = connectionLimits.socketTimeoutMs + WAKE_EVERY_MS + 4000;

test("a killed browser and an unreachable phone leave the room and the room list", async ({
  page,
  request,
  baseURL,
  launchOptions,
}) => {
  test.setTimeout(GOAL_MS + 180_000);
  const host = await createUser(request, baseURL);
  const { id, url } = await host.createRoom("Presence");
  await host.signIn(page.context());
  await page.goto(`/room/${url}`);
  const link = await startLagProxy(baseURL ?? "");
  const server = await chromium.launchServer(launchOptions);
  const killed = await (await chromium.connect(server.wsEndpoint())).newPage();
  const unreachable = await (await chromium.launch(launchOptions)).newPage();
  await killed.goto(`${baseURL}/room/${url}`);
  await unreachable.goto(`${link.url}/room/${url}`);
  await expect(page.getByText("3 here")).toBeVisible();

  const disconnectedAtMs = Date.now();
  server.process().kill("SIGKILL");
  link.freeze();
  await expect(page.getByText("2 here")).toBeVisible({ timeout: GOAL_MS });
  console.log(
    `    a killed browser left after ${((Date.now() - disconnectedAtMs) / 1000).toFixed(1)} s (limit: ${GOAL_MS / 1000})`,
  );
  await expect(page.getByText("1 here")).toBeVisible({ timeout: GOAL_MS - (Date.now() - disconnectedAtMs) });
  const listed = async () =>
    (await host.call("query", "rooms.getPublicRoomsWithAuthors", { search: "Presence" })).roomUsers[id as never];
  await expect.poll(listed, { timeout: GOAL_MS - (Date.now() - disconnectedAtMs) }).toBe(1);
  console.log(
    `    an unreachable phone left after ${((Date.now() - disconnectedAtMs) / 1000).toFixed(1)} s (limit: ${GOAL_MS / 1000})`,
  );
  await unreachable.context().browser()?.close();
  link.close();
});
