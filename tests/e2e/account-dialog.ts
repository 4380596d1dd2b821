import { expect, type Page } from "@playwright/test";

/** Opens the account dialog from the user menu, on this path, and waits until its lists are loaded. */
export async function openAccountDialog(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: /^Your menu/ }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await expect(page.getByRole("dialog", { name: "Account" }).getByText("This device")).toBeVisible();
}
