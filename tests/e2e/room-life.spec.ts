import type { Page, WebSocketRoute } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { collectConsoleErrors, expect, newPage, REFUSED_CALL, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";
import { writeLongTrack } from "./wav-files.ts";

/** The number of people in a room, according to the room list. */
async function countListedUsers(user: TestUser, id: string): Promise<number | undefined> {
  const { roomUsers } = await user.call("query", "rooms.getPublicRoomsWithAuthors", {});
  return (roomUsers as Record<string, number>)[id];
}

const titles = (page: Page) =>
  page.getByRole("row").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label") ?? row.textContent ?? ""));

test("opening a room twice in a row connects once, and leaving it disconnects", async ({ page, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Twice", [fixturePath("cbr.mp3")]);
  await page.goto("/");
  const card = page.locator(`a[href="/room/${url}"]`);
  await card.evaluate((link: HTMLAnchorElement) => {
    link.click();
    link.click();
  });
  await expect(page.getByText("1 here")).toBeVisible();
  await expect.poll(() => countListedUsers(mira, id)).toBe(1);
  await page.getByRole("link", { name: "Back to rooms" }).first().click();
  await expect(page.getByRole("heading", { name: "Rooms" })).toBeVisible();
  await expect.poll(() => countListedUsers(mira, id)).toBe(0);
});

test("signing out in one window makes the other windows guests", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  // The room may be storing the analysis of its track when the session ends.
  allowConsoleErrors(REFUSED_CALL);
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Windows", [fixturePath("cbr.mp3")]);
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  await expect(page.getByText("Your room", { exact: true })).toBeVisible();
  const other = await newPage(context);
  await other.goto("/");
  await other.getByRole("button", { name: /menu/i }).first().click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByText("You are visiting as a guest")).toBeVisible();
  await other.close();
});

test("a connection that is lost for a minute is reported until it is back", async ({ browser, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Lost");
  for (const [locale, title] of [
    ["en", "No connection for a minute"],
    ["ru", "Связи нет уже минуту"],
  ] as const) {
    const context = await browser.newContext({ locale, ...(baseURL && { baseURL }) });
    const page = await newPage(context);
    await page.clock.install();
    const room = { isReachable: true };
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/api\/rooms\//, (socket) => {
      sockets.push(socket);
      if (room.isReachable) socket.connectToServer();
      else void socket.close({ code: 1012 });
    });
    await page.goto(`/room/${url}`);
    const notice = page.getByText(title);
    await expect(page.locator("#playlist")).toBeVisible();
    await page.clock.pauseAt(Date.now() + 5000);
    room.isReachable = false;
    await sockets.at(-1)?.close({ code: 1012 });
    // The page's clock stands still. It runs on until the page connects again.
    await expect(async () => {
      await page.clock.runFor(1);
      expect(sockets.length).toBeGreaterThan(1);
    }).toPass();
    await page.clock.fastForward(59_000);
    await expect(notice).toBeHidden();
    await page.clock.fastForward(1000);
    await expect(notice).toBeVisible();
    room.isReachable = true;
    // longer than the page waits between two attempts to connect
    await page.clock.fastForward(9000);
    await page.clock.resume();
    await expect(notice).toBeHidden();
    await context.close();
  }
});

test("the player sheet stays open when a phone is rotated, and closes where the dock has its controls", async ({
  browser,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Turned", [writeLongTrack("long")]);
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  const consoleErrors = collectConsoleErrors(page);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Open the player" }).tap();
  const sheet = page.getByRole("dialog");
  await expect(sheet).toBeVisible();
  await page.setViewportSize({ width: 844, height: 390 });
  // in landscape the controls are beside the cover, and all of them are visible
  await expect(sheet.getByRole("slider", { name: "Volume" })).toBeInViewport({ ratio: 1 });
  await sheet.getByRole("button", { name: "Play", exact: true }).tap();
  await expect(sheet.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(sheet).toBeHidden();
  await page.getByTestId("dock").getByRole("button", { name: "Pause" }).tap();
  await expect(page.getByTestId("dock").getByRole("button", { name: "Play", exact: true })).toBeVisible();
  expect(consoleErrors).toEqual([]);
  await context.close();
});

test("quick key presses add up, and a held key counts as one press", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Keys", [writeLongTrack("long"), fixturePath("vbr.mp3")]);
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  const seek = page.getByRole("slider", { name: "Position" }).first();
  await seek.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  await expect(seek).toHaveAttribute("aria-valuenow", "20");
  const positionMs = async () => {
    const { playback } = (await mira.call("query", "rooms.getState", { id })).state;
    return playback.status === "paused" ? playback.positionMs : null;
  };
  await expect.poll(positionMs).toBe(20_000);

  const before = await titles(page);
  await page.getByRole("row", { name: /^vbr/ }).focus();
  await page.keyboard.down("Delete");
  await page.keyboard.down("Delete");
  await page.keyboard.down("Delete");
  await page.keyboard.up("Delete");
  expect(await titles(page)).toEqual(before);
  await page.keyboard.press("Delete");
  await expect(page.getByRole("row")).toHaveCount(before.length - 1);
});

test("the sign-in dialog opens on the 404 page", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/404/);
  await page.goto("/nowhere");
  await page.getByRole("button", { name: "Sign in" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
});
