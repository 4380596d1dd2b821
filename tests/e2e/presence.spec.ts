import { chromium } from "@playwright/test";
import { startLagProxy } from "#tests/support/lag-proxy.ts";
import { expect, newMember, test } from "./visitor.ts";

/** Who has gone without a word is gone within this time. */
const WITHIN_MS = 60_000;

test("a browser that is killed, and a telephone out of reach, are gone from the room and the list within a minute", async ({
  page,
  request,
  baseURL,
  launchOptions,
}) => {
  test.setTimeout(WITHIN_MS + 60_000);
  const host = await newMember(request, baseURL);
  const { id, url } = await host.makeRoom("Presence");
  await host.signIn(page.context());
  await page.goto(`/room/${url}`);
  const link = await startLagProxy(baseURL ?? "");
  const server = await chromium.launchServer(launchOptions);
  const killed = await (await chromium.connect(server.wsEndpoint())).newPage();
  const outOfReach = await (await chromium.launch(launchOptions)).newPage();
  await killed.goto(`${baseURL}/room/${url}`);
  await outOfReach.goto(`${link.url}/room/${url}`);
  await expect(page.getByText("3 here")).toBeVisible();

  const goneAtMs = Date.now();
  server.process().kill("SIGKILL");
  link.freeze();
  await expect(page.getByText("2 here")).toBeVisible({ timeout: WITHIN_MS });
  console.log(`    a killed browser is gone after ${((Date.now() - goneAtMs) / 1000).toFixed(1)} s (goal: 60)`);
  await expect(page.getByText("1 here")).toBeVisible({ timeout: WITHIN_MS - (Date.now() - goneAtMs) });
  const listed = async () =>
    (await host.call("query", "rooms.getPublicRoomsWithAuthors", { search: "Presence" })).roomUsers[id as never];
  await expect.poll(listed, { timeout: WITHIN_MS - (Date.now() - goneAtMs) }).toBe(1);
  console.log(`    a telephone out of reach after ${((Date.now() - goneAtMs) / 1000).toFixed(1)} s (goal: 60)`);
  await outOfReach.context().browser()?.close();
  link.close();
});
