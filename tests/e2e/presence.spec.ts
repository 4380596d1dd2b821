import { chromium } from "@playwright/test";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";

test("a killed browser leaves the room and the room list", async ({ page, request, baseURL, launchOptions }) => {
  const host = await createUser(request, baseURL);
  const { id, url } = await host.createRoom("Presence");
  await host.signIn(page.context());
  await page.goto(`/room/${url}`);
  const server = await chromium.launchServer(launchOptions);
  const killed = await (await chromium.connect(server.wsEndpoint())).newPage();
  await killed.goto(`${baseURL}/room/${url}`);
  await expect(page.getByText("2 here")).toBeVisible();

  server.process().kill("SIGKILL");
  await expect(page.getByText("1 here")).toBeVisible();
  const listed = async () =>
    (await host.call("query", "rooms.getPublicRoomsWithAuthors", { search: "Presence" })).roomUsers[id as never];
  await expect.poll(listed).toBe(1);
});
