import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator } from "@playwright/test";
import { findViolations } from "./axe.ts";
import { describeIn, LANGUAGES, visibleText } from "./each-language.ts";
import { currentLine, LRC, openLyrics, openRoomWithLyrics } from "./lyrics-room.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { openOwnRoom } from "./test-user.ts";
import { writeLongTrack } from "./wav-files.ts";

/** The same with so many lines that the current one is out of sight unless the viewer scrolls to it. */
const LONG_LRC = [
  LRC,
  ...Array.from({ length: 30 }, (_, i) => `[01:${15 + i}.00]Station ${i + 1}`),
  ...Array.from({ length: 20 }, (_, i) => `[01:${51 + Math.floor(i / 3)}.${10 + (i % 3) * 30}]Stop ${i + 1}`),
].join("\n");
const SECOND_MS = 60_000;

/** Whether the current line is near the middle of the area that scrolls. */
const isCentered = (line: Locator) =>
  line.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect();
    return Math.abs(top + height / 2 - innerHeight / 2) < innerHeight / 4;
  });

describeIn("en", ({ texts: { lyrics, uploads, trackEdit } }) => {
  test("an .lrc file that is dropped with its track is shown", async ({ page, context, request, baseURL }) => {
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

  test("lyrics are written, saved, and removed", async ({ page, context, request, baseURL }) => {
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
});

describeIn("ru", ({ texts: { lyrics, uploads } }) => {
  test("a lyrics file without its track is added to the track that it names, or explained", async ({
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
    await expect(visibleText(page, "Текст добавлен к треку «train»")).toBeVisible();
    const { state } = await mira.call("query", "rooms.getState", { id });
    expect(state.playlist[0]?.track.lyricsAtMs).not.toBeNull();
    await input.setInputFiles([lrc("unknown.lrc", LRC)]);
    await expect(visibleText(page, lyrics.files.noTrackText)).toBeVisible();
    await input.setInputFiles([lrc("train.lrc", "Other words")]);
    await expect(visibleText(page, lyrics.files.existsText)).toBeVisible();
    await input.setInputFiles([lrc("train.lrc", "x\n".repeat(2001))]);
    await expect(visibleText(page, "не больше 2000 строк")).toBeVisible();
  });
});

test("the lyrics fill a phone, and open from the full player", async ({ browser, request, baseURL }) => {
  const { lyrics, room } = LANGUAGES.ru.texts;
  const context = await browser.newContext(PHONE);
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
