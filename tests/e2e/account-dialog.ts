import { expect, type Locator, type Page } from "@playwright/test";
import { resources } from "#app/i18n/resources.server.ts";
import type { Language } from "./each-language.ts";

/** Opens the account dialog from the user menu, and waits until its lists are loaded. The texts are those of the page's language. */
export async function openAccountDialog(
  page: Page,
  { shell, account }: Pick<Language["texts"], "shell" | "account"> = resources.en,
): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: shell.menu.user }).click();
  await page.getByRole("menuitem", { name: shell.menu.account }).click();
  await expect(page.getByRole("dialog", { name: account.title }).getByText(account.sessions.here)).toBeVisible();
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
