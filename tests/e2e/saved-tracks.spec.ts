import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { expect, newPage, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const TEXTS = [
  {
    locale: "en-US",
    menu: "More about vbr",
    save: "Save to my library",
    saved: "“vbr” is in your library",
    addTracks: "Add tracks",
    library: "Library",
    savedFrom: "saved from Leo",
    savedOnly: "Only saved tracks",
    addOne: "Add 1 track",
    isHere: "Already in this room",
    unsave: "Remove from my library",
    noneSaved: "No saved tracks",
  },
  {
    locale: "ru-RU",
    menu: "Действия: vbr",
    save: "Сохранить в мою библиотеку",
    saved: "«vbr» теперь в вашей библиотеке",
    addTracks: "Добавить треки",
    library: "Библиотека",
    savedFrom: "сохранено от: Leo",
    savedOnly: "Только сохранённые",
    addOne: "Добавить 1 трек",
    isHere: "Уже в этой комнате",
    unsave: "Убрать из моей библиотеки",
    noneSaved: "Сохранённых треков нет",
  },
] as const;

async function openRowMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("row", { name: /^vbr/ }).hover();
  await page.getByRole("button", { name }).first().click();
}

for (const { locale, ...texts } of TEXTS) {
  test(`a visitor saves a track of a room and adds it to their own room, in ${locale}`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const [leo, mira] = [await createUser(request, baseURL, "Leo"), await createUser(request, baseURL)];
    const theirs = await leo.createRoom("Leo's", [fixturePath("vbr.mp3")]);
    const own = await mira.createRoom("Mira's", [fixturePath("adts.aac")]);
    const context = await browser.newContext({ locale, ...(baseURL && { baseURL }) });

    // A guest has no library.
    const page = await newPage(context);
    await page.goto(`/room/${theirs.url}`);
    await expect(page.getByRole("row", { name: /^vbr/ })).toBeVisible();
    await expect(page.getByRole("button", { name: texts.menu })).toHaveCount(0);

    await mira.signIn(context);
    await page.reload();
    await openRowMenu(page, texts.menu);
    await page.getByRole("menuitem", { name: texts.save }).click();
    await expect(page.getByText(texts.saved).first()).toBeVisible();

    await page.goto(`/room/${own.url}`);
    await page.getByRole("button", { name: texts.addTracks }).first().click();
    const dialog = page.getByRole("dialog", { name: texts.addTracks });
    await dialog.getByRole("tab", { name: texts.library }).click();
    const rows = dialog.getByRole("listitem");
    await expect(rows).toHaveCount(2);
    await dialog.getByRole("button", { name: texts.savedOnly }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows.getByText(texts.savedFrom)).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await rows.getByRole("checkbox").check({ force: true });
    await dialog.getByRole("button", { name: texts.addOne }).click();
    await expect(rows.getByText(texts.isHere)).toBeVisible();
    const { state } = await mira.call("query", "rooms.getState", { id: own.id });
    expect(state.playlist.map(({ track }) => track.title)).toEqual(["adts", "vbr"]);

    await rows.getByRole("button", { name: texts.menu }).click();
    await page.getByRole("menuitem", { name: texts.unsave }).click();
    await expect(dialog.getByText(texts.noneSaved)).toBeVisible();
    // The room still has the track.
    await dialog.getByRole("button", { name: texts.savedOnly }).click();
    await expect(rows).toHaveCount(2);
    await expect(rows.getByText(texts.savedFrom)).toHaveCount(0);
    await context.close();
  });
}
