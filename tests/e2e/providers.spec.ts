import type { Page } from "@playwright/test";
import { PROVIDER_NAMES, PROVIDERS } from "#app/domain/accounts/provider.ts";
import { type ProviderServer, startProviderServer } from "#tests/support/provider-server.ts";
import { openAccountDialog } from "./account-dialog.ts";
import { overrideCurrentUser } from "./function-calls.ts";
import { ageSessions } from "./stored-user.ts";
import { clearSession, expect, test } from "./test.ts";
import { createUser, PASSWORD } from "./test-user.ts";

let providers: ProviderServer;
let createdAccounts = 0;
test.beforeAll(async () => {
  providers = await startProviderServer();
});
test.afterAll(() => providers.close());
test.beforeEach(() => {
  for (const provider of PROVIDERS) {
    providers.setAccount(provider, null);
    providers.setFault(provider, null);
  }
  providers.setConsentPage(true);
});

/** An account at a provider that no user of the app has. */
function newAccount(name: string) {
  createdAccounts += 1;
  const id = `${Date.now()}${createdAccounts}`;
  return { id, name, email: `new${id}@example.org` };
}

async function continueWith(page: Page, name: string): Promise<Page> {
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: `Continue with ${name}` }).click();
  return popup;
}

const readAttempt = (page: Page) => page.evaluate(() => sessionStorage.getItem("provider-window"));

for (const provider of PROVIDERS) {
  const name = PROVIDER_NAMES[provider];
  test(`${name}: a new user signs up in a popup and can sign in again`, async ({ page }) => {
    providers.setAccount(provider, newAccount("Kim"));
    await page.goto("/?showAuth=true");
    const popup = await continueWith(page, name);
    await expect.poll(() => popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([960, 600]);
    await expect(page.getByText("Finish in the other window.")).toBeVisible();
    await expect(page.getByRole("button", { name: `Continue with ${name}` })).toHaveAttribute("aria-busy", "true");
    await expect.poll(() => readAttempt(page)).not.toBeNull();
    await popup.getByRole("link", { name: "Continue" }).click();
    await expect(page.getByRole("button", { name: "Your menu: Kim" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(() => readAttempt(page)).toBeNull();
    await expect.poll(() => popup.isClosed()).toBe(true);

    await clearSession(page);
    providers.setConsentPage(false);
    await page.goto("/auth?redirect=/protected");
    await continueWith(page, name);
    await expect(page).toHaveURL("/protected");
    await expect(page.getByText("You're signed in as Kim")).toBeVisible();
  });
}

test("if popups are blocked, the page itself goes to the provider and the pending action continues after the return", async ({
  page,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  // The provider's page has no icon, and a page whose cookies are cleared may still send a request.
  allowConsoleErrors(/404|560/);
  const word = `blocked${Date.now().toString(36)}`;
  const mira = await createUser(request, baseURL);
  await mira.createRoom(word);
  providers.setAccount("google", newAccount("Kim"));
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(`/?q=${word}`);
  await page.getByRole("button", { name: `Favorite: ${word}` }).click();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL(`/?q=${word}`);
  await expect(page.getByRole("button", { name: "Your menu: Kim" })).toBeVisible();
  await expect(page.getByRole("button", { name: `Favorite: ${word}` })).toHaveAttribute("aria-pressed", "true");

  await clearSession(page);
  await page.goto(`/?q=${word}`);
  await page.getByRole("button", { name: `Favorite: ${word}` }).click();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("Sign-in with Google failed. Try again.");
  await expect(page).toHaveURL(`/?q=${word}`);
  const fan = await createUser(request, baseURL, "Fan");
  await page.getByLabel("Email or username").fill(fan.username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Your menu: Fan" })).toBeVisible();
  await expect(page.getByRole("button", { name: `Favorite: ${word}` })).toHaveAttribute("aria-pressed", "true");

  await clearSession(page);
  await page.goto("/auth?redirect=/protected");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Sign-in with Google failed. Try again.");
  await expect(page).toHaveURL("/auth?redirect=%2Fprotected");
});

test("the form shows canceled and failed provider sign-ins and can be used again", async ({ page, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  await page.goto("/?showAuth=true");
  const dialog = page.getByRole("dialog");
  const github = await continueWith(page, "GitHub");
  await github.getByRole("link", { name: "Cancel" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Sign-in with GitHub failed. Try again.");
  await expect(page.getByText("Finish in the other window.")).toBeHidden();

  await continueWith(page, "Spotify");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Finish in the other window.")).toBeHidden();
  await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Continue with Spotify" })).toBeFocused();
  await expect.poll(() => readAttempt(page)).toBeNull();

  await continueWith(page, "Spotify");
  await expect.poll(() => readAttempt(page)).not.toBeNull();
  await dialog.getByRole("button", { name: "Forgot password?" }).click();
  await expect.poll(() => readAttempt(page)).toBeNull();
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(dialog.getByLabel("Email or username")).toBeFocused();

  providers.setConsentPage(false);
  providers.setAccount("google", { ...newAccount("Kim"), email: mira.email });
  await continueWith(page, "Google");
  await expect(dialog.getByRole("alert")).toContainText("An account with this email exists with a different provider.");
  providers.setAccount("google", { ...newAccount("Kim"), email: null });
  await continueWith(page, "Google");
  await expect(dialog.getByRole("alert")).toContainText("Google didn't share an email address.");
  providers.setAccount("google", newAccount("Kim"));
  providers.setFault("google", { at: "token", how: "status-500" });
  await continueWith(page, "Google");
  await expect(dialog.getByRole("alert")).toHaveText("Sign-in with Google failed. Try again.");
});

test("a provider can be linked, cannot be linked to two users, and can be unlinked", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  providers.setConsentPage(false);
  const account = newAccount("Elsewhere");
  providers.setAccount("google", account);
  await page.goto("/");
  await page.getByRole("button", { name: "Your menu: Mira" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  const dialog = page.getByRole("dialog", { name: "Account" });
  await dialog.getByRole("button", { name: "Link Google" }).click();
  await expect(page.getByText("Google is linked", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Unlink Google" })).toBeVisible();

  const lev = await createUser(request, baseURL, "Lev");
  await clearSession(page);
  await lev.signIn(context);
  await page.goto("/");
  await page.getByRole("button", { name: "Your menu: Lev" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await dialog.getByRole("button", { name: "Link Google" }).click();
  await expect(page.getByText("This Google account is already linked to another user")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Link Google" })).toBeVisible();

  await clearSession(page);
  await mira.signIn(context);
  await page.goto("/");
  await page.getByRole("button", { name: "Your menu: Mira" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await dialog.getByRole("button", { name: "Unlink Google" }).click();
  await expect(page.getByText("Google is unlinked", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Link Google" })).toBeVisible();
});

test("an old session is confirmed with the password before a provider is linked", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 403/);
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  await ageSessions(mira.id);
  providers.setConsentPage(false);
  providers.setAccount("google", newAccount("Elsewhere"));
  providers.setAccount("github", newAccount("Elsewhere"));
  await openAccountDialog(page);
  const account = page.getByRole("dialog", { name: "Account" });
  const confirmation = page.getByRole("dialog", { name: "Confirm it's you" });
  const password = confirmation.getByLabel("Current password");
  const proceed = confirmation.getByRole("button", { name: "Continue" });

  await account.getByRole("button", { name: "Link Google" }).click();
  await expect(confirmation.getByText("Enter your password to link Google.")).toBeVisible();
  await expect(password).toBeFocused();
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await expect(account.getByRole("button", { name: "Link Google" })).toBeFocused();

  await account.getByRole("button", { name: "Link Google" }).click();
  await proceed.click();
  await expect(confirmation.getByText("This field is required")).toBeVisible();
  await password.fill("wrong horse");
  await proceed.click();
  await expect(confirmation.getByText("That isn't your current password")).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  const popup = page.waitForEvent("popup");
  await proceed.click();
  await popup;
  await expect(page.getByText("Google is linked", { exact: true })).toBeVisible();
  await expect(confirmation).toBeHidden();

  // the account was loaded while the session was recent
  await ageSessions(mira.id);
  await account.getByRole("button", { name: "Link GitHub" }).click();
  await expect(confirmation.getByText("Enter your password to link GitHub.")).toBeVisible();
  await password.fill(PASSWORD);
  await password.press("Enter");
  await expect(page.getByText("GitHub is linked", { exact: true })).toBeVisible();
});

test("an old session of a person without a password has to sign in again before a provider is linked", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  await overrideCurrentUser(page, { hasPassword: false, isSessionRecent: false });
  await openAccountDialog(page);
  await page.getByRole("button", { name: "Link Google" }).click();
  await expect(page.getByText("For security, sign in again to do this.")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Confirm it's you" })).toHaveCount(0);
  await page.unrouteAll({ behavior: "wait" });
});

test("the server refuses to unlink the only sign-in method", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/4\d\d|560/);
  providers.setConsentPage(false);
  providers.setAccount("google", newAccount("Kim"));
  await page.goto("/?showAuth=true");
  await continueWith(page, "Google");
  await expect(page.getByRole("button", { name: "Your menu: Kim" })).toBeVisible();
  // The page believes that the user has a password.
  await overrideCurrentUser(page, { hasPassword: true });
  await page.getByRole("button", { name: "Your menu: Kim" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await page.getByRole("button", { name: "Unlink Google" }).click();
  await expect(page.getByRole("alert")).toContainText("Google is your only way to sign in. Set a password first.");
  await page.unrouteAll();
});

test("a popup that cannot close itself asks to be closed", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/Scripts may close only/);
  await page.goto("/auth/done?attempt=x&provider=google&result=signed-in");
  await expect(page.getByText("Done. You can close this window.")).toBeVisible();
  await page.goto("/auth/done?attempt=x&provider=google&result=failed&error=auth.errors.provider-failed");
  await expect(page.getByText("That didn't work.")).toBeVisible();
});
