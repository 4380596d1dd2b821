import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";

/** Expects a sign-in with this name, as its accessible name and visibly, and closes it. */
async function expectSignIn(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog.getByText(name, { exact: true }).last()).toBeVisible();
  // the dialog may be visible before it has taken the focus
  await dialog.press("Escape");
  await expect(dialog).toBeHidden();
}

test("the sign-in names the action that needs it", async ({ page, request, baseURL }) => {
  const word = `purpose${Date.now().toString(36)}`;
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom(word);
  await page.goto(`/?q=${word}`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expectSignIn(page, "Welcome back");
  await page.getByRole("button", { name: `Favorite: ${word}` }).click();
  await expectSignIn(page, "Sign in to mark favorites");
  await page.getByRole("tab", { name: /My rooms/ }).click();
  await expectSignIn(page, "Sign in to see your rooms");

  await page.getByRole("button", { name: "Create room" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toHaveAccessibleName("Create an account to create a room");
  await dialog.getByRole("tab", { name: "Sign in" }).click();
  await expect(dialog).toHaveAccessibleName("Sign in to create a room");
  await dialog.getByRole("button", { name: "Forgot password?" }).click();
  await expect(dialog).toHaveAccessibleName("Forgot your password?");
  await page.keyboard.press("Escape");

  await page.goto(`/room/${url}`);
  // while the room is loading, the bar has the same button, which is replaced
  await expect(page.getByRole("complementary").getByRole("button", { name: "Choose a name" })).toBeVisible();
  await page.getByRole("complementary").getByRole("button", { name: "Sign in" }).click();
  await expectSignIn(page, "Sign in to add tracks");
});
