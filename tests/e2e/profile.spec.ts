import type { BrowserContext, Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, type Member, newMember, newPage, PASSWORD, test } from "./visitor.ts";

async function openAccount(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: /^Your menu/ }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  // it is whole once it knows where one is signed in
  await expect(page.getByRole("dialog", { name: "Account" }).getByText("This device")).toBeVisible();
}

async function openProfile(page: Page): Promise<void> {
  await openAccount(page);
  await page.getByRole("button", { name: "Edit profile" }).click();
}

/** The bodies of the calls of a function. */
function callsOf(page: Page, name: string): object[] {
  const bodies: object[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/mutation")) return;
    const { path, args } = request.postDataJSON();
    if (path === name) bodies.push(args);
  });
  return bodies;
}

/** A function that fails as if the server had. */
async function fail(page: Page, name: string): Promise<void> {
  await page.route(/\/api\/mutation$/, (route) =>
    route.request().postDataJSON().path === name
      ? route.fulfill({ status: 500, json: { code: "internal" } })
      : route.continue(),
  );
}

/** As if a Google account were linked. */
async function pretendLinked(page: Page, account: { readonly hasPassword: boolean }): Promise<void> {
  await page.route(/\/api\/query$/, async (route) => {
    if (route.request().postDataJSON().path !== "users.getCurrentUser") return route.continue();
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, value: { ...answer.value, google_id: "1", ...account } } });
  });
}

let mira: Member;
test.beforeEach(async ({ request, baseURL, context }) => {
  mira = await newMember(request, baseURL);
  await mira.signIn(context);
});

test("a profile is saved trimmed, only as far as it has changed, says so and closes after 1.5 seconds", async ({
  page,
  context,
}) => {
  const calls = callsOf(page, "users.updateUserProfile");
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
  const followed = page.waitForRequest(/\/api\/auth\/update-session$/);
  await save.click();
  await expect(dialog.getByRole("status")).toHaveText("Profile updated");
  const savedMs = Date.now();
  expect((await followed).postDataJSON()).toEqual({ name: "Mira Sokolova" });
  await expect(dialog).toBeHidden();
  expect(Date.now() - savedMs).toBeGreaterThan(1000);
  expect(Date.now() - savedMs).toBeLessThan(4000);
  expect(calls).toEqual([{ id: mira.id, name: "Mira Sokolova" }]);
  await expect(page.getByRole("button", { name: "Edit profile" })).toBeFocused();
  await expect(page.getByRole("dialog", { name: "Account" }).getByText("Mira Sokolova")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Your menu: Mira Sokolova" })).toBeVisible();
  await expect(elsewhere.getByRole("button", { name: "Your menu: Mira Sokolova" })).toBeVisible();
});

test("nothing is saved while a field is wrong, and a name that is taken is said at its field", async ({
  page,
  request,
  baseURL,
  complaints,
}) => {
  complaints.expect(/560/);
  const taken = await newMember(request, baseURL);
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
  await expect(dialog.getByText("That is not your current password")).toBeVisible();
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await save.click();
  await expect(dialog.getByText("An account with this email already exists")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("a profile that cannot be saved says so and keeps what was typed; Esc asks first", async ({ page, complaints }) => {
  complaints.expect(/500/);
  await fail(page, "users.updateUserProfile");
  await openProfile(page);
  const dialog = page.getByRole("dialog", { name: "Edit profile" });
  await dialog.getByLabel("Display name").fill("Other");
  await dialog.getByLabel("Display name").press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Failed to update profile. Try again.");
  await expect(dialog.getByLabel("Display name")).toHaveValue("Other");
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("Nothing is saved yet. Close once more to drop your changes.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Account" })).toBeVisible();
});

test("an email that is shown stands in the list of people, and no other does", async ({ page, request, baseURL }) => {
  const leo = await newMember(request, baseURL, "Leo");
  const { id, url } = await mira.makeRoom("Addresses");
  await mira.call("mutation", "members.add", { id, username: leo.username, role: "editor" });
  const look = async () => {
    await page.goto(`/room/${url}`);
    await page.getByRole("button", { name: /People/ }).click();
    await page.getByRole("button", { name: /^Leo/ }).click();
    await expect(page.getByRole("menuitem", { name: "Remove from the room" })).toBeVisible();
  };
  const asked = page.waitForResponse((response) => (response.request().postData() ?? "").includes("users.getById"));
  await look();
  const { value } = await (await asked).json();
  expect(value).toMatchObject({ username: leo.username });
  expect(JSON.stringify(value)).not.toContain(leo.email);
  await expect(page.getByRole("menuitem", { name: "Remove from the room" })).toBeVisible();
  await expect(page.getByText(leo.email)).toHaveCount(0);
  await leo.call("mutation", "users.updateUserProfile", { id: leo.id, isEmailShown: true });
  await look();
  await expect(page.getByRole("menuitem", { name: leo.email })).toBeVisible();
});

test("linking and unlinking that fail name the provider; the last way in stays", async ({ page, context, complaints }) => {
  complaints.expect(/500/);
  await pretendLinked(page, { hasPassword: true });
  await context.route(/\/api\/auth\/link-spotify/, (route) => route.fulfill({ contentType: "text/html", body: "Spotify" }));
  await page.route(/\/api\/auth\/unlink-google$/, (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await openAccount(page);
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
  await page.unrouteAll();
  await pretendLinked(page, { hasPassword: false });
  await openAccount(page);
  await expect(page.getByText("Google is your only way in. Set a password first.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Unlink Google" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Set password" })).toBeVisible();
});

test("a password is changed by who knows it, and everywhere else is signed out", async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  complaints.expect(/4\d\d/);
  const other = await browser.newContext({ ...(baseURL && { baseURL }) });
  await other.request.post("/api/auth/login", { data: { emailOrUsername: mira.username, password: PASSWORD } });
  const otherPage = await newPage(other);
  await otherPage.goto("/");
  await expect(otherPage.getByRole("button", { name: /^Your menu/ })).toBeVisible();
  await openAccount(page);
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  const change = dialog.getByRole("button", { name: "Change password" });
  await change.click();
  await expect(dialog.getByText("This field is required")).toHaveCount(3);
  await dialog.getByLabel("Current password").fill("wrong horse");
  await dialog.getByLabel("New password", { exact: true }).fill("12345");
  await dialog.getByLabel("New password once more").fill("123456");
  await change.click();
  await expect(dialog.getByText("At least 6 characters")).toBeVisible();
  await expect(dialog.getByText("The passwords differ")).toBeVisible();
  await dialog.getByLabel("New password", { exact: true }).fill("battery staple");
  await dialog.getByLabel("New password once more").fill("battery staple");
  await change.click();
  await expect(dialog.getByText("That is not your current password")).toBeVisible();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByLabel("Current password").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("You are signed out everywhere else.")).toBeVisible();
  await otherPage.reload();
  await expect(otherPage.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Your menu/ })).toBeVisible();
  await other.close();
});

test("a password that cannot be changed says so", async ({ page, complaints }) => {
  complaints.expect(/500/);
  await page.route(/\/api\/auth\/change-password$/, (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await openAccount(page);
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByLabel("New password", { exact: true }).fill("battery staple");
  await dialog.getByLabel("New password once more").fill("battery staple");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Failed to change the password. Try again.");
});

test("where one is signed in is listed, and another device is signed out from here", async ({ page, browser, baseURL }) => {
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
  const others: BrowserContext[] = [];
  for (const _ of ["telephone", "other telephone"]) {
    const context = await browser.newContext({ userAgent, ...(baseURL && { baseURL }) });
    const data = { emailOrUsername: mira.username, password: PASSWORD };
    expect((await context.request.post("/api/auth/login", { data })).status()).toBe(200);
    others.push(context);
  }
  await openAccount(page);
  const list = page.getByRole("region", { name: "Where you are signed in" });
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
