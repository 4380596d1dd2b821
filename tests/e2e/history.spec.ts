import type { Page } from "@playwright/test";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { SAMPLE_RATE, writeWavFile } from "./wav-files.ts";

const MORE_PLAYS = 10;

async function openHistory(page: Page) {
  await page.getByRole("button", { name: "More about the playlist" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  return page.getByRole("dialog", { name: "History" });
}

test("the history shows who added a track, and a removed track can be added again", async ({
  page,
  context,
  browser,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const blink = writeWavFile("blink", [new Float32Array(0.1 * SAMPLE_RATE)]);
  const { id, url } = await mira.createRoom("Looking back", [blink]);
  const state = async () => (await mira.call("query", "rooms.getState", { id })).state;
  const blinkId = (await state()).playlist[0]?.track.id ?? ("" as never);
  const again = Array.from({ length: playbackLimits.historyPageSize + MORE_PLAYS - 1 }, () => blinkId);
  await mira.call("mutation", "playlist.add", { roomId: id, trackIds: again });
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  const upload = page.getByRole("dialog", { name: "Add tracks" });
  await upload.getByTestId("files").setInputFiles([fixturePath("cover.mp3")]);
  await expect(upload.getByText("1 of 1 ready")).toBeVisible();
  await upload.getByRole("button", { name: "Done" }).click();
  const entryId = (await state()).playlist.at(-1)?.id ?? ("" as never);
  // an entry is current for a second at least, so this takes a minute
  await expect.poll(async () => (await state()).playback.status, { timeout: 4 * MINUTE_MS }).toBe("paused");

  const dialog = await openHistory(page);
  const plays = dialog.getByRole("listitem");
  await expect(plays).toHaveCount(playbackLimits.historyPageSize);
  await dialog.getByRole("button", { name: "Load more" }).click();
  await expect(dialog.getByRole("button", { name: "Load more" })).toBeHidden();
  const count = await plays.count();
  expect(count).toBeGreaterThanOrEqual(playbackLimits.historyPageSize + MORE_PLAYS);

  // A track that starts while the dialog is open appears at the top.
  await mira.call("mutation", "rooms.command", { id, command: { type: "select", entryId } });
  const latest = plays.filter({ hasText: "Ночной трамвай" }).first();
  await expect(latest).toContainText("Added by Mira");
  await expect(dialog.getByRole("region", { name: "Today" }).getByRole("listitem").first()).toContainText("Ночной трамвай");
  // Images load lazily.
  await latest.scrollIntoViewIfNeeded();
  await expect(latest.locator("img")).toHaveJSProperty("complete", true);
  expect(await findViolations(page)).toEqual([]);

  await mira.call("mutation", "rooms.command", { id, command: { type: "remove", entryIds: [entryId] } });
  const addAgain = latest.getByRole("button", { name: "Add again: Ночной трамвай" });
  await expect(addAgain).toBeVisible();
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }), locale: "en-US" });
  const guest = await newPage(elsewhere);
  await guest.goto(`/room/${url}`);
  const guests = await openHistory(guest);
  await expect(guests.getByText("Ночной трамвай").first()).toBeVisible();
  await expect(guests.getByRole("button", { name: /^Add again/ })).toBeHidden();
  await elsewhere.close();

  await addAgain.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 track added")).toBeVisible();
  await expect(addAgain).toBeHidden();
  expect((await state()).playlist.at(-1)?.track.title).toBe("Ночной трамвай");
  // The focus stays in the dialog after its button has disappeared.
  await expect(dialog.locator(":focus")).toHaveCount(1);
});

test("the history fills the screen and grows while the room plays; in Russian on a phone", async ({
  browser,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL, "Мира");
  const { id, url } = await mira.createRoom("Что играло", [fixturePath("vbr.mp3"), fixturePath("plain.wav")]);
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Действия с плейлистом" }).tap();
  await page.getByRole("menuitem", { name: "История" }).tap();
  const dialog = page.getByRole("dialog", { name: "История" });
  await expect(dialog.getByText("Здесь ещё ничего не играло")).toBeVisible();
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  const today = dialog.getByRole("region", { name: "Сегодня" });
  await expect(today.getByRole("listitem")).toHaveCount(1);
  await expect(today.getByRole("listitem").last()).toContainText("Добавлено: Мира");
  // The first track ends after six seconds and the second starts.
  await expect(today.getByRole("listitem")).toHaveCount(2);
  await expect(today.getByRole("listitem").first()).toContainText("plain");

  const { state } = await mira.call("query", "rooms.getState", { id });
  await mira.call("mutation", "rooms.command", {
    id,
    command: { type: "remove", entryIds: state.playlist.map((entry) => entry.id) },
  });
  const addAgain = dialog.getByRole("button", { name: "Добавить снова: plain" });
  await expect(addAgain).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findViolations(page)).toEqual([]);
  await addAgain.tap();
  await expect(addAgain).toBeHidden();
  const after = await mira.call("query", "rooms.getState", { id });
  expect(after.state.playlist.map(({ track }) => track.title)).toEqual(["plain"]);
  await context.close();
});
