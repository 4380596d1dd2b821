import type { Page } from "@playwright/test";
import { findViolations } from "./axe.ts";
import { grantSuperadmin, waitForMail } from "./superadmin.ts";
import { clearSession, expect, newPage, PHONE, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";

const REQUEST = "**/api/auth/request-password-reset";
const VERIFY = "**/api/auth/verify-reset-token";
const RESET = "**/api/auth/reset-password-with-token";
const AUTO_LOGIN = "**/api/auth/auto-login";
const SENT = "If the account exists, a link is on its way. It works once, within one hour.";

/** The path of the mailed reset link. */
async function readResetPath(user: TestUser, superadmin: TestUser): Promise<string> {
  const { text } = await waitForMail(user.email, superadmin);
  return /^\/reset-password\?token=\S+$/m.exec(text)?.[0] ?? "";
}

async function fillNewPassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Repeat the password").fill(again);
  await page.getByRole("button", { name: "Save and sign in" }).click();
}

/** Opens the reset page with a link to which the server gives this status. */
async function openResetPage(page: Page, status: string): Promise<void> {
  await page.route(VERIFY, (route) => route.fulfill({ json: { status } }));
  await page.goto("/reset-password?token=abc");
}

test("a forgotten password can be reset with a mailed link, which also signs in", async ({ page, request, baseURL }) => {
  const superadmin = await createUser(request, baseURL, "Operator");
  grantSuperadmin(superadmin);
  const mira = await createUser(request, baseURL);
  await page.goto("/?showAuth=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email or username").fill(mira.username);
  await dialog.getByRole("button", { name: "Forgot password?" }).press("Enter");
  await expect(dialog.getByLabel("Email or username")).toBeFocused();
  await expect(dialog.getByLabel("Email or username")).toHaveValue(mira.username);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Check your email" })).toBeVisible();
  await expect(dialog.getByText(SENT)).toBeVisible();
  await expect(dialog.getByText(/send again in 0:5\d/)).toBeVisible();

  const link = await readResetPath(mira, superadmin);
  await page.goto(link);
  await expect(page).toHaveTitle("Reset Password · Tutti");
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
  await expect(page).toHaveURL("/reset-password");
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute("content", "no-referrer");
  await fillNewPassword(page, "12345", "1234");
  await expect(page.getByText("At least 6 characters")).toBeVisible();
  await expect(page.getByText("The passwords don't match")).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
  await page.reload();
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
  await expect(page).toHaveURL("/reset-password");
  await fillNewPassword(page, "a new horse");
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Your new password is set. You're signed in.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Your menu: Mira" })).toBeVisible();

  await page.goto(link);
  await expect(page.getByText("This link has been used")).toBeVisible();
  await clearSession(page);
  await page.goto("/auth");
  await page.getByLabel("Email or username").fill(mira.email);
  await page.getByLabel("Password", { exact: true }).fill("a new horse");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Your menu: Mira" })).toBeVisible();
});

test("the reset request shows the same message without an account and can be sent again after a minute", async ({ page }) => {
  await page.clock.install();
  await page.goto("/auth");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("This field is required")).toBeVisible();
  await expect(page.getByLabel("Email or username")).toBeFocused();
  await expect(page.getByLabel("Email or username")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Email or username").fill("unknown@example.org");
  await expect(page.getByText("This field is required")).toBeHidden();
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(SENT)).toBeVisible();
  await expect(page.getByRole("button", { name: "send it again" })).toBeHidden();
  await page.clock.runFor(61_000);
  const again = page.waitForRequest(REQUEST);
  await page.getByRole("button", { name: "send it again" }).click();
  expect((await again).postDataJSON()).toEqual({ emailOrUsername: "unknown@example.org" });
  await expect(page.getByText(/send again in/)).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Email or username")).toHaveValue("unknown@example.org");
  await expect(page.getByLabel("Email or username")).toBeFocused();
});

test("each failure of a reset request shows its message", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/500|404|503|ERR_FAILED/);
  await page.goto("/auth");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByLabel("Email or username").fill("mira");
  const answers = [
    [{ status: 200, json: { success: false, email: null } }, "User not found"],
    [{ status: 200, json: { success: false, error: "The cellar is flooded" } }, "The cellar is flooded"],
    [{ status: 404, json: { statusMessage: "auth.errors.reset-user-not-found" } }, "User not found"],
    [{ status: 503, json: { statusMessage: "auth.errors.reset-mail-failed" } }, "Failed to send email. Try again."],
    [
      { status: 503, json: { statusMessage: "auth.errors.reset-mail-not-configured" } },
      "This server can't send reset links yet. Ask its operator to set MAIL_LINK_ORIGIN.",
    ],
    [{ status: 500, json: {} }, "Failed to send email. Try again."],
    [null, "Failed to send email. Try again."],
  ] as const;
  for (const [index, [answer, text]] of answers.entries()) {
    await page.route(REQUEST, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("alert")).toHaveText(text);
    await page.unroute(REQUEST);
    await page.getByLabel("Email or username").fill(`mira${index}`);
    await expect(page.getByRole("alert")).toBeHidden();
  }
});

test("the reset page explains an invalid, expired, used or incomplete link", async ({ page }) => {
  let answer: (() => void) | undefined;
  await page.route(VERIFY, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ json: { status: "invalid" } });
  });
  await page.goto("/reset-password?token=abc");
  await expect(page.getByText("Checking your link…")).toBeVisible();
  // the text is in the page before the request is sent
  await expect.poll(() => answer !== undefined).toBe(true);
  answer?.();
  await expect(page.getByRole("status").getByText("This link isn't valid")).toBeVisible();
  await expect(page.getByText("Invalid link. Copy the whole address from the email.")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.unroute(VERIFY);

  await openResetPage(page, "expired");
  await expect(page.getByText("This link has expired")).toBeVisible();
  await expect(page.getByText("Expired link: links work for one hour. Request a new one.")).toBeVisible();
  await page.getByRole("button", { name: "New link" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await expect(page.getByLabel("Email or username")).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeFocused();
  await page.unroute(VERIFY);
  // An expired token is not stored anywhere.
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain("abc");

  await openResetPage(page, "used");
  await expect(page.getByText("This link has been used")).toBeVisible();
  await expect(page.getByText("This link was already used. If that was you, sign in with the new password.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/auth");

  await page.goto("/reset-password");
  await expect(page.getByText("The token is missing. Copy the whole address from the email.")).toBeVisible();
  await expect(page.getByRole("button", { name: "New link" })).toBeVisible();
});

test("a link that could not be verified can be verified again", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/ERR_FAILED|500/);
  await page.route(VERIFY, (route) => route.abort());
  await page.goto("/reset-password?token=abc");
  await expect(page.getByText("Error verifying token. Try again.")).toBeVisible();
  await page.unroute(VERIFY);
  await page.route(VERIFY, (route) => route.fulfill({ status: 500, json: { statusMessage: "" } }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Error verifying token. Try again.")).toBeVisible();
  await page.unroute(VERIFY);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "This link isn't valid" })).toBeFocused();
});

test("a rejected new password is reported at the field, as an expired link or as an alert", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/400|410|500|ERR_FAILED/);
  await openResetPage(page, "valid");
  const rejectWith = async (answer: { status: number; json: object } | null) => {
    await page.unroute(RESET);
    await page.route(RESET, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await fillNewPassword(page, "a new horse");
  };
  await rejectWith({ status: 400, json: { statusMessage: "auth.errors.password-too-long", field: "newPassword" } });
  await expect(page.getByText("At most 200 characters")).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await rejectWith({ status: 500, json: {} });
  await expect(page.getByRole("alert")).toHaveText("Failed to reset the password. Try again.");
  await rejectWith(null);
  await expect(page.getByRole("alert")).toHaveText("Failed to reset the password. Try again.");
  await rejectWith({ status: 410, json: { statusMessage: "auth.errors.reset-link-expired" } });
  await expect(page.getByText("This link has expired")).toBeVisible();
});

test("the sign-in dialog opens if the automatic sign-in after a reset fails", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/401/);
  await openResetPage(page, "valid");
  await page.route(RESET, (route) => route.fulfill({ json: { userId: "u", email: "mira@example.org", name: "Mira" } }));
  await page.route(AUTO_LOGIN, (route) => route.fulfill({ status: 401, json: { statusMessage: "auth.errors.grant-invalid" } }));
  await fillNewPassword(page, "a new horse");
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("Sign in with your new password");
  await expect(page).toHaveURL("/");
});

test("a password can be reset in Russian on a phone", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...PHONE, reducedMotion: "reduce", ...(baseURL && { baseURL }) });
  const page = await newPage(context);
  await page.goto("/?showAuth=true");
  await page.getByRole("button", { name: "Забыли пароль?" }).tap();
  await page.getByLabel("Почта или имя пользователя").fill("mira");
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Прислать ссылку" }).tap();
  await expect(page.getByText("Если такой аккаунт есть, ссылка уже в пути.")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await openResetPage(page, "valid");
  await expect(page).toHaveTitle("Новый пароль · Tutti");
  await page.getByLabel("Новый пароль", { exact: true }).fill("123456");
  await page.getByLabel("Повторите пароль").fill("1234567");
  await page.getByRole("button", { name: "Сохранить и войти" }).tap();
  await expect(page.getByText("Пароли не совпадают")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});
