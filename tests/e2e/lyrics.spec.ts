import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { findViolations } from "./axe.ts";
import { forEachLanguage, visibleText } from "./each-language.ts";
import { expect, newPage, PHONE, REFUSED_CALL, test } from "./test.ts";
import { createUser, openOwnRoom, type TestContext } from "./test-user.ts";
import { writeLongTrack } from "./wav-files.ts";

/** The second line begins when the tests seek to it; the others are far away. */
const LRC = ["[00:00.00]The train pulls in", "[01:00.00]No one on the platform", "[01:50.00]Doors are closing"].join("\n");
/** The same with so many lines that the current one is out of sight unless the viewer scrolls to it. */
const LONG_LRC = [
  LRC,
  ...Array.from({ length: 30 }, (_, i) => `[01:${15 + i}.00]Station ${i + 1}`),
  ...Array.from({ length: 20 }, (_, i) => `[01:${51 + Math.floor(i / 3)}.${10 + (i % 3) * 30}]Stop ${i + 1}`),
].join("\n");
const SECOND_MS = 60_000;

const openLyrics = async (page: Page, name = "Lyrics") => {
  await page.locator("[data-player]").getByRole("button", { name, exact: true }).first().click();
  return page.getByRole("dialog", { name, exact: true });
};
const currentLine = (dialog: Locator) => dialog.locator("li[aria-current]");

/** Whether the current line is near the middle of the area that scrolls. */
const isCentered = (line: Locator) =>
  line.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect();
    return Math.abs(top + height / 2 - innerHeight / 2) < innerHeight / 4;
  });

/** A room with one long track that has lyrics, opened on the page. */
async function openRoomWithLyrics(testContext: TestContext, text = LRC) {
  const track = writeLongTrack("train");
  const room = await openOwnRoom(testContext, "Station", [track]);
  const entry = (await room.mira.call("query", "rooms.getState", { id: room.id })).state.playlist[0];
  if (!entry) throw new Error("the track is missing");
  const trackId = entry.track.id;
  await room.mira.call("mutation", "lyrics.set", { trackId, text });
  const command = (body: object) => room.mira.call("mutation", "rooms.command", { id: room.id, command: body as never });
  await command({ type: "select", entryId: entry.id });
  await command({ type: "pause" });
  return { ...room, entryId: entry.id, trackId, command };
}

forEachLanguage(({ locale, texts, inLanguage }) => {
  const { lyrics, room, uploads, trackEdit } = texts;

  test(`an .lrc file that is dropped with its track is shown: ${locale}`, async ({ page, context, request, baseURL }) => {
    const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Station");
    const track = writeLongTrack("train");
    const file = join(dirname(track), "train.lrc");
    writeFileSync(file, `\ufeff[ti:Train]\r\n${LRC}`);
    await page.getByRole("button", { name: uploads.title }).first().click();
    const adding = page.getByRole("dialog", { name: uploads.title });
    await adding.getByTestId("files").setInputFiles([track, file]);
    await expect(visibleText(adding, uploads.done)).toBeVisible();
    await page.keyboard.press("Escape");
    const entryId = (await mira.call("query", "rooms.getState", { id })).state.playlist[0]?.id;
    await mira.call("mutation", "rooms.command", { id, command: { type: "select", entryId } as never });
    const dialog = await openLyrics(page, lyrics.title);
    await expect(currentLine(dialog)).toHaveText("The train pulls in");
    expect(await findViolations(page)).toEqual([]);
  });

  test(`a lyrics file without its track is added to the track that it names, or explained: ${locale}`, async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const { id, mira } = await openOwnRoom({ page, context, request, baseURL }, "Station", [writeLongTrack("train")]);
    await page.getByRole("button", { name: uploads.title }).first().click();
    const input = page.getByRole("dialog", { name: uploads.title }).getByTestId("files");
    const lrc = (name: string, content: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
    await input.setInputFiles([lrc("01 Train.lrc", LRC)]);
    await expect(visibleText(page, inLanguage("Lyrics added to train", "Текст добавлен к треку «train»"))).toBeVisible();
    const { state } = await mira.call("query", "rooms.getState", { id });
    expect(state.playlist[0]?.track.lyricsAtMs).not.toBeNull();
    await input.setInputFiles([lrc("unknown.lrc", LRC)]);
    await expect(visibleText(page, lyrics.files.noTrackText)).toBeVisible();
    await input.setInputFiles([lrc("train.lrc", "Other words")]);
    await expect(visibleText(page, lyrics.files.existsText)).toBeVisible();
    await input.setInputFiles([lrc("train.lrc", "x\n".repeat(2001))]);
    await expect(visibleText(page, inLanguage("Lyrics can have up to 2,000 lines", "не больше 2000 строк"))).toBeVisible();
  });

  test(`lyrics are written, saved, and removed: ${locale}`, async ({ page, context, request, baseURL }) => {
    const { command, trackId, mira } = await openRoomWithLyrics({ page, context, request, baseURL }, " ");
    await command({ type: "pause" });
    const dialog = await openLyrics(page, lyrics.title);
    await dialog.getByRole("button", { name: lyrics.add }).click();
    const editor = page.getByRole("dialog", { name: lyrics.editor.title });
    const text = editor.getByRole("textbox", { name: lyrics.editor.text });
    await text.fill("First\nSecond");
    await page.keyboard.press("Escape");
    await expect(visibleText(editor, lyrics.editor.closeAgain)).toBeVisible();
    await expect(text).toHaveValue("First\nSecond");
    expect(await findViolations(page)).toEqual([]);
    await editor.getByRole("button", { name: trackEdit.save }).click();
    await expect(dialog.getByText("First Second")).toBeVisible();
    await dialog.getByRole("button", { name: lyrics.edit, exact: true }).click();
    await text.fill("");
    await editor.getByRole("button", { name: trackEdit.save }).click();
    await expect(dialog.getByRole("heading", { name: lyrics.none })).toBeVisible();
    expect((await mira.call("query", "lyrics.get", { trackId })).text).toBeNull();
  });

  test(`the lyrics fill a phone, and open from the full player: ${locale}`, async ({ browser, request, baseURL }) => {
    const context = await browser.newContext({ ...PHONE, locale: locale === "en" ? "en-US" : "ru-RU" });
    await context.addCookies([{ name: "locale", value: locale, url: baseURL ?? "" }]);
    const page = await newPage(context);
    await openRoomWithLyrics({ page, context, request, baseURL });
    await page.getByTestId("mini-bar").getByRole("button").first().click();
    await page.getByRole("dialog").getByRole("button", { name: room.player.lyrics, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: lyrics.title, exact: true });
    await expect(currentLine(dialog)).toHaveText("The train pulls in");
    const readSize = async () => {
      const { width, height } = (await dialog.boundingBox()) ?? { width: 0, height: 0 };
      return [Math.round(width), Math.round(height)];
    };
    await expect.poll(readSize).toEqual([390, 844]);
    const line = await dialog.getByRole("button", { name: "Doors are closing" }).boundingBox();
    expect(line?.height).toBeGreaterThanOrEqual(44);
    await dialog.getByRole("button", { name: "Doors are closing" }).tap();
    await expect(currentLine(dialog)).toHaveText("Doors are closing");
    expect(await findViolations(page)).toEqual([]);
    await context.close();
  });
});

test("the lines follow the room for everyone, and a press on a line seeks", async ({
  page,
  context,
  request,
  baseURL,
  browser,
}) => {
  const { url, command, entryId } = await openRoomWithLyrics({ page, context, request, baseURL }, LONG_LRC);
  const guestContext = await browser.newContext();
  const guest = await newPage(guestContext);
  await guest.goto(`/room/${url}`);
  const [own, theirs] = [await openLyrics(page), await openLyrics(guest)];
  for (const dialog of [own, theirs]) await expect(currentLine(dialog)).toHaveText("The train pulls in");
  await expect(theirs.getByRole("button", { name: "Doors are closing" })).toHaveCount(0);

  await own.getByRole("button", { name: "Doors are closing" }).focus();
  await page.keyboard.press("Enter");
  for (const dialog of [own, theirs]) await expect(currentLine(dialog)).toHaveText("Doors are closing");
  for (const dialog of [own, theirs]) await expect.poll(() => isCentered(currentLine(dialog))).toBe(true);

  // the room plays on into the next line
  await command({ type: "seek", entryId, positionMs: SECOND_MS - 1500 });
  await command({ type: "play" });
  for (const dialog of [own, theirs]) await expect(currentLine(dialog)).toHaveText("No one on the platform");
  await guestContext.close();
});

test("following pauses while the person scrolls, and a button returns to the current line", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const lines = Array.from({ length: 80 }, (_, i) => `[00:${String(i).padStart(2, "0")}.00]Line ${i}`);
  const { command, entryId } = await openRoomWithLyrics({ page, context, request, baseURL }, lines.slice(0, 60).join("\n"));
  const dialog = await openLyrics(page);
  const seekTo = (second: number) => command({ type: "seek", entryId, positionMs: second * 1000 });
  await seekTo(10);
  await expect(currentLine(dialog)).toHaveText("Line 10");
  await expect.poll(() => isCentered(currentLine(dialog))).toBe(true);
  const back = dialog.getByRole("button", { name: "Back to the current line" });
  await expect(back).toHaveCount(0);
  await dialog.getByText("Line 12", { exact: true }).hover();
  await page.mouse.wheel(0, 1500);
  await expect(back).toBeVisible();
  await seekTo(11);
  await expect(currentLine(dialog)).toHaveText("Line 11");
  expect(await isCentered(currentLine(dialog))).toBe(false);
  await back.click();
  await expect.poll(() => isCentered(currentLine(dialog))).toBe(true);
  await expect(back).toHaveCount(0);
});

test("times are set by tapping along, corrected, undone and kept when the text changes", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { command, entryId, mira, trackId } = await openRoomWithLyrics(
    { page, context, request, baseURL },
    "One\nTwo\n\nThree",
  );
  const dialog = await openLyrics(page);
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit lyrics" });
  await editor.getByText("Times", { exact: true }).click();
  const next = editor.locator("li[aria-current]");
  const tapAt = async (positionMs: number, press: () => Promise<void>) => {
    await command({ type: "seek", entryId, positionMs });
    await expect(page.locator("[data-player] [role=slider]").first()).toHaveAttribute(
      "aria-valuenow",
      String(positionMs / 1000),
    );
    await press();
  };
  await expect(next).toContainText("One");
  await tapAt(10_000, () => editor.getByRole("button", { name: "Tap when the line begins" }).click());
  await expect(next).toContainText("Two");
  await tapAt(20_000, () => page.keyboard.press("Space"));
  await expect(next).toContainText("Three");
  await editor.getByRole("button", { name: "Undo the last tap" }).click();
  await expect(next).toContainText("Two");
  await tapAt(21_000, () => editor.getByRole("button", { name: "Tap when the line begins" }).click());
  await expect(next).toContainText("Three");
  await editor.getByRole("button", { name: "100 ms earlier" }).last().click();

  await editor.getByText("Text", { exact: true }).first().click();
  await editor.getByRole("textbox", { name: "Text" }).fill("One\nTwo, corrected\n\nThree");
  await editor.getByText("Times", { exact: true }).click();
  await expect(next).toContainText("Three");
  await tapAt(30_000, () => editor.getByRole("button", { name: "Tap when the line begins" }).click());
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toBeHidden();
  const { text } = await mira.call("query", "lyrics.get", { trackId });
  const times = (text ?? "").split("\n").map((line) => /^\[00:(\d\d)\.(\d)/.exec(line)?.slice(1).join("."));
  expect(times.map((time) => time?.slice(0, 2))).toEqual(["10", "20", undefined, "30"]);
  expect(text).toContain("Two, corrected");
});

test("of two people who edit the same lyrics, the second decides which version to keep", async ({
  page,
  context,
  request,
  baseURL,
  browser,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const { mira, url, trackId } = await openRoomWithLyrics({ page, context, request, baseURL }, "Original");
  const otherContext = await browser.newContext();
  await mira.signIn(otherContext);
  const other = await newPage(otherContext);
  await other.goto(`/room/${url}`);
  const edit = async (device: Page, text: string) => {
    const dialog = await openLyrics(device);
    await dialog.getByRole("button", { name: "Edit", exact: true }).click();
    const editor = device.getByRole("dialog", { name: "Edit lyrics" });
    await editor.getByRole("textbox", { name: "Text" }).fill(text);
    return editor;
  };
  const [first, second] = [await edit(page, "First"), await edit(other, "Second")];
  await first.getByRole("button", { name: "Save" }).click();
  await expect(first).toBeHidden();
  await second.getByRole("button", { name: "Save" }).click();
  await expect(visibleText(second, "Someone else has changed these lyrics in the meantime.")).toBeVisible();
  await expect(second.getByRole("textbox", { name: "Text" })).toHaveValue("Second");
  await second.getByRole("button", { name: "Use their version" }).click();
  await expect(second.getByRole("textbox", { name: "Text" })).toHaveValue("First");
  await second.getByRole("textbox", { name: "Text" }).fill("Third");
  await second.getByRole("button", { name: "Save" }).click();
  await expect(second).toBeHidden();
  expect((await mira.call("query", "lyrics.get", { trackId })).text).toBe("Third");
  await expect(page.getByRole("dialog", { name: "Lyrics", exact: true }).getByText("Third")).toBeVisible();
  await otherContext.close();
});

const HOSTILE_LINES = [
  '<img src=x onerror="window.hacked = 1">',
  "<script>window.hacked = 1</script>",
  '"><svg onload=window.hacked=1>',
  "javascript:window.hacked=1",
  "{{constructor.constructor('window.hacked = 1')()}}",
  '<iframe srcdoc="<script>parent.hacked = 1</script>">',
  "&lt;b&gt; &#60;i&#62; \u202eright to left",
];

test("nothing in lyrics executes: markup is shown as text, plain and with times", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const timed = HOSTILE_LINES.map((line, i) => `[00:0${i}.00]${line}`).join("\n");
  const { mira, trackId } = await openRoomWithLyrics({ page, context, request, baseURL }, timed);
  const dialog = await openLyrics(page);
  const expectHarmless = async (area: Locator) => {
    for (const line of HOSTILE_LINES.slice(0, 6)) await expect(area).toContainText(line);
    expect(await area.locator("img, script, iframe, a").count()).toBe(0);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  };
  await expectHarmless(dialog.getByRole("region", { name: "Lyrics" }));
  await mira.call("mutation", "lyrics.set", { trackId, text: HOSTILE_LINES.join("\n") });
  await expect(dialog.locator("ol")).toHaveCount(0);
  await expectHarmless(dialog.getByRole("region", { name: "Lyrics" }));
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit lyrics" });
  await editor.getByText("Times", { exact: true }).click();
  await expectHarmless(editor.getByRole("list"));
});

test("a lost connection keeps the text of the editor, and saving again stores it once", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  const { mira, trackId } = await openRoomWithLyrics({ page, context, request, baseURL }, "Original");
  const dialog = await openLyrics(page);
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit lyrics" });
  await editor.getByRole("textbox", { name: "Text" }).fill("Kept");
  // the server stores the change, and its answer is lost
  await page.route("**/api/mutation", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor.getByRole("alert")).toBeVisible();
  await expect(editor.getByRole("textbox", { name: "Text" })).toHaveValue("Kept");
  await page.unroute("**/api/mutation");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toBeHidden();
  expect((await mira.call("query", "lyrics.get", { trackId })).text).toBe("Kept");
});

test("the lyrics fill the window on demand", async ({ page, context, request, baseURL }) => {
  await openRoomWithLyrics({ page, context, request, baseURL });
  const dialog = await openLyrics(page);
  await dialog.getByRole("button", { name: "Full screen", exact: true }).click();
  const size = page.viewportSize();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(size?.width);
  await dialog.getByRole("button", { name: "Exit full screen" }).click();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThan(700);
});

test("another editor's lyrics make an edition for this room, and other rooms keep the original", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { mira, id, trackId } = await openRoomWithLyrics({ page, context, request, baseURL }, "Original");
  const nina = await createUser(request, baseURL, "Nina");
  await mira.call("mutation", "members.add", { id, username: nina.username, role: "editor" });
  await context.clearCookies();
  await nina.signIn(context);
  await page.reload();
  const dialog = await openLyrics(page);
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit lyrics" });
  await editor.getByRole("textbox", { name: "Text" }).fill("Edited");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(visibleText(page, "For this room only: someone else uploaded it.")).toBeVisible();
  await expect(dialog.getByText("Edited")).toBeVisible();
  expect((await mira.call("query", "lyrics.get", { trackId })).text).toBe("Original");
});
