import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { LISTEN_BUTTON } from "./device.ts";
import { openWithoutUserActivation } from "./page-driver.ts";
import { collectConsoleErrors, expect, newPage, PHONE, test } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";
import { RUSSIAN, waitUntilInSync } from "./wait-for-sync.ts";
import { writeLongTrack } from "./wav-files.ts";

const titles = (page: Page) =>
  page.getByRole("row").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")?.split(",")[0] ?? ""));
const timeOf = (page: Page) =>
  page.getByRole("slider", { name: "Position" }).first().getAttribute("aria-valuenow").then(Number);

test("a user registers, creates a room, uploads and plays, and a guest in a second browser hears the same", async ({
  page,
  browser,
  baseURL,
}) => {
  const username = `u${Date.now().toString(36)}`;
  await page.goto("/");
  await page.getByRole("button", { name: "Create an account" }).click();
  const signIn = page.getByRole("dialog");
  await signIn.getByLabel("Display name").fill("Mira");
  await signIn.getByLabel("Username").fill(username);
  await signIn.getByLabel("Email").fill(`${username}@example.org`);
  await signIn.getByLabel("Password", { exact: true }).fill("correct horse");
  await signIn.getByRole("button", { name: "Create account" }).click();
  await expect(signIn).toBeHidden();

  await page.getByRole("link", { name: "Create room" }).first().click();
  await expect(page.getByText("0/50")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create room" })).toBeDisabled();
  await page.getByLabel("Room name").fill("Пластинки деда");
  await expect(page.getByText("plastinki-deda")).toBeVisible();
  await page.getByRole("button", { name: "Create room" }).click();
  await expect(page).toHaveTitle("Пластинки деда · Tutti");

  // The upload dialog is open in a new room.
  const upload = page.getByRole("dialog", { name: "Add tracks" });
  await upload
    .getByTestId("files")
    .setInputFiles([writeLongTrack("Long evening"), fixturePath("cover.mp3"), fixturePath("adts.aac")]);
  await expect(upload.getByText("3 of 3 ready")).toBeVisible();
  await upload.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("row").nth(1)).toContainText("Вера Ланская");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await waitUntilInSync((name) => page.getByRole("button", { name }));

  const other = await newPage(await browser.newContext(baseURL ? { baseURL } : {}));
  const consoleErrors = collectConsoleErrors(other);
  const driver = await openWithoutUserActivation(other, page.url());
  await driver.waitFor(`document.querySelector("${LISTEN_BUTTON}")`);
  await expect(other.getByText("You are visiting as a guest")).toBeVisible();
  await other.getByRole("button", { name: "Listen together" }).first().click();
  await waitUntilInSync((name) => other.getByRole("button", { name }));
  const readApart = async () => {
    const [here, there] = await Promise.all([timeOf(page), timeOf(other)]);
    return Math.abs(here - there);
  };
  await expect.poll(readApart).toBeLessThanOrEqual(1);

  // The room is read-only for guests.
  await expect(other.getByRole("button", { name: "Add tracks" })).toHaveCount(0);
  await expect(other.getByRole("button", { name: "Pause" }).first()).toBeDisabled();
  await expect(other.getByRole("button", { name: /^More about (?!the playlist)/ })).toHaveCount(0);

  // Both browsers are present.
  await expect(page.getByText("2 here")).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).first().click();
  await expect(other.getByRole("button", { name: /^Ready/ }).first()).toBeVisible();
  expect(consoleErrors).toEqual([]);
  await other.context().close();
  await expect(page.getByText("1 here")).toBeVisible();
});

test("the playlist can be reordered by menu and keyboard, and removing takes a second press", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await openOwnRoom({ page, context, request, baseURL }, "Order", ["adts.aac", "vbr.mp3", "headerless.mp3"].map(fixturePath));
  await expect.poll(() => titles(page)).toEqual(["adts", "vbr", "headerless"]);

  await page.getByRole("row", { name: /^headerless/ }).hover();
  await page.getByRole("button", { name: "More about headerless" }).first().click();
  await page.getByRole("menuitem", { name: "Move to the top" }).click();
  await expect.poll(() => titles(page)).toEqual(["headerless", "adts", "vbr"]);

  await page.getByRole("row", { name: /^headerless/ }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => titles(page)).toEqual(["adts", "headerless", "vbr"]);

  await page.getByRole("row", { name: /^vbr/ }).hover();
  await page.getByRole("button", { name: "More about vbr" }).first().click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("menuitem", { name: "Press again to remove" }).click();
  await expect.poll(() => titles(page)).toEqual(["adts", "headerless"]);

  await page.getByRole("row", { name: /^adts/ }).focus();
  await page.keyboard.press("Delete");
  await expect.poll(() => titles(page)).toEqual(["adts", "headerless"]);
  await page.keyboard.press("Delete");
  await expect.poll(() => titles(page)).toEqual(["headerless"]);
});

test("a person who plays a row of a silent room hears it without another press", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Silent", [fixturePath("adts.aac"), writeLongTrack("long")]);
  await mira.signIn(context);
  const driver = await openWithoutUserActivation(page, `${baseURL}/room/${url}`);
  await driver.click("[role=row][aria-label^=long]");
  // the second half of a double click, which the driver does not have
  await driver.waitFor(
    `document.querySelector("[role=row][aria-label^=long]").dispatchEvent(new MouseEvent("dblclick", { bubbles: true }))`,
  );
  await driver.waitFor(`navigator.mediaSession.playbackState === "playing"`);
});

test("the player selects, seeks, skips, mutes and updates the media session", async ({ page, context, request, baseURL }) => {
  await openOwnRoom({ page, context, request, baseURL }, "Player", [fixturePath("adts.aac"), writeLongTrack("long")]);
  const now = () => page.evaluate(() => `${navigator.mediaSession.metadata?.title} ${navigator.mediaSession.playbackState}`);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
  await page.getByRole("row", { name: /^long/ }).dblclick();
  await expect.poll(now).toBe("long playing");
  await page.getByRole("button", { name: "Pause" }).first().click();
  await expect.poll(now).toBe("long paused");

  const seek = page.getByRole("slider", { name: "Position" }).first();
  await seek.focus();
  await page.keyboard.press("Home");
  await expect.poll(() => timeOf(page)).toBe(0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => timeOf(page)).toBe(5);
  const box = await seek.boundingBox();
  if (!box) throw new Error("no seek bar");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => timeOf(page)).toBe(60);

  // The first press restarts the track.
  await page.keyboard.press("p");
  await expect.poll(() => timeOf(page)).toBe(0);
  // It may follow a seek that the room has just answered.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.press("p");
  await expect.poll(() => timeOf(page)).toBe(0);
  await page.keyboard.press("p");
  await expect.poll(now).toBe("adts paused");
  await page.keyboard.press("n");
  await expect.poll(now).toBe("long paused");
  await page.getByRole("heading", { name: "Playlist" }).click();
  await page.keyboard.press("Space");
  await expect.poll(now).toBe("long playing");
  await page.keyboard.press("Space");
  await expect.poll(now).toBe("long paused");

  await page.getByRole("button", { name: "Mute" }).first().click();
  await expect(page.getByRole("button", { name: "Unmute" }).first()).toBeVisible();
  await page.getByRole("slider", { name: "Volume" }).first().press("ArrowLeft");
  await expect(page.getByRole("button", { name: "Mute" }).first()).toBeVisible();
});

test("signing in inside a room applies the user's role at once", async ({ page, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Sign-in", [fixturePath("cbr.mp3")]);
  await page.goto(`/room/${url}`);
  // The header is replaced when the room opens.
  await expect(page.getByRole("row")).toHaveCount(1);
  await page.getByRole("button", { name: "Sign in" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email or username").fill(mira.email);
  await dialog.getByLabel("Password", { exact: true }).fill("correct horse");
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Your room", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add tracks" })).toBeVisible();
  await expect(page.getByText("You are visiting as a guest")).toBeHidden();
});

test("a favorite that is pressed twice ends in its last state, on the page and on the server", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Two hearts");
  const heart = page.getByRole("button", { name: "Favorite", exact: true });
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  let [toggles, responses] = [0, 0];
  page.on("requestfinished", (sent) => {
    if (sent.postData()?.includes("rooms.toggleFavorite")) responses += 1;
  });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/mutation", async (route) => {
    const isToggle = route.request().postData()?.includes("rooms.toggleFavorite") ?? false;
    if (!isToggle || ++toggles > 1) return route.continue();
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await heart.click();
  // A second toggle that did not wait for the first would have its response by now.
  await page.evaluate(() => fetch("/api/health"));
  release();
  await expect.poll(() => responses).toBe(2);
  await expect.poll(async () => (await mira.call("query", "rooms.get", { id: id as never })).favorite_users).toEqual([]);
  // After two frames, both responses are rendered.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await heart.getAttribute("aria-pressed")).toBe("false");
});

test("the room works on a phone in Russian: the list, the mini player and the player sheet", async ({
  browser,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL, "Мира");
  const { url, id } = await mira.createRoom("Кухня", [writeLongTrack("Долгий вечер"), fixturePath("vorbis.ogg")]);
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  const page = await newPage(context);
  const consoleErrors = collectConsoleErrors(page);
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  const driver = await openWithoutUserActivation(page, `${baseURL}/room/${url}`);
  await driver.waitFor(`document.querySelector("${LISTEN_BUTTON}")`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Слушать" }).last().tap();
  await waitUntilInSync((label) => page.getByText(label), RUSSIAN);
  await expect(page.getByText(/^Синхронно · /)).toBeVisible();
  await page.getByRole("button", { name: "Открыть плеер" }).tap();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("Играет в комнате")).toBeVisible();
  await waitUntilInSync((name) => sheet.getByRole("button", { name }), RUSSIAN);
  await sheet.getByRole("button", { name: "Закрыть" }).tap();
  await expect(sheet).toBeHidden();
  // The page does not overflow.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(consoleErrors).toEqual([]);
  await context.close();
});
