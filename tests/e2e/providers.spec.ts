import type { Page } from "@playwright/test";
import { PROVIDER_NAMES, PROVIDERS } from "#app/domain/accounts/provider.ts";
import { type ProviderServer, startProviderServer } from "#tests/support/provider-server.ts";
import { expect, forgetSession, newMember, PASSWORD, test } from "./visitor.ts";

let providers: ProviderServer;
let people = 0;
test.beforeAll(async () => {
  providers = await startProviderServer();
});
test.afterAll(() => providers.close());
test.beforeEach(() => {
  for (const provider of PROVIDERS) {
    providers.setAccount(provider, null);
    providers.setFault(provider, null);
  }
  providers.setAsking(true);
});

/** Somebody there whom nobody here knows. */
function stranger(name: string) {
  people += 1;
  const id = `${Date.now()}${people}`;
  return { id, name, email: `stranger${id}@example.org` };
}

async function pressProvider(page: Page, name: string): Promise<Page> {
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: `Continue with ${name}` }).click();
  return popup;
}

const marker = (page: Page) => page.evaluate(() => sessionStorage.getItem("provider-window"));

for (const provider of PROVIDERS) {
  const name = PROVIDER_NAMES[provider];
  test(`${name}: signing up in a window of its own, and in again`, async ({ page }) => {
    providers.setAccount(provider, stranger("Kim"));
    await page.goto("/?showAuth=true");
    const popup = await pressProvider(page, name);
    await expect(page.getByText("Finish in the other window.")).toBeVisible();
    await expect(page.getByRole("button", { name: `Continue with ${name}` })).toHaveAttribute("aria-busy", "true");
    expect(await marker(page)).not.toBeNull();
    await popup.getByRole("link", { name: "Continue" }).click();
    await expect(page.getByRole("button", { name: "Your menu: Kim" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await marker(page)).toBeNull();
    await expect.poll(() => popup.isClosed()).toBe(true);

    await forgetSession(page);
    providers.setAsking(false);
    await page.goto("/auth?redirect=/protected");
    await pressProvider(page, name);
    await expect(page).toHaveURL("/protected");
    await expect(page.getByText("You are signed in as Kim")).toBeVisible();
  });
}

test("where no window may be opened the whole page goes, and comes back to what was meant", async ({
  page,
  request,
  baseURL,
  complaints,
}) => {
  // a provider's page without an icon; and a page whose cookies are taken away while it still asks for something
  complaints.expect(/404|560/);
  const word = `blocked${Date.now().toString(36)}`;
  const mira = await newMember(request, baseURL);
  await mira.makeRoom(word);
  providers.setAccount("google", stranger("Kim"));
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

  await forgetSession(page);
  await page.goto(`/?q=${word}`);
  await page.getByRole("button", { name: `Favorite: ${word}` }).click();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("Sign-in with Google failed. Try again.");
  await expect(page).toHaveURL(`/?q=${word}`);
  const fan = await newMember(request, baseURL, "Fan");
  await page.getByLabel("Email or username").fill(fan.username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Your menu: Fan" })).toBeVisible();
  await expect(page.getByRole("button", { name: `Favorite: ${word}` })).toHaveAttribute("aria-pressed", "true");

  await forgetSession(page);
  await page.goto("/auth?redirect=/protected");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Sign-in with Google failed. Try again.");
  await expect(page).toHaveURL("/auth?redirect=%2Fprotected");
});

test("cancelled there, cancelled here, and refused: the form says so and is ready again", async ({
  page,
  request,
  baseURL,
}) => {
  const mira = await newMember(request, baseURL);
  await page.goto("/?showAuth=true");
  const dialog = page.getByRole("dialog");
  const github = await pressProvider(page, "GitHub");
  await github.getByRole("link", { name: "Cancel" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Sign-in with GitHub failed. Try again.");
  await expect(page.getByText("Finish in the other window.")).toBeHidden();

  await pressProvider(page, "Spotify");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Finish in the other window.")).toBeHidden();
  await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Continue with Spotify" })).toBeFocused();
  expect(await marker(page)).toBeNull();

  await pressProvider(page, "Spotify");
  await expect.poll(() => marker(page)).not.toBeNull();
  await dialog.getByRole("button", { name: "Forgot password?" }).click();
  await expect.poll(() => marker(page)).toBeNull();
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(dialog.getByLabel("Email or username")).toBeFocused();

  providers.setAsking(false);
  providers.setAccount("google", { ...stranger("Kim"), email: mira.email });
  await pressProvider(page, "Google");
  await expect(dialog.getByRole("alert")).toContainText("An account with this email exists with a different provider.");
  providers.setAccount("google", { ...stranger("Kim"), email: null });
  await pressProvider(page, "Google");
  await expect(dialog.getByRole("alert")).toContainText("Google gave no email address.");
  providers.setAccount("google", stranger("Kim"));
  providers.setFault("google", { at: "token", how: "status-500" });
  await pressProvider(page, "Google");
  await expect(dialog.getByRole("alert")).toHaveText("Sign-in with Google failed. Try again.");
});

test("linking and unlinking: as often as there is another way in", async ({ page, context, request, baseURL }) => {
  const mira = await newMember(request, baseURL);
  await mira.signIn(context);
  providers.setAsking(false);
  const account = stranger("Elsewhere");
  providers.setAccount("google", account);
  await page.goto("/");
  await page.getByRole("button", { name: "Your menu: Mira" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  const dialog = page.getByRole("dialog", { name: "Account" });
  await dialog.getByRole("button", { name: "Link Google" }).click();
  await expect(dialog.getByRole("button", { name: "Unlink Google" })).toBeVisible();
  await expect(page.getByText("Google is linked", { exact: true })).toBeVisible();

  const lev = await newMember(request, baseURL, "Lev");
  await lev.signIn(context);
  await page.goto("/");
  await page.getByRole("button", { name: "Your menu: Lev" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await dialog.getByRole("button", { name: "Link Google" }).click();
  await expect(page.getByText("This Google account is already linked to another user")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Link Google" })).toBeVisible();

  await mira.signIn(context);
  await page.goto("/");
  await page.getByRole("button", { name: "Your menu: Mira" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await dialog.getByRole("button", { name: "Unlink Google" }).click();
  await expect(page.getByText("Google is unlinked", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Link Google" })).toBeVisible();
});

test("the last way in stays, whatever a window believes", async ({ page, complaints }) => {
  complaints.expect(/4\d\d|560/);
  providers.setAsking(false);
  providers.setAccount("google", stranger("Kim"));
  await page.goto("/?showAuth=true");
  await pressProvider(page, "Google");
  await expect(page.getByRole("button", { name: "Your menu: Kim" })).toBeVisible();
  // as if a password had been set
  await page.route(/\/api\/query$/, async (route) => {
    if (route.request().postDataJSON().path !== "users.getCurrentUser") return route.fallback();
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, value: { ...answer.value, hasPassword: true } } });
  });
  await page.getByRole("button", { name: "Your menu: Kim" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await page.getByRole("button", { name: "Unlink Google" }).click();
  await expect(page.getByRole("alert")).toContainText("Google is your only way in. Set a password first.");
  await page.unrouteAll();
});

test("a window that cannot close says that it may be closed", async ({ page, complaints }) => {
  complaints.expect(/Scripts may close only/);
  await page.goto("/auth/done?attempt=x&provider=google&result=signed-in");
  await expect(page.getByText("Done. You can close this window.")).toBeVisible();
  await page.goto("/auth/done?attempt=x&provider=google&result=failed&error=auth.errors.provider-failed");
  await expect(page.getByText("That did not work.")).toBeVisible();
});
