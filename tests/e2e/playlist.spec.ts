import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { setChecked } from "./set-checked.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";

const titles = (page: Page) =>
  page.getByRole("row").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")?.split(",")[0] ?? ""));
const FILES = ["adts.aac", "vbr.mp3", "headerless.mp3", "plain.wav"].map(fixturePath);

test("several tracks can be selected by mouse and keyboard, queued, removed by two presses and restored", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Several", FILES);
  await expect.poll(() => titles(page)).toEqual(["adts", "vbr", "headerless", "plain"]);
  const bar = page.getByRole("toolbar", { name: "Selected tracks" });

  // A range is selected, then one row is deselected.
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
  // the notice of the queue, which has an undo too, may be the last one for a moment
  await expect(page.getByRole("region", { name: "Notices" }).getByText("2 tracks removed")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(() => titles(page)).toEqual(["adts", "vbr", "headerless", "plain"]);

  // With the keyboard alone: the list is one tab stop, and arrows move within it.
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
  // The row's controls are the drag handle, the play button and the menu.
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Play now" })).toBeVisible();
});

test("shuffle, repeat and fair order apply to everyone in the room", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Order for all", FILES);
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
  await setChecked(settings.getByRole("switch", { name: "Fair order" }));
  await setChecked(settings.getByRole("switch", { name: "Equal loudness" }), false);
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(settings).toBeHidden();
  await expect.poll(async () => (await order()).isFair).toBe(true);
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.info.isLeveled).toBe(false);
});

test("a long press selects rows on a phone, and the page does not overflow", async ({ browser, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("В руке", FILES);
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  for (const name of [/^vbr/, /^plain/]) {
    const init = { pointerType: "touch", bubbles: true, cancelable: true };
    // Browsers send this event for a long press.
    await page
      .getByRole("row", { name })
      .evaluate((row, options) => row.dispatchEvent(new PointerEvent("contextmenu", options)), init);
  }
  const bar = page.getByRole("toolbar", { name: "Выбранные треки" });
  await expect(bar.getByText("Выбрано: 2")).toBeVisible();
  await bar.getByRole("button", { name: "Убрать" }).tap();
  const again = bar.getByRole("button", { name: "Ещё раз, чтобы убрать 2" });
  await expect(again).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // Two quick taps would be a double tap, which counts as one press.
  await again.press("Enter");
  await expect(page.getByRole("row")).toHaveCount(2);
  await context.close();
});
