import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { clearSession, expect, newPage, PHONE, test } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";

const FILES = ["adts.aac", "vbr.mp3", "plain.wav"].map(fixturePath);
const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });

/** A PNG file of one color. */
async function createPng(page: Page, color: string): Promise<Buffer> {
  const base64 = await page.evaluate(async (fill) => {
    const canvas = document.createElement("canvas");
    canvas.width = 900;
    canvas.height = 600;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = fill;
    context.fillRect(0, 0, 900, 600);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  }, color);
  return Buffer.from(base64, "base64");
}

test("the tags and the cover of a track can be edited, and invalid values are rejected", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  // The browser logs the 404 for a file without a cover.
  allowConsoleErrors(/status of 404/);
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Edited", FILES);
  await row(page, "vbr").focus();
  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog", { name: "Edit track" });
  const title = dialog.getByRole("textbox", { name: "Title" });
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(title).toHaveValue("vbr");
  await expect(save).toBeDisabled();
  await expect(dialog.getByText(/Uploaded by Mira, \w+ \d+, \d{4}/)).toBeVisible();
  await title.fill(" ");
  await expect(dialog.getByText("Please enter track title")).toBeVisible();
  await title.fill("-");
  await expect(dialog.getByText("Title too short")).toBeVisible();
  await title.fill("x".repeat(201));
  await expect(dialog.getByText(/at most 200 characters/)).toBeVisible();
  await expect(save).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Year" }).fill("12");
  await expect(dialog.getByText("A year has four digits")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Year" }).fill("2004");
  await title.fill("Salt Stairs");
  await dialog.getByRole("textbox", { name: "Artist" }).fill("Ода");

  await dialog.getByTestId("cover").setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
  await expect(dialog.getByText("The cover isn't a picture")).toBeVisible();
  await dialog.getByRole("button", { name: "From the file" }).click();
  await expect(dialog.getByText("No cover found")).toBeVisible();
  const buffer = Buffer.alloc(10 * 1024 * 1024 + 1);
  await dialog.getByTestId("cover").setInputFiles({ name: "large.png", mimeType: "image/png", buffer });
  await expect(dialog.getByText("Image too large: at most 10 MB")).toBeVisible();
  const red = await createPng(page, "#c33");
  await dialog.getByTestId("cover").setInputFiles({ name: "red.png", mimeType: "image/png", buffer: red });
  await expect(dialog.getByRole("button", { name: "Keep as is" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(row(page, "Salt Stairs, Ода")).toBeVisible();
  const shown = row(page, "Salt Stairs").locator("img").first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist[1]?.track).toMatchObject({ title: "Salt Stairs", artist: "Ода", year: 2004, hue: 8 });

  // The tags are read from the file again.
  await row(page, "Salt Stairs").focus();
  await page.keyboard.press("F2");
  await dialog.getByRole("button", { name: "Read the file's tags again" }).click();
  await expect(title).toHaveValue("vbr");
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await save.click();
  await expect(row(page, "vbr")).toBeVisible();
  await expect(row(page, "vbr").locator("img")).toHaveCount(0);
});

test("a cover is WebP also in a browser that cannot encode it", async ({ page, context, request, baseURL }) => {
  await page.addInitScript(() => {
    const { convertToBlob } = OffscreenCanvas.prototype;
    // Safari ignores a type that it cannot encode
    OffscreenCanvas.prototype.convertToBlob = function () {
      return convertToBlob.call(this, { type: "image/png" });
    };
  });
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Safari", FILES.slice(1, 2));
  await row(page, "vbr").focus();
  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog", { name: "Edit track" });
  const buffer = await createPng(page, "#3c3");
  await dialog.getByTestId("cover").setInputFiles({ name: "green.png", mimeType: "image/png", buffer });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const shown = row(page, "vbr").locator("img").first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist[0]?.track.hue).toBe(128);
  const stored = await (await page.request.get((await shown.getAttribute("src")) ?? "")).body();
  expect([stored.toString("latin1", 0, 4), stored.toString("latin1", 8, 12)]).toEqual(["RIFF", "WEBP"]);
});

test("several tracks can be edited together, with mixed values marked and failures listed", async ({
  browser,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Сразу много", [...FILES, fixturePath("cover.mp3")]);
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Выбрать треки" }).tap();
  for (const name of ["adts", "vbr", "plain"]) await row(page, name).tap();
  const bar = page.getByRole("toolbar", { name: "Выбранные треки" });
  await bar.getByRole("button", { name: "Изменить" }).tap();
  const dialog = page.getByRole("dialog", { name: "Изменить 3 трека" });
  await expect(dialog.getByRole("textbox", { name: "Название" })).toHaveAttribute("placeholder", "Разные значения");
  await dialog.getByRole("textbox", { name: "Альбом" }).fill("Зима");
  await dialog.getByRole("textbox", { name: "Год" }).fill("1999");
  // The sheet is still moving in.
  await expect.poll(() => findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // The second of the three requests fails.
  let updates = 0;
  await page.route("**/api/mutation", (route) => {
    const isSecond = route.request().postData()?.includes("tracks.update") && ++updates === 2;
    return isSecond ? route.abort() : route.fallback();
  });
  await dialog.getByRole("button", { name: "Сохранить" }).tap();
  await expect(dialog.getByText("Не удалось изменить 1 из 3")).toBeVisible();
  await expect(dialog.getByRole("alert").getByText("vbr")).toBeVisible();
  await dialog.getByRole("button", { name: "Повторить 1" }).tap();
  await expect(dialog).toBeHidden();
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist.slice(0, 3).map(({ track }) => [track.title, track.album, track.year])).toEqual([
    ["adts", "Зима", 1999],
    ["vbr", "Зима", 1999],
    ["plain", "Зима", 1999],
  ]);

  await row(page, "vbr").tap();
  await row(page, "plain").tap();
  await bar.getByRole("button", { name: "Изменить" }).tap();
  await expect(page.getByRole("dialog", { name: "Изменить трек" }).getByText(/Загружено: Mira, \d/)).toBeVisible();
  await context.close();
});

test("editing a track of another user changes it only in this room", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  // The browser logs the aborted request.
  allowConsoleErrors(/ERR_FAILED/);
  const { mira, id, url } = await openOwnRoom({ page, context, request, baseURL }, "Editions", FILES);
  const oleg = await createUser(request, baseURL, "Oleg");
  await mira.call("mutation", "members.add", { id, username: oleg.username, role: "editor" });
  await clearSession(page);
  await oleg.signIn(context);
  await page.goto(`/room/${url}`);
  await row(page, "vbr").focus();
  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog", { name: "Edit track" });
  await expect(dialog.getByText("Uploaded by Mira")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Title" }).fill("Oleg's title");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("For this room only: someone else uploaded it.")).toBeVisible();
  await expect(row(page, "Oleg's title")).toBeVisible();
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist.map(({ track }) => track.title)).toEqual(["adts", "Oleg's title", "plain"]);

  // One request of three fails. The retry sends only that one.
  await page.getByRole("button", { name: "Select tracks" }).click();
  for (const name of ["adts", "Oleg's title", "plain"]) await row(page, name).click();
  const bar = page.getByRole("toolbar", { name: "Selected tracks" });
  await bar.getByRole("button", { name: "Edit" }).click();
  const many = page.getByRole("dialog", { name: "Edit 3 tracks" });
  await many.getByRole("textbox", { name: "Album" }).fill("Зима");
  let updates = 0;
  await page.route("**/api/mutation", (route) => {
    const isSecond = route.request().postData()?.includes("tracks.update") && ++updates === 2;
    return isSecond ? route.abort() : route.fallback();
  });
  await many.getByRole("button", { name: "Save" }).click();
  await expect(many.getByText("1 of 3 couldn't be changed")).toBeVisible();
  await many.getByRole("textbox", { name: "Year" }).fill("1999");
  await expect(many.getByText("1 of 3 couldn't be changed")).toBeHidden();
  await many.getByRole("textbox", { name: "Year" }).fill("");
  await many.getByRole("button", { name: "Save" }).click();
  await expect(many).toBeHidden();
  expect(updates).toBe(4);

  // A further edit of all three uses the ids of the new editions.
  await bar.getByRole("button", { name: "Edit" }).click();
  await many.getByRole("textbox", { name: "Genre" }).fill("Choir");
  updates = 0;
  await many.getByRole("button", { name: "Save" }).click();
  await expect(many.getByText("1 of 3 couldn't be changed")).toBeVisible();
  await many.getByRole("textbox", { name: "Genre" }).fill("Chamber");
  await many.getByRole("button", { name: "Save" }).click();
  await expect(many).toBeHidden();
  const edited = (await mira.call("query", "rooms.getState", { id })).state.playlist;
  expect(edited.map(({ track }) => [track.album, track.genre])).toEqual(Array(3).fill(["Зима", "Chamber"]));
});
