import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";

test("a menu that is opened by a key focuses its first item", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  await page.goto("/");
  const button = page.getByRole("button", { name: "Your menu: Mira" });
  for (const key of ["Enter", "ArrowDown", "Space"]) {
    await button.focus();
    await page.keyboard.press(key);
    await expect(page.getByRole("menuitem", { name: "Account" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await expect(button).toBeFocused();
  }
  await button.click();
  await expect(page.getByRole("menuitem", { name: "Account" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Account" })).not.toBeFocused();
});

test("a signed-in user changes theme and language in their menu", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  await page.goto("/");
  await page.getByRole("button", { name: "Your menu: Mira" }).click();
  await page.getByRole("menuitemradio", { name: "Black" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "black");
  // The menu stays open, so that one can try the themes.
  await page.getByRole("menuitem", { name: /^Language/ }).click();
  await page.getByRole("menuitemradio", { name: "Русский" }).click();
  await expect(page.getByRole("heading", { name: "Комнаты" })).toBeVisible();
});
