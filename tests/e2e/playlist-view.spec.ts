import type { Locator, Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";

const titles = (page: Page) =>
  page.getByRole("row").evaluateAll((rows) =>
    rows
      .map((row) => ({ title: row.getAttribute("aria-label")?.split(",")[0] ?? "", at: Number(row.ariaRowIndex) }))
      .sort((a, b) => a.at - b.at)
      .map(({ title }) => title),
  );
const FILES = ["adts.aac", "vbr.mp3", "headerless.mp3", "plain.wav"].map(fixturePath);
const ORDER = ["adts", "vbr", "headerless", "plain"];
const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
const handle = (page: Page, name: string) => row(page, name).getByRole("button", { name: /^(Drag|Перетащить)/ });

/** The line that marks where the dragged rows would be dropped. */
const dropLine = (page: Page) => page.getByTestId("drag-line");

/** Drags with the mouse in several steps. */
async function drag(page: Page, from: Locator, to: Locator, part = 0.9): Promise<void> {
  await from.hover();
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error("nothing to drag");
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + 30, b.y + b.height * part, { steps: 8 });
  await expect(dropLine(page)).toBeVisible();
  await page.mouse.up();
}

test("searching and sorting the playlist does not change the room's order", async ({ page, context, request, baseURL }) => {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Looked at", FILES);
  await expect.poll(() => titles(page)).toEqual(ORDER);
  const sortBy = async (name: string) => {
    await page.getByRole("button", { name: /^Sort:/ }).click();
    await page.getByRole("option", { name, exact: true }).click();
  };
  await sortBy("Title, A to Z");
  await expect.poll(() => titles(page)).toEqual(["adts", "headerless", "plain", "vbr"]);
  await expect(page.getByText("Only you see this order.")).toBeVisible();
  await expect(handle(page, "vbr")).toHaveCount(0);
  await sortBy("Title, Z to A");
  await expect.poll(() => titles(page)).toEqual(["vbr", "plain", "headerless", "adts"]);
  await sortBy("Size");
  await expect(row(page, "plain").getByText(/kB/).first()).toBeVisible();
  await page.getByRole("searchbox", { name: "Search the playlist" }).fill("HEAD");
  await expect.poll(() => titles(page)).toEqual(["headerless"]);
  await expect(page.getByText("1 found")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search the playlist" }).fill("nowhere");
  await expect(page.getByRole("heading", { name: "Nothing found for “nowhere”" })).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.getByRole("button", { name: "Room's order" }).click();
  await expect.poll(() => titles(page)).toEqual(ORDER);
  // The room's order is unchanged.
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist.map(({ track }) => track.title)).toEqual(ORDER);
  expect(await findViolations(page)).toEqual([]);
});

test("one or several rows can be dragged by mouse and keyboard, and each move can be undone", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await openOwnRoom({ page, context, request, baseURL }, "Dragged", FILES);
  await expect.poll(() => titles(page)).toEqual(ORDER);
  await drag(page, handle(page, "adts"), row(page, "headerless"));
  await expect.poll(() => titles(page)).toEqual(["vbr", "headerless", "adts", "plain"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toEqual(ORDER);

  // Escape cancels the drag.
  await handle(page, "plain").hover();
  await page.mouse.down();
  await page.mouse.move(300, 300, { steps: 5 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect.poll(() => titles(page)).toEqual(ORDER);

  // Two rows are dragged together.
  await row(page, "adts").click();
  await row(page, "headerless").click({ modifiers: ["ControlOrMeta"] });
  await drag(page, handle(page, "headerless"), row(page, "plain"));
  await expect.poll(() => titles(page)).toEqual(["vbr", "plain", "adts", "headerless"]);
  await page.getByRole("button", { name: "More about the playlist" }).click();
  await page.getByRole("menuitem", { name: /^Undo:/ }).click();
  await expect.poll(() => titles(page)).toEqual(ORDER);
  await page.getByRole("button", { name: "Clear selection" }).click();

  // With the keyboard alone.
  await handle(page, "vbr").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toEqual(["adts", "headerless", "vbr", "plain"]);
  await expect(page.getByRole("status").filter({ hasText: "vbr, position 3 of 4" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => titles(page)).toEqual(ORDER);

  // Escape cancels a keyboard drag, and the handle keeps the focus.
  await handle(page, "adts").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(dropLine(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dropLine(page)).toBeHidden();
  await expect(handle(page, "adts")).toBeFocused();
  await expect.poll(() => titles(page)).toEqual(ORDER);

  // Moving the focus elsewhere cancels a keyboard drag.
  await handle(page, "vbr").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await expect(dropLine(page)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search the playlist" }).focus();
  await expect(dropLine(page)).toBeHidden();
  await expect.poll(() => titles(page)).toEqual(ORDER);
});

test("one or several entries can be moved to the end, and to a position by its number", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await openOwnRoom({ page, context, request, baseURL }, "By number", FILES);
  await row(page, "vbr").hover();
  await row(page, "vbr").getByRole("button", { name: "More about vbr" }).click();
  await page.getByRole("menuitem", { name: "Move to the bottom" }).click();
  await expect.poll(() => titles(page)).toEqual(["adts", "headerless", "plain", "vbr"]);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => titles(page)).toEqual(ORDER);

  await row(page, "plain").hover();
  await row(page, "plain").getByRole("button", { name: "More about plain" }).click();
  await page.getByRole("menuitem", { name: "Move to position…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move plain" });
  await dialog.getByRole("textbox", { name: "Position" }).fill("9");
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(dialog.getByText("From 1 to 4")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Position" }).fill("2");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect.poll(() => titles(page)).toEqual(["adts", "plain", "vbr", "headerless"]);

  await page.getByRole("button", { name: "Select tracks" }).click();
  await row(page, "vbr").click();
  await row(page, "headerless").click();
  const bar = page.getByRole("toolbar", { name: "Selected tracks" });
  await bar.getByRole("button", { name: "Move", exact: true }).click();
  const several = page.getByRole("dialog", { name: "Move 2 tracks" });
  await several.getByRole("textbox", { name: "Position" }).fill("1");
  await several.getByRole("button", { name: "Move" }).click();
  await expect.poll(() => titles(page)).toEqual(["vbr", "headerless", "adts", "plain"]);
});

test("rows can be dragged by touch, and the search opens over the header; in Russian on a phone", async ({
  browser,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Пальцем", FILES);
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Выбрать треки" }).tap();
  // a trial waits until the handle is there and stays in place
  await handle(page, "adts").tap({ trial: true });
  const [from, to] = [await handle(page, "adts").boundingBox(), await row(page, "plain").boundingBox()];
  if (!from || !to) throw new Error("nothing to drag");
  const touch = await context.newCDPSession(page);
  const at = (x: number, y: number) => [{ x, y }];
  const x = from.x + from.width / 2;
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(x, from.y + from.height / 2) });
  for (let step = 1; step <= 6; step++) {
    const y = from.y + ((to.y + to.height * 0.8 - from.y) * step) / 6;
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(x, y) });
  }
  await expect(dropLine(page)).toBeVisible();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(() => titles(page)).toEqual(["vbr", "headerless", "plain", "adts"]);
  await page.getByRole("button", { name: "Снять выбор" }).tap();

  await page.getByRole("button", { name: "Искать в плейлисте" }).tap();
  await page.getByRole("searchbox", { name: "Искать в плейлисте" }).fill("pla");
  await expect.poll(() => titles(page)).toEqual(["plain"]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Закрыть поиск" }).tap();
  await expect(page.getByRole("row")).toHaveCount(4);
  await context.close();
});

test("new tracks are marked, and a button scrolls the playlist to the top without covering the toolbar", async ({
  page,
  context,
  browser,
  request,
  baseURL,
}) => {
  const { mira, id, url } = await openOwnRoom({ page, context, request, baseURL }, "Long", FILES.slice(0, 1));
  const { state } = await mira.call("query", "rooms.getState", { id });
  const trackIds = state.playlist.flatMap(({ track }) => Array.from({ length: 40 }, () => track.id));
  await mira.call("mutation", "playlist.add", { roomId: id, trackIds });
  const phone = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(phone);
  const phonePage = await newPage(phone);
  await phonePage.goto(`/room/${url}`);
  await expectScrollToTop(page, { mark: "NEW", button: "Scroll to top", select: "Select tracks", bar: "Selected tracks" });
  const russian = { mark: "НОВЫЙ", button: "Наверх", select: "Выбрать треки", bar: "Выбранные треки" };
  await expectScrollToTop(phonePage, russian);
  await phone.close();
});

type ScrollTexts = Readonly<Record<"mark" | "button" | "select" | "bar", string>>;

async function expectScrollToTop(page: Page, texts: ScrollTexts): Promise<void> {
  const grid = page.getByRole("grid");
  const button = page.getByRole("button", { name: texts.button });
  // The list may not be long enough yet.
  const scrollTo = (top: number) => expect.poll(() => grid.evaluate(scrollElement, top)).toBe(top);
  await expect(page.getByRole("row").first().getByText(texts.mark)).toBeVisible();
  // The threshold is 200 px: once the button of 201 px has disappeared, it is known not to appear at 200 px.
  await scrollTo(201);
  await expect(button).toBeVisible();
  await scrollTo(200);
  await expect(button).toBeHidden();
  await scrollTo(201);
  await button.click();
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(0);
  await expect(button).toBeHidden();

  await scrollTo(600);
  const centerX = (await boxOf(button)).x;
  await page.getByRole("button", { name: texts.select }).click();
  await grid.click();
  const bar = await boxOf(page.getByRole("toolbar", { name: texts.bar }));
  const moved = await boxOf(button);
  expect(moved.x).toBeGreaterThan(centerX);
  const isBeside = moved.x >= bar.x + bar.width || moved.y + moved.height <= bar.y;
  expect(isBeside).toBe(true);
}

/** Runs in the page. Returns the position that the element has reached. */
function scrollElement(element: Element, top: number): number {
  element.scrollTo({ top });
  return element.scrollTop;
}

async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible();
  const box = await locator.boundingBox();
  if (!box) throw new Error("it has no box");
  return box;
}

test("the current track can be shown even if a search hides it", async ({ page, context, request, baseURL }) => {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Found again", FILES.slice(1));
  const { state } = await mira.call("query", "rooms.getState", { id });
  const [vbr, , plain] = state.playlist.map(({ track }) => track.id);
  if (!vbr || !plain) throw new Error("no tracks");
  await mira.call("mutation", "playlist.add", { roomId: id, trackIds: [...Array.from({ length: 40 }, () => vbr), plain] });
  const last = (await mira.call("query", "rooms.getState", { id })).state.playlist.at(-1);
  if (!last) throw new Error("nothing was added");
  await mira.call("mutation", "rooms.command", { id, command: { type: "select", entryId: last.id } });
  await mira.call("mutation", "rooms.command", { id, command: { type: "pause" } });
  const search = page.getByRole("searchbox", { name: "Search the playlist" });
  const current = page.locator(`[data-key="${last.id}"]`);
  for (const text of ["vbr", "nowhere"]) {
    await search.fill(text);
    await expect(current).toHaveCount(0);
    await page.getByRole("button", { name: "Show in playlist" }).click();
    await expect(current).toBeInViewport();
    await expect(search).toHaveValue("");
  }
});

test("after a row is removed, the focus moves to the row that takes its place", async ({ page, context, request, baseURL }) => {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Going on", [...FILES, fixturePath("cover.mp3")]);
  await row(page, "vbr").focus();
  await page.keyboard.press("Delete");
  await page.keyboard.press("Delete");
  await expect(row(page, "vbr")).toHaveCount(0);
  await expect(row(page, "headerless")).toBeFocused();

  await row(page, "headerless").hover();
  await row(page, "headerless").getByRole("button", { name: "More about headerless" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("menuitem", { name: "Press again to remove" }).click();
  await expect(row(page, "headerless")).toHaveCount(0);
  await expect(row(page, "plain")).toBeFocused();

  // After the last row, the focus moves to the row before. A focus elsewhere stays.
  await page.keyboard.press("End");
  await expect(row(page, "Ночной трамвай")).toBeFocused();
  await page.keyboard.press("Delete");
  await page.keyboard.press("Delete");
  await expect(row(page, "plain")).toBeFocused();
  const search = page.getByRole("searchbox", { name: "Search the playlist" });
  await search.focus();
  const { state } = await mira.call("query", "rooms.getState", { id });
  const plain = state.playlist.filter(({ track }) => track.title === "plain").map((entry) => entry.id);
  await mira.call("mutation", "rooms.command", { id, command: { type: "remove", entryIds: plain } });
  await expect.poll(() => titles(page)).toEqual(["adts"]);
  await expect(search).toBeFocused();
});
