import type { BrowserContext, Locator, Page } from "@playwright/test";
import { changePassword, openAccountDialog } from "./account-dialog.ts";
import { findViolations } from "./axe.ts";
import { LANGUAGES } from "./each-language.ts";
import { failFunction, overrideCurrentUser } from "./function-calls.ts";
import { setChecked } from "./set-checked.ts";
import { expect, newPage, REFUSED_CALL, test } from "./test.ts";
import { createUser, PASSWORD, type TestUser } from "./test-user.ts";

async function openProfile(page: Page): Promise<void> {
  await openAccountDialog(page);
  await page.getByRole("button", { name: "Edit profile" }).click();
}

/** Collects the arguments of the calls of a mutation from now on. */
function collectCalls(page: Page, name: string): object[] {
  const bodies: object[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/mutation")) return;
    const { path, args } = request.postDataJSON();
    if (path === name) bodies.push(args);
  });
  return bodies;
}

/** Measures for how long the dialog shows a status text before it closes, in ms of the page's clock. */
function measureStatusTime(dialog: Locator, text: string) {
  return dialog.evaluateHandle(
    (element, expected) => ({
      shownForMs: new Promise<number>((resolve) => {
        let shownAtMs: number | null = null;
        new MutationObserver(() => {
          const status = element.querySelector('[role="status"]')?.textContent ?? "";
          if (shownAtMs === null && status.includes(expected)) shownAtMs = performance.now();
          if (!element.isConnected) resolve(performance.now() - (shownAtMs ?? Number.NaN));
        }).observe(document.body, { childList: true, subtree: true });
      }),
    }),
    text,
  );
}

let mira: TestUser;
test.beforeEach(async ({ request, baseURL, context }) => {
  mira = await createUser(request, baseURL);
  await mira.signIn(context);
});

test("saving a profile sends only the trimmed changes, shows a confirmation and closes after 1.5 seconds", async ({
  page,
  context,
}) => {
  const calls = collectCalls(page, "users.updateUserProfile");
  const elsewhere = await newPage(context);
  await elsewhere.goto("/");
  await openProfile(page);
  const dialog = page.getByRole("dialog", { name: "Edit profile" });
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await expect(dialog.getByText("4/20")).toBeVisible();
  await dialog.getByLabel("Display name").fill("Mira ");
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Display name").fill("  Mira Sokolova  ");
  await expect(dialog.getByText("13/20")).toBeVisible();
  const sessionUpdate = page.waitForRequest(/\/api\/auth\/update-session$/);
  const confirmation = await measureStatusTime(dialog, "Profile updated");
  await save.click();
  expect((await sessionUpdate).postDataJSON()).toEqual({ name: "Mira Sokolova" });
  await expect(dialog.getByRole("status")).toHaveText("Profile updated");
  await expect(dialog).toBeHidden();
  const shownForMs = await confirmation.evaluate(({ shownForMs }) => shownForMs);
  expect(shownForMs).toBeGreaterThan(1000);
  expect(shownForMs).toBeLessThan(4000);
  expect(calls).toEqual([{ id: mira.id, name: "Mira Sokolova" }]);
  await expect(page.getByRole("button", { name: "Edit profile" })).toBeFocused();
  await expect(page.getByRole("dialog", { name: "Account" }).getByText("Mira Sokolova")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Your menu: Mira Sokolova" })).toBeVisible();
  await expect(elsewhere.getByRole("button", { name: "Your menu: Mira Sokolova" })).toBeVisible();
});

test("a profile with invalid fields cannot be saved, and a taken username is reported at its field", async ({
  page,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const taken = await createUser(request, baseURL);
  await openProfile(page);
  const dialog = page.getByRole("dialog", { name: "Edit profile" });
  const save = dialog.getByRole("button", { name: "Save" });
  await dialog.getByLabel("Username").fill("a b");
  await dialog.getByLabel("Email", { exact: true }).fill("mira@");
  await dialog.getByLabel("Display name").fill("x".repeat(21));
  await dialog.getByLabel("Username").focus();
  await expect(dialog.getByText("At most 20 characters")).toBeVisible();
  await expect(dialog.getByText("1 to 30 letters, digits or underscores")).toBeVisible();
  await expect(dialog.getByText("Invalid email address")).toBeVisible();
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Display name").fill("");
  await expect(dialog.getByText("This field is required")).toBeVisible();
  await dialog.getByLabel("Display name").fill("Mira");
  await dialog.getByLabel("Email", { exact: true }).fill(mira.email);
  await dialog.getByLabel("Username").fill(taken.username.toUpperCase());
  await save.click();
  await expect(dialog.getByText("This username is already taken")).toBeVisible();
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Username").fill(mira.username);
  await expect(dialog.getByLabel("Current password")).toBeHidden();
  await dialog.getByLabel("Email", { exact: true }).fill(taken.email);
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Current password").fill("wrong horse");
  await save.click();
  await expect(dialog.getByText("That isn't your current password")).toBeVisible();
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await save.click();
  await expect(dialog.getByText("An account with this email already exists")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("a profile that fails to save shows an alert and keeps the input, and Escape asks before it discards changes", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/500/);
  await failFunction(page, "mutation", "users.updateUserProfile");
  await openProfile(page);
  const dialog = page.getByRole("dialog", { name: "Edit profile" });
  await dialog.getByLabel("Display name").fill("Other");
  await dialog.getByLabel("Display name").press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Failed to update profile. Try again.");
  await expect(dialog.getByLabel("Display name")).toHaveValue("Other");
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("You have unsaved changes. Close again to discard them.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Account" })).toBeVisible();
});

test("the people list shows an email once its owner has made it visible; one in English and one in Russian", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const leo = await createUser(request, baseURL, "Leo");
  const { id, url } = await mira.createRoom("Addresses");
  await mira.call("mutation", "members.add", { id, username: leo.username, role: "editor" });
  const openMenu = async () => {
    await page.goto(`/room/${url}`);
    await page.getByRole("button", { name: /People/ }).click();
    await page.getByRole("button", { name: /^Leo: / }).click();
    await expect(page.getByRole("menuitem", { name: "Remove from the room" })).toBeVisible();
  };
  const loaded = page.waitForResponse((response) => (response.request().postData() ?? "").includes("users.getById"));
  await openMenu();
  const { value } = await (await loaded).json();
  expect(value).toMatchObject({ username: leo.username });
  expect(JSON.stringify(value)).not.toContain(leo.email);
  await expect(page.getByRole("menuitem", { name: "Remove from the room" })).toBeVisible();
  await expect(page.getByText(leo.email)).toHaveCount(0);

  const { texts } = LANGUAGES.ru;
  const { editProfile, profile } = texts.account;
  const other = await browser.newContext({ locale: "ru", ...(baseURL && { baseURL }) });
  await leo.signIn(other);
  const leosPage = await newPage(other);
  await openAccountDialog(leosPage, texts);
  await leosPage.getByRole("button", { name: editProfile }).click();
  const dialog = leosPage.getByRole("dialog", { name: profile.title });
  await setChecked(dialog.getByRole("switch", { name: profile.showEmail }));
  await dialog.getByRole("button", { name: profile.save }).click();
  await expect(dialog.getByRole("status")).toHaveText(profile.saved);
  await openMenu();
  await expect(page.getByRole("menuitem", { name: leo.email })).toBeVisible();
});

test("failed linking and unlinking name the provider, and the only sign-in method cannot be unlinked", async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/500/);
  await overrideCurrentUser(page, { google_id: "1", hasPassword: true });
  await context.route(/\/api\/auth\/link-spotify/, (route) => route.fulfill({ contentType: "text/html", body: "Spotify" }));
  await page.route(/\/api\/auth\/unlink-google$/, (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await openAccountDialog(page);
  await page.getByRole("button", { name: "Unlink Google" }).click();
  await expect(page.getByRole("alert")).toHaveText(/^Failed to unlink Google\. Try again\./);
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Link Spotify" }).click();
  await popup;
  await expect(page.getByText("Finish in the other window")).toBeVisible();
  await page.evaluate(() => {
    const attempt = sessionStorage.getItem("provider-window");
    const statusMessage = "auth.errors.provider-link-failed";
    new BroadcastChannel("provider").postMessage({ attempt, provider: "spotify", result: "failed", statusMessage });
  });
  await expect(page.getByText("Failed to link Spotify. Try again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Link Spotify" })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await overrideCurrentUser(page, { google_id: "1", hasPassword: false });
  await openAccountDialog(page);
  await expect(page.getByText("Google is your only way to sign in. Set a password first.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Unlink Google" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Set password" })).toBeVisible();
});

test("changing the password requires the current one and signs out all other sessions", async ({
  page,
  browser,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/4\d\d/);
  const other = await browser.newContext({ ...(baseURL && { baseURL }) });
  await other.request.post("/api/auth/login", { data: { emailOrUsername: mira.username, password: PASSWORD } });
  const otherPage = await newPage(other);
  await otherPage.goto("/");
  await expect(otherPage.getByRole("button", { name: /^Your menu/ })).toBeVisible();
  await openAccountDialog(page);
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  const change = dialog.getByRole("button", { name: "Change password" });
  await change.click();
  await expect(dialog.getByText("This field is required")).toHaveCount(3);
  await dialog.getByLabel("Current password").fill("wrong horse");
  await dialog.getByLabel("New password", { exact: true }).fill("12345");
  await dialog.getByLabel("Repeat the new password").fill("123456");
  await change.click();
  await expect(dialog.getByText("At least 6 characters")).toBeVisible();
  await expect(dialog.getByText("The passwords don't match")).toBeVisible();
  await dialog.getByLabel("New password", { exact: true }).fill("battery staple");
  await dialog.getByLabel("Repeat the new password").fill("battery staple");
  await change.click();
  await expect(dialog.getByText("That isn't your current password")).toBeVisible();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByLabel("Current password").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("You're signed out everywhere else.")).toBeVisible();
  await otherPage.reload();
  await expect(otherPage.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Your menu/ })).toBeVisible();
  await other.close();
});

test("a failed password change raises an alert", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/500/);
  await page.route(/\/api\/auth\/change-password$/, (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await openAccountDialog(page);
  const dialog = await changePassword(page, PASSWORD);
  await expect(dialog.getByRole("alert")).toHaveText("Failed to change the password. Try again.");
});

test("the account dialog lists the sessions and can end them", async ({ page, browser, baseURL }) => {
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
  const others: BrowserContext[] = [];
  for (const _ of ["phone", "other phone"]) {
    const context = await browser.newContext({ userAgent, ...(baseURL && { baseURL }) });
    const data = { emailOrUsername: mira.username, password: PASSWORD };
    expect((await context.request.post("/api/auth/login", { data })).status()).toBe(200);
    others.push(context);
  }
  await openAccountDialog(page);
  const list = page.getByRole("region", { name: "Where you're signed in" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(list.getByText("Safari · iOS")).toHaveCount(2);
  await list.getByRole("button", { name: "Sign out: Safari · iOS" }).first().click();
  await expect(page.getByText("That device is signed out")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText("Signed out on 1 other device")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  for (const context of others) {
    expect(await (await context.request.get("/api/_auth/session")).json()).toEqual({});
    await context.close();
  }
  await page.reload();
  await expect(page.getByRole("button", { name: /^Your menu/ })).toBeVisible();
});
