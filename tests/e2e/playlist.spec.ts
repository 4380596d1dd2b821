import type { Page } from "@playwright/test";
import { expect, fixture, newMember, newPage, openOwnRoom, PHONE, test } from "./visitor.ts";

const titles = (page: Page) =>
  page.getByRole("row").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")?.split(",")[0] ?? ""));
const FILES = ["adts.aac", "vbr.mp3", "headerless.mp3", "plain.wav"].map(fixture);

test("several tracks are selected by mouse and keyboard, queued, removed by two presses, and brought back", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Several", FILES);
  await expect.poll(() => titles(page)).toEqual(["adts", "vbr", "headerless", "plain"]);
  const bar = page.getByRole("toolbar", { name: "Selected tracks" });

  // a range, and one taken out of it
  await page.getByRole("row", { name: /^vbr/ }).click();
  await expect(bar).toBeHidden();
  await page.getByRole("row", { name: /^plain/ }).click({ modifiers: ["Shift"] });
  await expect(bar.getByText("3 selected")).toBeVisible();
  await page.getByRole("row", { name: /^headerless/ }).click({ modifiers: ["ControlOrMeta"] });
  await expect(bar.getByText("2 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Play next" }).click();
  await expect(
    page
      .getByRole("row", { name: /^plain/ })
      .getByText("Next 2")
      .first(),
  ).toBeVisible();
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.order.upNext).toHaveLength(2);

  await bar.getByRole("button", { name: "Remove" }).click();
  await bar.getByRole("button", { name: "Press again to remove 2" }).click();
  await expect.poll(() => titles(page)).toEqual(["adts", "headerless"]);
  await expect(bar).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toEqual(["adts", "vbr", "headerless", "plain"]);

  // the keyboard alone: one stop by Tab, arrows within
  await page.getByRole("row", { name: /^adts/ }).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(bar.getByText("4 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  await expect(page.getByRole("row", { name: /^plain/ })).toBeFocused();
  // its handle, its way to play, its menu
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Play now" })).toBeVisible();
});

test("everyone has the same order: shuffled, repeated, and shown to the others", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await newMember(request, baseURL);
  const { id, url } = await mira.makeRoom("Order for all", FILES);
  await mira.signIn(context);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/room/${url}`);
  const order = async () => (await mira.call("query", "rooms.getState", { id })).state.order;
  await page.getByRole("button", { name: "Shuffle for everyone" }).click();
  await expect(page.getByRole("button", { name: "Shuffle for everyone", pressed: true })).toBeVisible();
  expect((await order()).shuffleSeed).not.toBeNull();
  await page.getByRole("button", { name: "Repeat: off" }).click();
  await page.getByRole("button", { name: "Repeat: all" }).click();
  await expect(page.getByRole("button", { name: "Repeat: this one" })).toBeVisible();
  await expect.poll(async () => (await order()).repeat).toBe("one");

  await page.getByRole("button", { name: "Room settings" }).click();
  const settings = page.getByRole("dialog", { name: "Room settings" });
  await settings.getByRole("switch", { name: "Fair order" }).check({ force: true });
  await settings.getByRole("switch", { name: "Equal loudness" }).uncheck({ force: true });
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(settings).toBeHidden();
  await expect.poll(async () => (await order()).isFair).toBe(true);
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.info.isLeveled).toBe(false);
});

test("on a telephone a finger that stays selects, and nothing sticks out to the side", async ({
  browser,
  request,
  baseURL,
}) => {
  const mira = await newMember(request, baseURL);
  const { url } = await mira.makeRoom("В руке", FILES);
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  for (const name of [/^vbr/, /^plain/]) {
    const held = { pointerType: "touch", bubbles: true, cancelable: true };
    // what a browser makes of a long press
    await page
      .getByRole("row", { name })
      .evaluate((row, init) => row.dispatchEvent(new PointerEvent("contextmenu", init)), held);
  }
  const bar = page.getByRole("toolbar", { name: "Выбранные треки" });
  await expect(bar.getByText("Выбрано: 2")).toBeVisible();
  await bar.getByRole("button", { name: "Убрать" }).tap();
  const again = bar.getByRole("button", { name: "Ещё раз, чтобы убрать 2" });
  await expect(again).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await again.tap();
  await expect(page.getByRole("row")).toHaveCount(2);
  await context.close();
});
