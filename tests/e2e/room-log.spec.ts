import type { BrowserContext, Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser } from "./test-user.ts";

async function openLog(page: Page) {
  await page.getByRole("button", { name: "More about the playlist" }).click();
  await page.getByRole("menuitem", { name: "Room log" }).click();
  return page.getByRole("dialog", { name: "Room log" });
}

test("RL1 RL2 an admin sees who removed tracks, sets the playlist back after a preview, and undoes it by the notice", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL, "Mira");
  const { id, url } = await mira.createRoom("Time machine", [fixturePath("vbr.mp3"), fixturePath("plain.wav")]);
  const titles = async () =>
    (await mira.call("query", "rooms.getState", { id })).state.playlist.map(({ track }) => track.title);
  const before = await titles();
  const { state } = await mira.call("query", "rooms.getState", { id });
  const entryIds = state.playlist.map((entry) => entry.id);
  await mira.call("mutation", "rooms.command", { id, command: { type: "remove", entryIds } });
  await mira.call("mutation", "rooms.update", { id, isFair: true });
  await mira.signIn(context);
  await page.goto(`/room/${url}`);

  const dialog = await openLog(page);
  const rows = dialog.getByRole("region", { name: "Today" }).getByRole("listitem");
  await expect(rows.first()).toContainText("Changed the settings: fair order");
  await expect(rows.first()).toContainText("Mira");
  const removal = rows.filter({ hasText: "Removed 2 tracks" });
  await removal.getByRole("button", { name: /^Set back to before this/ }).click();
  await expect(removal).toContainText("2 tracks return");
  expect(await titles()).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
  await removal.getByRole("button", { name: "Set back", exact: true }).click();
  await expect.poll(titles).toEqual(before);
  await expect(rows.first()).toContainText("Set the playlist back to");

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(titles).toEqual([]);
});

test("a cancelled preview changes nothing, and a playlist that is the same needs no second press", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL, "Mira");
  const { id, url } = await mira.createRoom("Preview", [fixturePath("vbr.mp3"), fixturePath("plain.wav")]);
  const order = async () => (await mira.call("query", "rooms.getState", { id })).state.playlist.map((entry) => entry.id);
  const [first, second] = await order();
  if (!first || !second) throw new Error("no entries");
  const move = (afterEntryId: typeof first | null) =>
    mira.call("mutation", "rooms.command", { id, command: { type: "move", entryIds: [second], afterEntryId } });
  await move(null);
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  const dialog = await openLog(page);
  const moved = dialog.getByRole("listitem").filter({ hasText: "Moved" });
  await moved.getByRole("button", { name: /^Set back to before this/ }).click();
  await expect(moved).toContainText("1 track moves");
  await moved.getByRole("button", { name: "Cancel" }).click();
  expect(await order()).toEqual([second, first]);
  await move(first);
  await expect(moved).toContainText("Moved 2 tracks");
  await moved.getByRole("button", { name: /^Set back to before this/ }).click();
  await expect(moved).toContainText("The playlist is the same as it was then.");
  await expect(moved.getByRole("button", { name: "Set back", exact: true })).toBeHidden();
});

test("RL4 an editor has no room log", async ({ page, context, request, baseURL }) => {
  const [mira, ada] = [await createUser(request, baseURL, "Mira"), await createUser(request, baseURL, "Ada")];
  const { id, url } = await mira.createRoom("Not for editors", [fixturePath("plain.wav")]);
  await mira.call("mutation", "members.add", { id, username: ada.username, role: "editor" });
  await ada.signIn(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "More about the playlist" }).click();
  await expect(page.getByRole("menuitem", { name: "History" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Room log" })).toBeHidden();
});

async function openPhone(newContext: () => Promise<BrowserContext>): Promise<{ context: BrowserContext; page: Page }> {
  const context = await newContext();
  return { context, page: await newPage(context) };
}

test("the room log fits a phone, in Russian", async ({ browser, request, baseURL }) => {
  const mira = await createUser(request, baseURL, "Мира");
  const { id, url } = await mira.createRoom("Журнал", [fixturePath("vbr.mp3"), fixturePath("plain.wav")]);
  const { state } = await mira.call("query", "rooms.getState", { id });
  const entryIds = state.playlist.map((entry) => entry.id);
  await mira.call("mutation", "rooms.command", { id, command: { type: "remove", entryIds } });
  const { context, page } = await openPhone(() => browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) }));
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Действия с плейлистом" }).tap();
  await page.getByRole("menuitem", { name: "Журнал комнаты" }).tap();
  const dialog = page.getByRole("dialog", { name: "Журнал комнаты" });
  const removal = dialog.getByRole("listitem").filter({ hasText: "Убраны 2 трека" });
  await removal.getByRole("button", { name: /^Вернуть, как было/ }).tap();
  await expect(removal).toContainText("вернутся 2 трека");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findViolations(page)).toEqual([]);
  await removal.getByRole("button", { name: "Вернуть", exact: true }).tap();
  await expect.poll(async () => (await mira.call("query", "rooms.getState", { id })).state.playlist.length).toBe(2);
  await context.close();
});
