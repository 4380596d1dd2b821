import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { setLanguage } from "./each-language.ts";
import { setChecked } from "./set-checked.ts";
import { expect, newPage, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const TEXTS = {
  en: {
    menu: "More about vbr",
    save: "Save to my library",
    saved: "“vbr” is in your library",
  },
  ru: {
    menu: "Действия: vbr",
    addTracks: "Добавить треки",
    library: "Библиотека",
    savedFrom: "сохранено от: Leo",
    savedOnly: "Только сохранённые",
    addOne: "Добавить 1 трек",
    isHere: "Уже в этой комнате",
    unsave: "Убрать из моей библиотеки",
    noneSaved: "Сохранённых треков нет",
  },
} as const;

async function openRowMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("row", { name: /^vbr/ }).hover();
  await page.getByRole("button", { name }).first().click();
}

test("a visitor saves a track of a room in English, and adds it to their own room in Russian", async ({
  browser,
  request,
  baseURL,
}) => {
  const [leo, mira] = [await createUser(request, baseURL, "Leo"), await createUser(request, baseURL)];
  const theirs = await leo.createRoom("Leo's", [fixturePath("vbr.mp3")]);
  const own = await mira.createRoom("Mira's", [fixturePath("adts.aac")]);
  const { en, ru } = TEXTS;
  const context = await browser.newContext({ locale: "en-US", ...(baseURL && { baseURL }) });

  // A guest has no library.
  const page = await newPage(context);
  await page.goto(`/room/${theirs.url}`);
  await expect(page.getByRole("row", { name: /^vbr/ })).toBeVisible();
  await expect(page.getByRole("button", { name: en.menu })).toHaveCount(0);

  await mira.signIn(context);
  await page.reload();
  await openRowMenu(page, en.menu);
  await page.getByRole("menuitem", { name: en.save }).click();
  await expect(page.getByText(en.saved).first()).toBeVisible();

  await setLanguage(context, "ru", baseURL);
  await page.goto(`/room/${own.url}`);
  await page.getByRole("button", { name: ru.addTracks }).first().click();
  const dialog = page.getByRole("dialog", { name: ru.addTracks });
  await dialog.getByRole("tab", { name: ru.library }).click();
  const rows = dialog.getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await dialog.getByRole("button", { name: ru.savedOnly }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText(ru.savedFrom)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await setChecked(rows.getByRole("checkbox"));
  await dialog.getByRole("button", { name: ru.addOne }).click();
  await expect(rows.getByText(ru.isHere)).toBeVisible();
  // the bar of the selection has left, so the rows move no more
  await expect(dialog.getByRole("button", { name: ru.addOne })).toHaveCount(0);
  const { state } = await mira.call("query", "rooms.getState", { id: own.id });
  expect(state.playlist.map(({ track }) => track.title)).toEqual(["adts", "vbr"]);

  await rows.getByRole("button", { name: ru.menu }).click();
  await page.getByRole("menuitem", { name: ru.unsave }).click();
  await expect(dialog.getByText(ru.noneSaved)).toBeVisible();
  // The room still has the track.
  await dialog.getByRole("button", { name: ru.savedOnly }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.getByText(ru.savedFrom)).toHaveCount(0);
  await context.close();
});
