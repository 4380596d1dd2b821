import { openAccountDialog } from "./account-dialog.ts";
import { failFunction, holdFunction } from "./function-calls.ts";
import { expect, test } from "./test.ts";
import { createUser, PASSWORD, type TestUser } from "./test-user.ts";

let mira: TestUser;
test.beforeEach(async ({ request, baseURL, context }) => {
  mira = await createUser(request, baseURL);
  await mira.signIn(context);
});

test("a saved profile closes after 1.5 seconds, and a profile that reloads meanwhile does not delay that", async ({ page }) => {
  await page.clock.install();
  await openAccountDialog(page);
  await page.getByRole("button", { name: "Edit profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit profile" });
  await dialog.getByLabel("Display name").fill("Mira Sokolova");
  const release = await holdFunction(page, "query", "users.getCurrentUser");
  // The time of a slow machine does not count: the page's clock stands still.
  await page.clock.pauseAt(Date.now() + 5000);
  const requested = page.waitForRequest((sent) => (sent.postData() ?? "").includes("users.getCurrentUser"));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Profile updated");
  // The page reloads the profile right after it has started the timer.
  await requested;
  await page.clock.runFor(1000);
  await expect(dialog).toBeVisible();
  const reloaded = page.waitForResponse((response) => (response.request().postData() ?? "").includes("users.getCurrentUser"));
  release();
  await reloaded;
  await page.clock.runFor(600);
  // A timer that had started again would need 900 ms more.
  await expect(dialog).toBeHidden();
});

test("a profile is read-only while it is being saved, and Cancel asks before it discards changes", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/500/);
  await failFunction(page, "mutation", "users.updateUserProfile");
  const release = await holdFunction(page, "mutation", "users.updateUserProfile");
  await openAccountDialog(page);
  await page.getByRole("button", { name: "Edit profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit profile" });
  await dialog.getByLabel("Display name").fill("Other");
  await dialog.getByLabel("Display name").press("Enter");
  await expect(dialog.getByLabel("Display name")).not.toBeEditable();
  await expect(dialog.getByLabel("Email", { exact: true })).not.toBeEditable();
  await expect(dialog.getByRole("switch")).toBeDisabled();
  release();
  await expect(dialog.getByRole("alert")).toHaveText("Failed to update profile. Try again.");
  await expect(dialog.getByLabel("Display name")).toBeEditable();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByText("You have unsaved changes. Close again to discard them.")).toBeVisible();
  await expect(dialog.getByLabel("Display name")).toHaveValue("Other");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("a rejected form moves the focus to the invalid field", async ({ page, request, baseURL, allowConsoleErrors }) => {
  allowConsoleErrors(/4\d\d|560/);
  const taken = await createUser(request, baseURL, "Leo");
  await openAccountDialog(page);
  await page.getByRole("button", { name: "Edit profile" }).click();
  const profile = page.getByRole("dialog", { name: "Edit profile" });
  await profile.getByLabel("Username").fill(taken.username);
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByText("This username is already taken")).toBeVisible();
  await expect(profile.getByLabel("Username")).toBeFocused();
  // Leaving an invalid field does not move the focus back.
  await profile.getByLabel("Display name").fill("");
  await profile.getByLabel("Email", { exact: true }).focus();
  await expect(profile.getByText("This field is required")).toBeVisible();
  await expect(profile.getByLabel("Email", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Change password" }).click();
  const password = page.getByRole("dialog", { name: "Change password" });
  const change = password.getByRole("button", { name: "Change password" });
  await change.click();
  await expect(password.getByLabel("Current password")).toBeFocused();
  await change.click();
  await expect(password.getByLabel("Current password")).toBeFocused();
  await password.getByLabel("Current password").fill(PASSWORD);
  await password.getByLabel("New password", { exact: true }).fill("battery staple");
  await password.getByLabel("Repeat the new password").fill("battery stable");
  await change.click();
  await expect(password.getByLabel("Repeat the new password")).toBeFocused();
});

test("an account can be deleted with the keyboard alone, and a failure raises an alert", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/500|560/);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Delete…" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  const field = dialog.getByLabel("Your password");
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This field is required")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Delete account" })).toBeVisible();
  await expect(field).toBeFocused();
  const confirm = async () => {
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Press again to delete" })).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await page.keyboard.type("wrong horse");
  await confirm();
  await expect(dialog.getByText("That isn't your current password")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(PASSWORD);
  await failFunction(page, "mutation", "users.remove");
  await confirm();
  await expect(dialog.getByRole("alert")).toHaveText("We couldn't delete your account. Try again.");
  await page.unrouteAll();
  await field.focus();
  await confirm();
  await expect(page.getByText("Your account is deleted")).toBeVisible();
});
