import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { describeIn, LANGUAGES, type Language, type Locale, visibleText } from "./each-language.ts";
import { openRoomAs } from "./people-in-room.ts";
import { expect, test } from "./test.ts";
import { createUser, openOwnRoom, type TestUser } from "./test-user.ts";

const FILES = ["adts.aac", "vbr.mp3", "plain.wav"].map(fixturePath);
const ORDER = ["adts", "vbr", "plain"];
const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });

/** The room as the server has it. */
function createRoomReader(user: TestUser, id: string) {
  const readState = async () => (await user.call("query", "rooms.getState", { id })).state;
  return {
    readState,
    titles: async () => (await readState()).playlist.map(({ track }) => track.title),
    order: async () => (await readState()).order,
    roles: async () => {
      const { members } = await user.call("query", "members.list", { id });
      return Object.fromEntries(members.map(({ person, role }) => [person.name, role]));
    },
  };
}

/** Presses Ctrl+Z, or Cmd+Z, outside of the playlist. */
async function pressUndo(page: Page): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press("ControlOrMeta+z");
}

const notices = (page: Page, { texts }: Language) => page.getByRole("region", { name: texts.shell.notices.label });

/** Presses the button in the latest notice. */
const pressUndoButton = (page: Page, language: Language) =>
  notices(page, language).getByRole("button", { name: language.texts.room.undo.label }).last().click();

async function renameTrack(page: Page, { texts }: Language, name: string, title: string): Promise<void> {
  await row(page, name).focus();
  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog", { name: texts.trackEdit.title });
  await dialog.getByRole("textbox", { name: texts.trackEdit.field.title }).fill(title);
  await dialog.getByRole("button", { name: texts.trackEdit.save }).click();
  await expect(dialog).toBeHidden();
}

async function renameRoom(page: Page, { texts }: Language, name: string): Promise<void> {
  await page.getByRole("button", { name: texts.people.roomSettings }).click();
  const dialog = page.getByRole("dialog", { name: texts.people.roomSettings });
  await dialog.getByLabel(texts.roomSettings.name).fill(name);
  await dialog.getByRole("button", { name: texts.roomSettings.save }).click();
  await expect(dialog).toBeHidden();
}

type Room = { readonly mira: TestUser; readonly id: string; readonly url: string };
type Server = { readonly request: APIRequestContext; readonly baseURL: string | undefined };

/** Kim, who is an editor of Mira's room. */
async function addEditor({ mira, id }: Room, { request, baseURL }: Server): Promise<TestUser> {
  const kim = await createUser(request, baseURL, "Kim");
  await mira.call("mutation", "members.add", { id, username: kim.username, role: "editor" });
  return kim;
}

/** Mira's room open in Kim's browser. */
async function joinAsEditor(
  browser: Browser,
  room: Room,
  { request, baseURL, locale }: Server & { readonly locale: Locale },
): Promise<Page> {
  const kim = await addEditor(room, { request, baseURL });
  const other = await openRoomAs(browser, baseURL, { user: kim, url: room.url, locale });
  await expect(row(other, "vbr")).toBeVisible();
  return other;
}

describeIn("ru", (language) => {
  const { texts } = language;

  test("changes of the playlist are undone by the button and by Ctrl+Z, for everyone, in Russian and in English", async ({
    page,
    context,
    browser,
    request,
    baseURL,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const room = await openOwnRoom({ page, context, request, baseURL }, "Undone", FILES);
    const { titles, order } = createRoomReader(room.mira, room.id);
    const other = await joinAsEditor(browser, room, { request, baseURL, locale: "en" });
    await expect(row(page, "plain")).toBeVisible();

    // a removal
    await row(page, "vbr").focus();
    await page.keyboard.press("Delete");
    await page.keyboard.press("Delete");
    await expect(row(other, "vbr")).toBeHidden();
    await pressUndoButton(page, language);
    await expect(row(other, "vbr")).toBeVisible();
    await expect.poll(titles).toEqual(ORDER);
    await expect(page.getByRole("log").getByText(texts.room.undo.done)).toBeAttached();

    // two moves: the last one is undone first
    await row(page, "adts").focus();
    await page.keyboard.press("Alt+End");
    await expect.poll(titles).toEqual(["vbr", "plain", "adts"]);
    await row(page, "plain").focus();
    await page.keyboard.press("Alt+Home");
    await expect.poll(titles).toEqual(["plain", "vbr", "adts"]);
    await pressUndo(page);
    await expect.poll(titles).toEqual(["vbr", "plain", "adts"]);
    await pressUndo(page);
    await expect.poll(titles).toEqual(ORDER);

    // the queue
    await row(page, "vbr").click();
    await row(page, "plain").click({ modifiers: ["ControlOrMeta"] });
    const bar = page.getByRole("toolbar", { name: texts.room.playlist.batch });
    await bar.getByRole("button", { name: texts.room.playlist.playNext }).click();
    await expect.poll(async () => (await order()).upNext.length).toBe(2);
    await expect(notices(page, language).getByRole("button", { name: texts.room.undo.label })).toBeVisible();
    await pressUndo(page);
    await expect.poll(async () => (await order()).upNext).toEqual([]);

    // the play order
    await page.getByRole("button", { name: texts.room.player.shuffle }).click();
    await expect(visibleText(notices(page, language), texts.room.undo.shuffleOn)).toBeVisible();
    await pressUndo(page);
    await expect.poll(async () => (await order()).shuffleSeed).toBeNull();
    await page.getByRole("button", { name: texts.room.player.repeat.off }).click();
    await expect(visibleText(notices(page, language), texts.room.player.repeat.all)).toBeVisible();
    await pressUndo(page);
    await expect.poll(async () => (await order()).repeat).toBe("off");
    expect(await findViolations(page)).toEqual([]);
    await other.context().close();
  });

  test("an undo is refused with the reason after another person's change", async ({ page, context, request, baseURL }) => {
    const room = await openOwnRoom({ page, context, request, baseURL }, "Undone", FILES);
    const { mira, id } = room;
    const { titles, readState } = createRoomReader(mira, id);
    const kim = await addEditor(room, { request, baseURL });
    await row(page, "adts").focus();
    await page.keyboard.press("Alt+End");
    await expect.poll(titles).toEqual(["vbr", "plain", "adts"]);
    const [first, , moved] = (await readState()).playlist;
    if (!first || !moved) throw new Error("no entries");
    const command = { type: "move", entryIds: [moved.id], afterEntryId: first.id } as const;
    await kim.call("mutation", "rooms.command", { id, command });
    const moves = ["vbr", "adts", "plain"];
    await expect.poll(titles).toEqual(moves);
    await pressUndo(page);
    await expect(visibleText(notices(page, language), texts.errors["changed-since"])).toBeVisible();
    expect(await titles()).toEqual(moves);

    const refusal = visibleText(notices(page, language), texts.errors["changed-since"]);
    await notices(page, language).getByRole("button", { name: texts.shell.close }).last().click();
    await expect(refusal).toBeHidden();
    await renameRoom(page, language, "Mistake");
    await mira.call("mutation", "rooms.update", { id, name: "Later" });
    await pressUndo(page);
    await expect(refusal).toBeVisible();
    expect((await readState()).info.name).toBe("Later");
  });
});

describeIn("en", (language) => {
  const { texts } = language;

  test("edited tracks, settings and roles are undone, in English and in Russian", async ({
    page,
    context,
    browser,
    request,
    baseURL,
  }) => {
    const room = await openOwnRoom({ page, context, request, baseURL }, "Undone", FILES);
    const { titles, roles, readState } = createRoomReader(room.mira, room.id);
    const other = await joinAsEditor(browser, room, { request, baseURL, locale: "ru" });

    await renameTrack(page, language, "vbr", "Wrong");
    await expect(row(other, "Wrong")).toBeVisible();
    await pressUndoButton(page, language);
    await expect(row(other, "vbr")).toBeVisible();
    // an edition of another person's track
    await renameTrack(other, LANGUAGES.ru, "plain", "Edition");
    await expect.poll(titles).toEqual(["adts", "vbr", "Edition"]);
    await pressUndo(other);
    await expect.poll(titles).toEqual(ORDER);

    await renameRoom(page, language, "Mistake");
    await expect.poll(async () => (await readState()).info.name).toBe("Mistake");
    await expect(notices(page, language).getByRole("button", { name: texts.room.undo.label })).toBeVisible();
    await pressUndo(page);
    await expect.poll(async () => (await readState()).info.name).toBe("Undone");

    await page.getByRole("button", { name: texts.people.title, exact: true }).click();
    const panel = page.getByRole("complementary", { name: new RegExp(texts.people.title) });
    await panel.getByRole("button", { name: /^Kim: / }).click();
    await page.getByRole("menuitemradio", { name: texts.shell.role.viewer }).click();
    await expect.poll(async () => (await roles()).Kim).toBe("viewer");
    await pressUndoButton(page, language);
    await expect.poll(async () => (await roles()).Kim).toBe("editor");
    await panel.getByRole("button", { name: /^Kim: / }).click();
    await page.getByRole("menuitem", { name: texts.people.remove }).click();
    await page.getByRole("menuitem", { name: texts.people.removeAgain }).click();
    await expect.poll(async () => (await roles()).Kim).toBeUndefined();
    await pressUndoButton(page, language);
    await expect.poll(async () => (await roles()).Kim).toBe("editor");
    await other.context().close();
  });
});

test("what was added together is undone together", async ({ page, context, request, baseURL }) => {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Undone");
  const { titles } = createRoomReader(mira, id);
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  await dialog.getByTestId("files").setInputFiles(FILES);
  await expect(dialog.getByText("3 of 3 ready")).toBeVisible();
  await expect(visibleText(page, "3 tracks added")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await pressUndo(page);
  await expect.poll(titles).toEqual([]);
});

test("an undo without a connection stays offered", async ({ page, context, request, baseURL, allowConsoleErrors }) => {
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Undone", FILES);
  const { readState } = createRoomReader(mira, id);
  await page.getByRole("button", { name: "Room settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Room settings" });
  await dialog.getByLabel("Room name").fill("Mistake");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await context.setOffline(true);
  await pressUndo(page);
  await expect(visibleText(page, "No connection: not undone yet")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(async () => (await readState()).info.name).toBe("Undone");
});

test("Ctrl+Z in a text field belongs to the field", async ({ page, context, request, baseURL }) => {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Undone", FILES);
  const { titles } = createRoomReader(mira, id);
  await row(page, "adts").focus();
  await page.keyboard.press("Alt+End");
  const moved = ["vbr", "plain", "adts"];
  await expect.poll(titles).toEqual(moved);
  await page.getByRole("searchbox", { name: "Search the playlist" }).fill("vbr");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByRole("searchbox", { name: "Search the playlist" })).toHaveValue("");
  expect(await titles()).toEqual(moved);
});
