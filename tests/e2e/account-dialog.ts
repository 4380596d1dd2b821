import { expect, type Locator, type Page } from "@playwright/test";

/** Opens the account dialog from the user menu, on this path, and waits until its lists are loaded. */
export async function openAccountDialog(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: /^Your menu/ }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await expect(page.getByRole("dialog", { name: "Account" }).getByText("This device")).toBeVisible();
}

/** Submits a new password in the open account dialog. Returns the dialog of the form. */
export async function changePassword(page: Page, currentPassword: string): Promise<Locator> {
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Current password").fill(currentPassword);
  await dialog.getByLabel("New password", { exact: true }).fill("battery staple");
  await dialog.getByLabel("Repeat the new password").fill("battery staple");
  await dialog.getByRole("button", { name: "Change password" }).click();
  return dialog;
}
