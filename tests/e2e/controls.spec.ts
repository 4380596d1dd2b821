import type { Page } from "@playwright/test";
import { findViolations } from "./axe.ts";
import { LISTEN_BUTTON } from "./device.ts";
import { openWithoutUserActivation } from "./page-driver.ts";
import { openPlayingRoom, readPlayback, writeTracks } from "./playing-room.ts";
import { collectConsoleErrors, expect, newPage, PHONE, test } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";
import { writeLongTrack } from "./wav-files.ts";

/** The title of the current track, in the column with the cover. */
const currentTitle = (page: Page) => page.getByTestId("room-cover").getByRole("paragraph").first();
const notices = (page: Page) => page.getByRole("region", { name: "Notices" });

test("a skip is announced to the others with the person, and either side can undo it", async ({
  page,
  context,
  browser,
  request,
  baseURL,
}) => {
  const { mira, id, url } = await openOwnRoom({ page, context, request, baseURL }, "Who did that", writeTracks());
  const kim = await createUser(request, baseURL, "Kim");
  await mira.call("mutation", "members.add", { id, username: kim.username, role: "participant" });
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  await kim.signIn(elsewhere);
  const other = await newPage(elsewhere);
  const consoleErrors = collectConsoleErrors(other);
  await other.goto(`/room/${url}`);
  await expect(page.getByText("2 here")).toBeVisible();

  await other.getByRole("button", { name: "Next", exact: true }).click();
  await expect(notices(page).getByText("Kim skipped to second")).toBeVisible();
  await expect(notices(other).getByText("Skipped to second")).toBeVisible();
  await expect(currentTitle(page)).toHaveText("second");
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(currentTitle(page)).toHaveText("first");
  await expect(currentTitle(other)).toHaveText("first");
  await expect(notices(page).getByText("Kim skipped to second")).toBeHidden();
  // the notice of a change that is undone makes way for that of the undo
  await expect(notices(other).getByText("Mira undid the last change")).toBeVisible();
  await expect(notices(other).getByText("Skipped to second")).toBeHidden();

  // Another change ends the undo of the one before.
  await other.getByRole("button", { name: "Next", exact: true }).click();
  // a skip names the current track: before the room has answered, another press would skip the same one
  await expect(notices(other).getByText("Skipped to second")).toBeVisible();
  await other.getByRole("button", { name: "Next", exact: true }).click();
  await expect(notices(page).getByText("Kim skipped to third")).toBeVisible();
  await expect(notices(page).getByText("Kim skipped to second")).toBeHidden();
  await expect(notices(other).getByText("Skipped to third")).toBeVisible();
  await expect(notices(other).getByText("Skipped to second")).toBeHidden();
  await notices(other).getByRole("button", { name: "Undo" }).click();
  await expect(currentTitle(page)).toHaveText("second");
  await expect(notices(page).getByText("Kim undid the last change")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
  await elsewhere.close();
});

test("a tap on a row only selects it, and its play button plays it; in Russian on a phone", async ({
  browser,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL, "Мира");
  const { id, url } = await mira.createRoom("Одним пальцем", writeTracks());
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  const selections: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      if (String(payload).includes('"select"')) selections.push(String(payload));
    });
  });
  await page.goto(`/room/${url}`);
  const row = page.getByRole("row", { name: /^second/ });
  await row.getByText("second").tap();
  await expect(row).toHaveAttribute("aria-selected", "true");
  await row.getByText("second").tap();
  await page
    .getByRole("row", { name: /^third/ })
    .getByText("third")
    .tap();
  await expect(row).toHaveAttribute("aria-selected", "false");
  await row.getByRole("button", { name: /^Включить:? second$/ }).tap();
  await expect.poll(async () => (await readPlayback(mira, id)).title).toBe("second");
  await expect(page.getByText("Для всех играет second")).toBeVisible();
  // Frames are sent in order, so a tap would have sent its command before.
  expect(selections).toHaveLength(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

test("Enter and the play button of a row play it, and a click only selects it", async ({ page, context, request, baseURL }) => {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Rows", writeTracks());
  const row = page.getByRole("row", { name: /^second/ });
  await row.click({ position: { x: 200, y: 20 } });
  await expect(row).toHaveAttribute("aria-selected", "true");
  await expect(row.getByRole("button", { name: "Play second" })).toBeVisible();
  await row.getByRole("button", { name: "Play second" }).click();
  await expect.poll(async () => (await readPlayback(mira, id)).title).toBe("second");
  await page.getByRole("row", { name: /^third/ }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await readPlayback(mira, id)).title).toBe("third");
});

test("the room is controlled without listening, and this device stops listening while the room plays on", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { mira, id, driver } = await openPlayingRoom({ page, context, request, baseURL }, "Remote control");
  const listen = page.locator(LISTEN_BUTTON).first();
  await driver.click("[aria-label=Next]");
  await expect.poll(async () => (await readPlayback(mira, id)).title).toBe("second");
  await expect(listen).toBeVisible();
  await driver.click("[aria-label=Pause]");
  await expect.poll(async () => (await readPlayback(mira, id)).status).toBe("paused");

  // Play starts the sound here too, because the user has not stopped it.
  await driver.click("[aria-label=Play]");
  const stop = page.getByRole("button", { name: "Stop listening" });
  await expect(stop).toBeVisible();
  await stop.click();
  const badge = page.getByRole("button", { name: /^Not listening/ });
  await expect(badge).toBeVisible();
  await expect(listen).toBeVisible();
  expect((await readPlayback(mira, id)).status).toBe("playing");

  // Playing for everyone does not end the silence of this device.
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect.poll(async () => (await readPlayback(mira, id)).status).toBe("paused");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await expect(badge).toBeVisible();
  await listen.click();
  await expect(stop).toBeVisible();
  await expect(badge).toBeHidden();
});

test("a guest stops listening in the player sheet of a phone", async ({ browser, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("On the train", [writeLongTrack("long")]);
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  const context = await browser.newContext({ ...PHONE, locale: "en-US", ...(baseURL && { baseURL }) });
  const page = await newPage(context);
  const driver = await openWithoutUserActivation(page, `${baseURL}/room/${url}`);
  await driver.waitFor(`document.querySelector("${LISTEN_BUTTON}")`);
  await page.locator(`${LISTEN_BUTTON} >> visible=true`).tap();
  await page.getByRole("button", { name: "Open the player" }).tap();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Stop listening" }).tap();
  await expect(sheet.getByRole("button", { name: /^Not listening/ })).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Stop listening" })).toBeHidden();
  await sheet.getByTestId("listen").tap();
  await expect(sheet.getByRole("button", { name: "Stop listening" })).toBeVisible();
  await context.close();
});

test("with reduced motion the position in the player of a phone moves in steps", async ({ browser, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("In steps", [writeLongTrack("long")]);
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  const context = await browser.newContext({ ...PHONE, reducedMotion: "reduce", ...(baseURL && { baseURL }) });
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  await expect(page.getByTestId("mini-bar").getByText("long")).toBeVisible();
  const readMs = () =>
    page.getByTestId("mini-bar").evaluate((bar) => {
      const movement = bar.getAnimations({ subtree: true }).find(({ effect }) => effect?.getTiming().fill === "both");
      return { ms: Number(movement?.currentTime ?? Number.NaN), isRunning: movement?.playState === "running" };
    });
  await expect.poll(async () => (await readMs()).ms).toBeGreaterThanOrEqual(0);
  const start = await readMs();
  await expect.poll(async () => (await readMs()).ms).toBeGreaterThan(start.ms + 2000);
  expect((await readMs()).isRunning).toBe(false);
  await context.close();
});

test("the sleep timer shows the time that is left, and stops listening on this device only", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await page.clock.install();
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Good night", [writeLongTrack("lullaby")]);
  await mira.call("mutation", "rooms.command", { id, command: { type: "repeat", repeat: "one" } });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Sleep timer" }).click();
  await page.getByRole("menuitemradio", { name: "15 min" }).click();
  await expect(page.getByRole("button", { name: "Sleep timer: 15 min left" })).toBeVisible();
  await page.clock.fastForward("01:30");
  await expect(page.getByRole("button", { name: "Sleep timer: 14 min left" })).toBeVisible();
  await page.clock.fastForward("15:00");
  await expect(page.getByRole("button", { name: /^Not listening/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Sleep timer/ })).toBeHidden();
  expect((await readPlayback(mira, id)).status).toBe("playing");
});

test("the list of what plays next follows the room, and queued tracks can be taken out", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "And then?", writeTracks());
  await page.getByRole("button", { name: "More about the playlist" }).click();
  await page.getByRole("menuitem", { name: "Up next" }).click();
  const dialog = page.getByRole("dialog", { name: "Up next" });
  const rows = dialog.getByRole("listitem");
  await expect(rows).toHaveText([/second/, /third/]);
  expect(await findViolations(page)).toEqual([]);

  const { playlist } = await readPlayback(mira, id);
  const entryIds = playlist.filter(({ track }) => track.title === "third").map((entry) => entry.id);
  await mira.call("mutation", "rooms.command", { id, command: { type: "queue", entryIds, isNext: true } });
  await expect(rows).toHaveText([/third.*Queued/, /second/, /third/]);
  await dialog.getByRole("button", { name: "Remove from Up next: third" }).click();
  await expect(rows).toHaveText([/second/, /third/]);
  await mira.call("mutation", "rooms.command", { id, command: { type: "repeat", repeat: "all" } });
  await expect(rows).toHaveText([/second/, /third/, /first/]);
  await expect(dialog.locator(":focus")).toHaveCount(1);
});
