import { fixturePath } from "#tests/support/fixtures.ts";
import { expect, test } from "./test.ts";
import { openOwnRoom } from "./test-user.ts";

const ASKED = "Press Delete again to remove";

test("the first press of Delete on a row is visible, and ends on Escape, with the focus and after a moment", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await openOwnRoom({ page, context, request, baseURL }, "Twice", ["adts.aac", "vbr.mp3"].map(fixturePath));
  const row = page.getByRole("row", { name: /^adts/ });
  const asked = row.getByText(ASKED);
  const press = async () => {
    await row.focus();
    await page.keyboard.press("Delete");
    await expect(asked).toBeVisible();
    await expect(row.locator("[data-armed]")).toHaveCount(1);
  };
  await press();
  await page.keyboard.press("Escape");
  await expect(asked).toBeHidden();
  await press();
  await page.keyboard.press("ArrowDown");
  await expect(asked).toBeHidden();
  // of another row
  await page.keyboard.press("Delete");
  await expect(page.getByRole("row", { name: /^vbr/ }).getByText(ASKED)).toBeVisible();
  await press();
  await expect(asked).toBeHidden();
  await expect(page.getByRole("row")).toHaveCount(2);
  await press();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("row")).toHaveCount(1);
});

test("the first of two presses changes the text and the color of a button and of a menu item", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await openOwnRoom({ page, context, request, baseURL }, "Armed", [fixturePath("vbr.mp3")]);
  await page.getByRole("row", { name: /^vbr/ }).hover();
  await page.getByRole("button", { name: "More about vbr" }).first().click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const item = page.getByRole("menuitem", { name: "Press again to remove" });
  await expect(item).toHaveAttribute("data-armed", "true");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Room settings" }).click();
  const dialog = page.getByRole("dialog");
  const button = dialog.getByRole("button", { name: "Delete the room" });
  const armed = dialog.getByRole("button", { name: "Press again to delete" });
  const readColor = (of: typeof button) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
  const color = await readColor(button);
  await button.click();
  await expect.poll(() => readColor(armed)).not.toBe(color);
  // spoken by screen readers
  await expect(page.getByText("Press again to delete the room and its playlist.")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(button).toBeVisible();
  await button.click();
  await page.keyboard.press("Shift+Tab");
  await expect(button).toBeVisible();
  await button.click();
  await expect(armed).toBeVisible();
  // it expires
  await expect(button).toBeVisible();
  await expect(dialog).toBeVisible();
});
