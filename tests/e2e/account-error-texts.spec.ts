import type { Page } from "@playwright/test";
import { openAccountDialog } from "./account-dialog.ts";
import { describeIn, visibleText } from "./each-language.ts";
import { failFunction, overrideCurrentUser } from "./function-calls.ts";
import { drawPicture } from "./pictures.ts";
import { expect, test } from "./test.ts";
import { createUser, PASSWORD } from "./test-user.ts";

// The texts of SPEC §8 about accounts, word for word.

const FAILED = { status: 500, json: { code: "internal" } };
const RESET_REQUEST = "**/api/auth/request-password-reset";
const VERIFY = "**/api/auth/verify-reset-token";

describeIn("en", ({ texts }) => {
  const { account, auth, settings } = texts;
  const google = (code: string) => `error=auth.errors.${code}&provider=google`;

  test("a failed sign-in and a failed registration show the reason", async ({ page }) => {
    const alert = page.getByRole("main").getByRole("alert");
    const refused: readonly (readonly [query: string, text: string])[] = [
      ["error=google_oauth_failed", "Sign-in with Google failed."],
      [google("provider-email-exists"), "An account with this email exists with a different provider."],
      [google("provider-no-email"), "Google didn't share an email"],
      [google("provider-unavailable"), "Sign-in with Google isn't available"],
      ["error=auth.errors.login-failed", "Login failed, please check your credentials"],
    ];
    for (const [query, text] of refused) {
      await page.goto(`/auth?${query}`);
      await expect(alert).toContainText(text);
    }

    const form = page.getByRole("main");
    const submit = form.locator("button[type=submit]");
    await submit.click();
    await expect(alert).toHaveText("All fields are required");

    await page.getByRole("tab", { name: auth.register }).click();
    await submit.click();
    await expect(form.getByText("This field is required")).toHaveCount(4);
    await form.getByLabel(auth.username, { exact: true }).fill("mi");
    await form.getByLabel(auth.password, { exact: true }).fill("12345");
    await submit.click();
    const charsError = "3 to 20 letters, digits or underscores";
    await expect(form.getByText(charsError)).toBeVisible();
    await expect(form.getByText("At least 6 characters")).toBeVisible();
    await form.getByLabel(auth.name, { exact: true }).fill("Mira");
    await form.getByLabel(auth.username, { exact: true }).fill("mira_s");
    await form.getByLabel(auth.email, { exact: true }).fill("mira@example.org");
    await form.getByLabel(auth.password, { exact: true }).fill(PASSWORD);
    for (const [code, field, text] of [
      ["email-taken", "email", "An account with this email already exists"],
      ["username-taken", "username", "This username is already taken"],
      ["registration-failed", undefined, "Registration failed, please try again"],
    ] as const) {
      const json = { code, statusMessage: `auth.errors.${code}`, field };
      await page.route("**/api/auth/register", (route) => route.fulfill({ status: 409, json }));
      await submit.click();
      await expect(visibleText(form, text)).toBeVisible();
    }
  });

  test("linking and unlinking show their results", async ({ page, context, request, baseURL }) => {
    const mira = await createUser(request, baseURL);
    await mira.signIn(context);
    for (const [query, text] of [
      [google("provider-linked-elsewhere"), "This Google account is already linked to another user"],
      [google("provider-link-failed"), "Failed to link Google."],
      ["success=provider-unlinked&provider=google", "Google is unlinked"],
      ["success=profile-updated", "Profile updated"],
    ] as const) {
      await page.goto(`/?${query}`);
      await expect(visibleText(page, text)).toBeVisible();
      await expect(page).toHaveURL("/");
    }

    await overrideCurrentUser(page, { google_id: "1", hasPassword: true });
    await openAccountDialog(page, texts);
    const unlink = page.getByRole("button", { name: account.links.unlinkProvider.replace("{{provider}}", "Google") });
    const alerts = page.getByRole("alert");
    await page.route("**/api/auth/unlink-google", (route) => route.fulfill(FAILED));
    await unlink.click();
    await expect(visibleText(alerts, "Failed to unlink Google.")).toBeVisible();
    await page.unroute("**/api/auth/unlink-google");
    await unlink.click();
    await expect(visibleText(alerts, "Google isn't linked")).toBeVisible();
  });

  test("a profile and a password that cannot be saved show the reason", async ({ page, context, request, baseURL }) => {
    const mira = await createUser(request, baseURL);
    await mira.signIn(context);
    await openAccountDialog(page, texts);
    const { profile, password } = account;
    await test.step("the profile", async () => {
      await page.getByRole("button", { name: account.editProfile }).click();
      const dialog = page.getByRole("dialog", { name: profile.title });
      const name = dialog.getByLabel(profile.name, { exact: true });
      const email = dialog.getByLabel(profile.email, { exact: true });
      await name.fill("x".repeat(21));
      await email.fill("mira@");
      await dialog.getByLabel(profile.username, { exact: true }).fill("a b");
      await name.focus();
      for (const text of ["At most 20 characters", "Invalid email address", "1 to 30 letters, digits or underscores"]) {
        await expect(dialog.getByText(text)).toBeVisible();
      }
      await name.fill("");
      await expect(dialog.getByText("This field is required")).toBeVisible();
      await email.fill(mira.email);
      await dialog.getByLabel(profile.username, { exact: true }).fill(mira.username);
      await name.fill("Other");
      await failFunction(page, "mutation", "users.updateUserProfile");
      await name.press("Enter");
      await expect(dialog.getByRole("alert")).toContainText("Failed to update profile.");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    });

    await test.step("the password", async () => {
      await page.getByRole("button", { name: account.changePassword }).click();
      const dialog = page.getByRole("dialog", { name: password.changeTitle });
      await dialog.getByLabel(password.current, { exact: true }).fill("wrong horse");
      await dialog.getByLabel(password.next, { exact: true }).fill("12345");
      await dialog.getByLabel(password.again, { exact: true }).fill("123456");
      const change = dialog.locator("button[type=submit]");
      await change.click();
      await expect(dialog.getByText("The passwords don't match")).toBeVisible();
      await dialog.getByLabel(password.next, { exact: true }).fill("123456");
      await change.click();
      const wrong = "That isn't your current password";
      await expect(dialog.getByText(wrong)).toBeVisible();
      await dialog.getByLabel(password.current, { exact: true }).fill(PASSWORD);
      await page.route("**/api/auth/change-password", (route) => route.fulfill(FAILED));
      await change.click();
      await expect(dialog.getByRole("alert")).toContainText("Failed to change the password.");
    });
  });

  test("a photo that cannot be used or saved shows the reason", async ({ page, context, request, baseURL }) => {
    const mira = await createUser(request, baseURL);
    await mira.signIn(context);
    await openAccountDialog(page, texts);
    const { photo } = account;
    await page.getByRole("button", { name: account.changePhoto }).click();
    const dialog = page.getByRole("dialog", { name: photo.title });
    const alert = dialog.getByRole("alert");
    const choose = (buffer: Buffer) =>
      page.getByTestId("photo").setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
    const { bytes } = await drawPicture(page, 300, 200);
    const narrow = await drawPicture(page, 300, 49);
    const invalid: readonly (readonly [Buffer, string])[] = [
      [Buffer.alloc(5 * 1024 * 1024 + 1), "File too large: at most 5 MB"],
      [Buffer.from("GIF89a, by any name"), "Choose a PNG or JPG picture"],
      [bytes.subarray(0, 40), "We couldn't process this photo."],
      [narrow.bytes, "Use a picture of at least 50 × 50 pixels"],
    ];
    for (const [buffer, text] of invalid) {
      await choose(buffer);
      await expect(alert).toContainText(text);
    }

    await choose(bytes);
    const save = dialog.getByRole("button", { name: photo.save });
    const notices = page.getByRole("alert");
    await failFunction(page, "mutation", "users.updateAvatar");
    await save.click();
    const updateFailed = "Failed to update the avatar. Try again.";
    await expect(visibleText(notices, updateFailed)).toBeVisible();
    await failFunction(page, "mutation", "users.generateNewAvatarColor");
    await dialog.getByRole("button", { name: photo.newColor }).click();
    const resetFailed = "Failed to reset the avatar. Try again.";
    await expect(visibleText(notices, resetFailed)).toBeVisible();
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await save.click();
    // the dialog shows the notices too
    const cropFailed = "We couldn't crop this photo.";
    await expect(alert.filter({ hasText: cropFailed })).toBeVisible();
  });

  test("each failure of a password reset shows its text", async ({ page }) => {
    await test.step("the request", async () => {
      await page.goto("/auth");
      await page.getByRole("button", { name: auth.forgot }).click();
      const form = page.getByRole("main");
      for (const [code, text] of [
        ["reset-user-not-found", "User not found"],
        ["reset-mail-failed", "Failed to send email. Try again."],
      ] as const) {
        const json = { success: false, code, statusMessage: `auth.errors.${code}` };
        await page.route(RESET_REQUEST, (route) => route.fulfill({ status: 503, json }));
        await form.getByLabel(auth.emailOrUsername).fill(code);
        await form.getByRole("button", { name: auth.sendLink }).click();
        await expect(form.getByRole("alert")).toHaveText(text);
      }
    });

    await test.step("the link", async () => {
      for (const [status, text] of [
        ["invalid", "Invalid link."],
        ["expired", "Expired link: links work for one hour."],
        ["used", "This link was already used."],
      ] as const) {
        await openResetPage(page, { json: { status } });
        await expect(page.getByText(text)).toBeVisible();
      }
      await page.goto("/reset-password");
      await expect(page.getByText("The token is missing.")).toBeVisible();
      await openResetPage(page, FAILED);
      await expect(page.getByText("Error verifying token.")).toBeVisible();
    });

    await test.step("the new password", async () => {
      await openResetPage(page, { json: { status: "valid" } });
      await page.route("**/api/auth/reset-password-with-token", (route) => route.fulfill(FAILED));
      await page.getByLabel(auth.reset.newPassword, { exact: true }).fill(PASSWORD);
      await page.getByLabel(auth.reset.onceMore).fill(PASSWORD);
      await page.getByRole("button", { name: auth.reset.save }).click();
      await expect(page.getByRole("main").getByRole("alert")).toContainText("Failed to reset the password.");
    });
  });

  test("the settings show what became of the track durations and of the cache", async ({ page, context, request, baseURL }) => {
    const mira = await createUser(request, baseURL);
    await mira.signIn(context);
    await page.goto("/settings");
    const fix = page.getByRole("button", { name: settings.fix.title });
    const value = { checked: 5, wrong: 3, fixed: 1, nextCursor: null };
    await page.route(/\/api\/action$/, (route) => route.fulfill({ json: { status: "success", value, logLines: [] } }));
    await fix.click();
    const partial = "Fixed 1 out of 3 tracks.";
    await expect(page.getByRole("status").filter({ hasText: partial })).toBeVisible();
    await page.unroute(/\/api\/action$/);
    await failFunction(page, "action", "tracks.fixDurations");
    await fix.click();
    const failed = "Not all tracks could be checked.";
    await expect(page.getByRole("alert").filter({ hasText: failed })).toBeVisible();

    await page.route("**/api/clear-cache", (route) => route.fulfill(FAILED));
    const clear = page.getByRole("main").getByRole("button", { name: settings.clear, exact: true });
    await clear.click();
    const clearFailed = "Failed to clear the cache.";
    await expect(visibleText(page.getByRole("alert"), clearFailed)).toBeVisible();
    await page.unroute("**/api/clear-cache");
    const reloaded = page.waitForEvent("load");
    // The notice disappears with the page, so it is awaited before the click.
    const noticeShown = visibleText(page, "Cache cleared").waitFor();
    await clear.click();
    await Promise.all([noticeShown, reloaded]);
  });
});

/** Opens the reset page with a link to whose check the server gives this answer. */
async function openResetPage(page: Page, answer: { readonly status?: number; readonly json: object }): Promise<void> {
  await page.unroute(VERIFY);
  await page.route(VERIFY, (route) => route.fulfill(answer));
  await page.goto("/reset-password?token=abc");
}
