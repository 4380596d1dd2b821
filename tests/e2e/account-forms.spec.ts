import { delay, fail, openAccount } from "./own-account.ts";
import { expect, type Member, newMember, PASSWORD, test } from "./visitor.ts";

let mira: Member;
test.beforeEach(async ({ request, baseURL, context }) => {
  mira = await newMember(request, baseURL);
  await mira.signIn(context);
});

test("a saved profile closes after 1.5 seconds on a slow line, too", async ({ page }) => {
  await openAccount(page);
  await page.getByRole("button", { name: "Edit profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit profile" });
  await dialog.getByLabel("Display name").fill("Mira Sokolova");
  // what is asked for anew comes while it says so
  await delay(page, "query", "users.getCurrentUser", 1200);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Profile updated");
  const savedMs = Date.now();
  await expect(dialog).toBeHidden();
  expect(Date.now() - savedMs).toBeLessThan(2500);
});

test("nothing is typed into a profile while it is saved, and Cancel asks as Esc does", async ({ page, complaints }) => {
  complaints.expect(/500/);
  await fail(page, "mutation", "users.updateUserProfile");
  await delay(page, "mutation", "users.updateUserProfile", 800);
  await openAccount(page);
  await page.getByRole("button", { name: "Edit profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit profile" });
  await dialog.getByLabel("Display name").fill("Other");
  await dialog.getByLabel("Display name").press("Enter");
  await expect(dialog.getByLabel("Display name")).not.toBeEditable();
  await expect(dialog.getByLabel("Email", { exact: true })).not.toBeEditable();
  await expect(dialog.getByRole("switch")).toBeDisabled();
  await expect(dialog.getByRole("alert")).toHaveText("Failed to update profile. Try again.");
  await expect(dialog.getByLabel("Display name")).toBeEditable();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByText("Nothing is saved yet. Close once more to drop your changes.")).toBeVisible();
  await expect(dialog.getByLabel("Display name")).toHaveValue("Other");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("a form that is refused leads to the field that is wrong", async ({ page, request, baseURL, complaints }) => {
  complaints.expect(/4\d\d|560/);
  const taken = await newMember(request, baseURL, "Leo");
  await openAccount(page);
  await page.getByRole("button", { name: "Edit profile" }).click();
  const profile = page.getByRole("dialog", { name: "Edit profile" });
  await profile.getByLabel("Username").fill(taken.username);
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByText("This username is already taken")).toBeVisible();
  await expect(profile.getByLabel("Username")).toBeFocused();
  // what is typed and left moves nothing
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
  await password.getByLabel("New password once more").fill("battery stable");
  await change.click();
  await expect(password.getByLabel("New password once more")).toBeFocused();
});

test("an account is deleted with the keyboard alone; what fails says so", async ({ page, complaints }) => {
  complaints.expect(/500|560/);
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
  await expect(dialog.getByText("That is not your current password")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(PASSWORD);
  await fail(page, "mutation", "users.remove");
  await confirm();
  await expect(dialog.getByRole("alert")).toHaveText("The account could not be deleted. Try again.");
  await page.unrouteAll();
  await field.focus();
  await confirm();
  await expect(page.getByText("Your account is deleted")).toBeVisible();
});
