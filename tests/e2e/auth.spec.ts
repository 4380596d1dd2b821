import { findViolations } from "./axe.ts";
import { collectConsoleErrors, expect, newPage, PHONE, REFUSED_CALL, test } from "./test.ts";
import { createUser, PASSWORD } from "./test-user.ts";

const LOGIN = "**/api/auth/login";
const REGISTER = "**/api/auth/register";
const unique = () => `a${Date.now().toString(36)}${Math.floor(Math.random() * 1000)}`.slice(0, 20);

test("a new user registers on the sign-in page with the keyboard alone and is redirected", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const username = unique();
  await page.goto("/protected");
  await expect(page).toHaveURL("/auth?redirect=/protected");
  await expect(page).toHaveTitle("Authentication · Tutti");
  await page.getByRole("tab", { name: "Sign in" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  for (const text of ["Mira", username, `${username}@example.org`]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/protected");
  await expect(page.getByText(`You're signed in as Mira, @${username}.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Your menu: Mira" })).toBeVisible();
  // The page keeps a copy of the user in local storage.
  const local = () => page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "null"));
  await expect.poll(local).toEqual({ name: "Mira", avatar: expect.stringMatching(/^#/), superadmin: false });
  await page.goto("/auth");
  await expect(page).toHaveURL("/");
  await page.getByRole("button", { name: "Your menu: Mira" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect.poll(local).toBeNull();
});

test("the redirect never leads to another site", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  for (const target of ["https://example.org/", "//example.org", "/\\example.org", "/.//example.org"]) {
    await page.goto(`/auth?redirect=${encodeURIComponent(target)}`);
    await expect(page).toHaveURL("/");
  }
  await page.goto("/auth?redirect=/rooms/new");
  await expect(page).toHaveURL("/rooms/new");
});

test("the fields have autocomplete attributes for password managers", async ({ page }) => {
  await page.goto("/auth");
  await expect(page.getByLabel("Email or username")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("autocomplete", "current-password");
  await page.getByRole("tab", { name: "Create account" }).click();
  await expect(page.getByLabel("Username")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "email");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("autocomplete", "new-password");
});

test("a rejected sign-in or registration shows the server's message or a fallback", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/401|409|418|500|ERR_FAILED/);
  await page.goto("/auth");
  const refusal = page.getByRole("alert");
  const submit = page.getByRole("button", { name: "Sign in" }).last();
  await page.getByLabel("Email or username").fill("mira");
  await page.getByLabel("Password", { exact: true }).fill("wrong horse");
  await submit.click();
  await expect(refusal).toHaveText("Login failed, please check your credentials");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  // Each text differs from the one before, so that it can only come from the new answer.
  for (const [json, text] of [
    [{ statusMessage: "The cellar is flooded" }, "The cellar is flooded"],
    [{}, "Login failed, please check your credentials"],
    [
      { statusMessage: "auth.errors.sign-in-locked" },
      "Too many sign-in attempts. Wait 15 minutes, or reset your password to sign in right away.",
    ],
  ] as const) {
    await page.route(LOGIN, (route) => route.fulfill({ status: 500, json }));
    await expect(submit).not.toHaveAttribute("aria-busy");
    await page.keyboard.press("Enter");
    await expect(refusal).toHaveText(text);
    await page.unroute(LOGIN);
  }
  await page.route(LOGIN, (route) => route.abort());
  await expect(submit).not.toHaveAttribute("aria-busy");
  await page.keyboard.press("Enter");
  await expect(refusal).toHaveText("No connection. Check your network and try again.");

  await page.getByRole("tab", { name: "Create account" }).click();
  await expect(refusal).toBeHidden();
  const create = page.getByRole("button", { name: "Create account" });
  await page.getByLabel("Display name").fill("Mira");
  await page.getByLabel("Username").fill("mira_new");
  await page.getByLabel("Email").fill("mira@example.org");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  for (const [answer, text] of [
    [{ status: 500, json: {} }, "Registration failed, please try again"],
    [
      { status: 409, json: { statusMessage: "auth.errors.email-taken", field: "email" } },
      "An account with this email already exists",
    ],
    [
      { status: 409, json: { statusMessage: "auth.errors.username-taken", field: "username" } },
      "This username is already taken",
    ],
  ] as const) {
    await page.route(REGISTER, (route) => route.fulfill(answer));
    await expect(create).not.toHaveAttribute("aria-busy");
    await create.click();
    await expect(page.getByText(text)).toBeVisible();
    await page.unroute(REGISTER);
  }
});

test("an error in the URL is shown once, in the form or in a notice, and removed from the URL", async ({ page }) => {
  const cases = [
    ["error=google_oauth_failed&provider=google", "Sign-in with Google failed. Try again."],
    ["error=spotify_oauth_failed", "Sign-in with Spotify failed. Try again."],
    ["error=auth.errors.provider-linked-elsewhere&provider=github", "This GitHub account is already linked to another user"],
    ["error=auth.errors.provider-link-failed&provider=google", "Failed to link Google. Try again."],
    ["error=auth.errors.provider-unavailable&provider=github", "Sign-in with GitHub isn't available here"],
    [
      "error=auth.errors.provider-email-exists&provider=google",
      "An account with this email exists with a different provider. Sign in to it, then link Google there.",
    ],
    ["error=%3Cb%3EThe+cellar%3C%2Fb%3E", "<b>The cellar</b>"],
  ] as const;
  for (const [query, text] of cases) {
    await page.goto(`/auth?redirect=/protected&${query}`);
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(text);
    await expect(page).toHaveURL("/auth?redirect=%2Fprotected");
    await page.goto(`/?showAuth=true&${query}`);
    await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(text);
    await expect(page).toHaveURL("/");
    await page.goto(`/?q=kitchen&${query}`);
    await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
    await expect(page).toHaveURL("/?q=kitchen");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  for (const [query, text] of [
    ["success=provider-linked&provider=spotify", "Spotify is linked"],
    ["success=provider-unlinked&provider=github", "GitHub is unlinked"],
    ["success=profile-updated", "Profile updated"],
  ]) {
    await page.goto(`/help?${query}`);
    await expect(page.getByText(text ?? "")).toBeVisible();
    await expect(page).toHaveURL("/help");
  }
});

test("an error in the URL is shown after the redirect of a signed-in user", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  await page.goto("/auth?redirect=/help&error=auth.errors.provider-linked-elsewhere&provider=github");
  const alert = page.getByRole("alert").filter({ hasText: /\S/ });
  await expect(alert).toHaveText(/^This GitHub account is already linked to another user/);
  await expect(page).toHaveURL("/help");
  // An unknown code shows the general error.
  await page.goto("/help?error=auth.errors.no-such-thing");
  await expect(alert).toHaveText(/^Internal Server Error/);
});

test("an invalid field gets the focus, and a late rejection shows the form that was sent", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/409/);
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Display name")).toBeFocused();
  await page.getByLabel("Display name").fill("Mira");
  await page.getByLabel("Username").fill("mira_new");
  await page.getByLabel("Email").fill("mira");
  // The invalid field shows its error but does not keep the focus.
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.getByLabel("Email").fill("mira@example.org");

  let answer: (() => void) | undefined;
  await page.route(REGISTER, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ status: 409, json: { statusMessage: "auth.errors.email-taken", field: "email" } });
  });
  await page.getByRole("button", { name: "Create account" }).click();
  await expect.poll(() => answer !== undefined).toBe(true);
  await page.getByRole("tab", { name: "Sign in" }).click();
  answer?.();
  await expect(page.getByText("An account with this email already exists")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByRole("tab", { name: "Sign in" }).click();
  await expect(page.getByLabel("Email or username")).toBeVisible();
});

test("the sign-in page is accessible in Russian, on a phone, in the black theme", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...PHONE, reducedMotion: "reduce", ...(baseURL && { baseURL }) });
  await context.addCookies([{ name: "theme", value: "black", url: baseURL ?? "" }]);
  const page = await newPage(context);
  const consoleErrors = collectConsoleErrors(page);
  await page.goto("/auth?error=google_oauth_failed");
  await expect(page).toHaveTitle("Вход · Tutti");
  await expect(page.getByRole("alert")).toHaveText("Не удалось войти через Google. Попробуйте снова.");
  for (const tab of ["Создать аккаунт", "Войти"]) {
    await page.getByRole("tab", { name: tab }).tap();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(consoleErrors).toEqual([]);
  await context.close();
});
