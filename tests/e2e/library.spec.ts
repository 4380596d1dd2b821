import type { Locator, Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { setLanguage } from "./each-language.ts";
import { setChecked } from "./set-checked.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const FILES = ["vbr.mp3", "cbr.mp3", "plain.flac", "vorbis.ogg"].map(fixturePath);

/** Opens the library tab of the dialog that adds tracks. */
async function openLibrary(page: Page, { add, tab }: { readonly add: string; readonly tab: string }): Promise<Locator> {
  await page.getByRole("button", { name: add }).first().click();
  const dialog = page.getByRole("dialog", { name: add });
  await dialog.getByRole("tab", { name: tab }).click();
  return dialog;
}

const countTracks = (list: Locator) => list.getByRole("checkbox").count();

test("library tracks can be searched, selected in ranges and added in their order", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const first = await mira.createRoom("First", FILES);
  const second = await mira.createRoom("Second");
  await mira.signIn(context);
  await page.goto(`/room/${second.url}`);
  const dialog = await openLibrary(page, { add: "Add tracks", tab: "Library" });
  const list = dialog.getByRole("list", { name: "Tracks in your library" });
  await expect(list.getByRole("checkbox")).toHaveCount(4);
  await expect(list.getByText("in 1 room").first()).toBeVisible();
  const { tracks } = await mira.call("query", "tracks.list", {});
  const [newest, , , oldest] = tracks.map(({ track }) => track.title);
  if (!newest || !oldest) throw new Error("no tracks");

  const search = dialog.getByRole("searchbox", { name: "Search your library" });
  await search.fill("zzzz");
  await expect(dialog.getByText("Nothing found")).toBeVisible();
  await dialog.getByRole("button", { name: "Clear search" }).click();
  await search.fill(oldest.slice(0, 3).toUpperCase());
  await expect(list.getByRole("checkbox")).toHaveCount(1);
  await expect(list.getByText(oldest).first()).toBeVisible();
  await search.fill("");
  await expect(list.getByRole("checkbox")).toHaveCount(4);
  expect(await findViolations(page)).toEqual([]);

  // With the keyboard: arrows move, Shift selects a range.
  const boxes = list.getByRole("checkbox");
  await boxes.nth(1).focus();
  await page.keyboard.press("Space");
  await expect(boxes.nth(1)).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(boxes.nth(3)).toBeFocused();
  await page.keyboard.press("Shift+Space");
  await expect(dialog.getByText("3 selected")).toBeVisible();
  await list
    .getByText(newest)
    .first()
    .click({ modifiers: ["Shift"] });
  await expect(dialog.getByText("4 selected")).toBeVisible();
  await setChecked(boxes.nth(2), false);
  await dialog.getByRole("button", { name: "Add 3 tracks" }).click();
  await expect(page.getByText("3 tracks added")).toBeVisible();
  await expect(list.getByText("Already in this room")).toHaveCount(3);
  await expect(list.getByText("in 1 room")).toHaveCount(1);
  const { state } = await mira.call("query", "rooms.getState", { id: second.id });
  const added = tracks.map(({ track }) => track.id).filter((_, i) => i !== 2);
  expect(state.playlist.map(({ track }) => track.id)).toEqual(added);

  await list
    .getByRole("button", { name: `More about ${newest}` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Where it is used" }).click();
  await expect(dialog.getByRole("link", { name: "First" })).toHaveAttribute("href", `/room/${first.url}`);
  await expect(dialog.getByRole("link", { name: "Second" })).toBeVisible();
  // The menu is still fading out.
  await expect.poll(() => findViolations(page)).toEqual([]);
});

test("tracks that others uploaded name their uploader and have no menu, in Russian", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const leo = await createUser(request, baseURL, "Leo");
  const { id, url } = await leo.createRoom("Shared", [fixturePath("vbr.mp3")]);
  await leo.call("mutation", "members.add", { id, username: mira.username, role: "participant" });
  await mira.createRoom("Own", [fixturePath("adts.aac")]);
  await mira.signIn(context);
  await setLanguage(context, "ru", baseURL);
  await page.goto(`/room/${url}`);
  const rows = (await openLibrary(page, { add: "Добавить треки", tab: "Библиотека" })).getByRole("listitem");
  const [others, own] = [rows.filter({ hasText: "vbr" }), rows.filter({ hasText: "adts" })];
  await expect(others.getByText("загружено: Leo")).toBeVisible();
  await expect(others.getByRole("button", { name: "Действия:" })).toHaveCount(0);
  await expect(own.getByText("загружено: Leo")).toHaveCount(0);
  await expect(own.getByRole("button", { name: "Действия:" })).toBeVisible();
});

test("deleting a library track names the rooms that lose it and removes it from them", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const first = await mira.createRoom("First", FILES);
  const second = await mira.createRoom("Second");
  const { tracks } = await mira.call("query", "tracks.list", {});
  const [newest] = tracks;
  if (!newest) throw new Error("no tracks");
  await mira.call("mutation", "playlist.add", { roomId: second.id, trackIds: [newest.track.id] } as never);
  await mira.signIn(context);
  const otherPage = await newPage(context);
  await otherPage.goto(`/room/${second.url}`);
  await expect(otherPage.getByRole("row")).toHaveCount(1);

  // A page in the background is rendered only once a second.
  await page.bringToFront();
  await page.goto(`/room/${first.url}`);
  await expect(page.getByRole("row")).toHaveCount(4);
  const dialog = await openLibrary(page, { add: "Add tracks", tab: "Library" });
  const list = dialog.getByRole("list", { name: "Tracks in your library" });
  await list
    .getByRole("button", { name: `More about ${newest.track.title}` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Delete from library" }).click();
  await expect(dialog.getByText("Removed from 2 rooms for everyone: First and Second.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Keep" })).toBeFocused();
  // The button's colors are still in transition.
  await expect.poll(() => findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep" }).click();
  await expect(list.getByRole("button", { name: `More about ${newest.track.title}` }).first()).toBeFocused();
  await expect(list.getByRole("checkbox")).toHaveCount(4);
  await list
    .getByRole("button", { name: `More about ${newest.track.title}` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Delete from library" }).click();
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(list.getByRole("checkbox")).toHaveCount(3);
  await expect(list.getByRole("checkbox").first()).toBeFocused();
  await expect(otherPage.getByRole("row")).toHaveCount(0);

  await setChecked(list.getByRole("checkbox").first());
  await setChecked(list.getByRole("checkbox").nth(1));
  const deleteBoth = dialog.getByRole("button", { name: "Delete 2 tracks from library" });
  await deleteBoth.click();
  await dialog.getByRole("button", { name: "Keep" }).click();
  await expect(deleteBoth).toBeFocused();
  await deleteBoth.click();
  await expect(dialog.getByText("Removed from 1 room for everyone: First.")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(list.getByRole("checkbox")).toHaveCount(1);
  await expect(list.getByRole("checkbox")).toBeFocused();
  expect((await mira.call("query", "tracks.list", {})).tracks).toHaveLength(1);
});

test("the library loads page by page; in Russian on a phone", async ({ browser, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const empty = await mira.createRoom("Пустая");
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await page.goto(`/room/${empty.url}`);
  const dialog = await openLibrary(page, { add: "Добавить треки", tab: "Библиотека" });
  await expect(dialog.getByText("В вашей библиотеке пусто")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  const count = 53;
  await mira.createRoom(
    "Много",
    Array.from({ length: count }, () => fixturePath("vorbis.ogg")),
  );
  await dialog.getByRole("tab", { name: "Загрузка" }).click();
  await dialog.getByRole("tab", { name: "Библиотека" }).click();
  const list = dialog.getByRole("list", { name: "Треки вашей библиотеки" });
  await expect.poll(() => countTracks(list)).toBeGreaterThan(0);
  await list.getByRole("checkbox").nth(49).scrollIntoViewIfNeeded();
  await expect.poll(() => countTracks(list)).toBe(count);
  await list
    .getByRole("listitem")
    .nth(count - 1)
    .locator("label")
    .tap();
  await expect(list.getByRole("checkbox").nth(count - 1)).toBeChecked();
  await list
    .getByRole("listitem")
    .nth(count - 2)
    .locator("label")
    .tap();
  await expect(dialog.getByText("Выбрано 2")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await dialog.getByRole("button", { name: "Добавить 2 трека" }).tap();
  await expect(page.getByText("Добавлены 2 трека")).toBeVisible();
  await expect(list.getByText("Уже в этой комнате")).toHaveCount(2);
  await context.close();
});
