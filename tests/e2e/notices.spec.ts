import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { holdFunction, refuseFunction } from "./function-calls.ts";
import { expect, newPage, PHONE, REFUSED_CALL, test } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";

const notices = (page: Page) => page.getByRole("region", { name: /^(Notices|Уведомления)$/ });

/** The names of the buttons in the open dialog that a notice covers. */
function listCoveredButtons(page: Page): Promise<readonly (string | null)[]> {
  return page
    .getByRole("dialog")
    .getByRole("button")
    .evaluateAll((buttons) => {
      const findNotices = (element: Element | null) => element?.closest("[data-react-aria-top-layer]") ?? null;
      const isCovered = (button: Element) => {
        // a part that is scrolled out of view is not covered
        button.scrollIntoView({ block: "nearest" });
        const { left, top, width, height } = button.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return findNotices(found) !== null && findNotices(button) === null;
      };
      return buttons.filter(isCovered).map((button) => button.getAttribute("aria-label") ?? button.textContent);
    });
}

test("a notice moves into a dialog that opens, and out of it again", async ({ page, context, request, baseURL }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openOwnRoom({ page, context, request, baseURL }, "Covered", [fixturePath("vbr.mp3"), fixturePath("adts.aac")]);
  await page.getByRole("row", { name: /^vbr/ }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(notices(page).getByRole("button", { name: "Undo" })).toBeVisible();
  // the pointer on it keeps the notice
  await notices(page).hover();
  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Undo" }).hover();
  expect(await listCoveredButtons(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(notices(page).getByRole("button", { name: "Undo" })).toBeVisible();
});

test("a notice covers no button of a dialog on a phone", async ({ browser, request, baseURL }) => {
  const mira = await createUser(request, baseURL, "Мира");
  await mira.createRoom("Первая", [fixturePath("vbr.mp3")]);
  const { url } = await mira.createRoom("Вторая");
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Добавить треки" }).first().tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Библиотека" }).tap();
  const library = dialog.getByRole("list", { name: "Треки вашей библиотеки" });
  await library.getByRole("listitem").first().locator("label").tap();
  await dialog.getByRole("button", { name: "Добавить 1 трек" }).tap();
  await expect(notices(page).getByRole("status").first()).toBeVisible();
  expect(await listCoveredButtons(page)).toEqual([]);
  await context.close();
});

test("the notice of a moved track ends when the track is removed", async ({ page, context, request, baseURL }) => {
  await openOwnRoom({ page, context, request, baseURL }, "Subject", [fixturePath("vbr.mp3"), fixturePath("adts.aac")]);
  await page.getByRole("row", { name: /^vbr/ }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  const moved = notices(page).getByText("vbr, position 2 of 2");
  await expect(moved).toBeVisible();
  await notices(page).hover();
  await page.keyboard.press("Delete");
  await page.keyboard.press("Delete");
  await expect(notices(page).getByText("1 track removed")).toBeVisible();
  await expect(moved).toBeHidden();
});

test("the notice of failed uploads ends when their list is opened", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  await openOwnRoom({ page, context, request, baseURL }, "Failing");
  await refuseFunction(page, "mutation", "uploads.complete", "audio-damaged");
  const refuse = await holdFunction(page, "mutation", "uploads.complete");
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  await dialog.getByTestId("files").setInputFiles(fixturePath("adts.aac"));
  await expect(dialog.getByText(/^Processing/)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  refuse();
  const failed = notices(page).getByText("0 of 1 ready, 1 failed");
  await expect(failed).toBeVisible();
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  await expect(dialog).toBeVisible();
  await expect(failed).toBeHidden();
});
