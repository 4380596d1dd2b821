import type { BrowserContext, Page } from "@playwright/test";
import { changePassword, openAccountDialog } from "./account-dialog.ts";
import { failFunction, holdFunction, overrideCurrentUser } from "./function-calls.ts";
import { expect, newPage, test } from "./test.ts";
import { createUser, PASSWORD, type TestUser } from "./test-user.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

let mira: TestUser;
let devices: BrowserContext[];
test.beforeEach(async ({ request, baseURL, context }) => {
  devices = [];
  mira = await createUser(request, baseURL);
  await mira.signIn(context);
});
test.afterEach(async () => {
  for (const device of devices) await device.close();
});

const sessionList = (page: Page) => page.getByRole("region", { name: "Where you're signed in" });

test("two sessions can be ended at the same time, and neither returns to the list", async ({ page, browser, baseURL }) => {
  for (const userAgent of [IPHONE, WINDOWS]) await signInOn(userAgent);
  const release = await holdFunction(page, "mutation", "users.endSession");
  await openAccountDialog(page);
  const list = sessionList(page);
  await list.getByRole("button", { name: "Sign out: Safari · iOS" }).click();
  const other = list.getByRole("button", { name: "Sign out: Chrome · Windows" });
  await other.click();
  await expect(other).toHaveAttribute("aria-busy", "true");
  await expect(list.getByRole("button", { name: "Sign out: Safari · iOS" })).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page.getByText("That device is signed out")).toHaveCount(2);
  await expect(list.getByRole("listitem")).toHaveCount(1);

  async function signInOn(userAgent: string) {
    const device = await browser.newContext({ userAgent, ...(baseURL && { baseURL }) });
    devices.push(device);
    await device.request.post("/api/auth/login", { data: { emailOrUsername: mira.username, password: PASSWORD } });
  }
});

test("ending a session that has already ended is not an error", async ({ page, browser, baseURL, allowConsoleErrors }) => {
  allowConsoleErrors(/4\d\d|560/);
  const device = await browser.newContext({ userAgent: IPHONE, ...(baseURL && { baseURL }) });
  devices.push(device);
  await device.request.post("/api/auth/login", { data: { emailOrUsername: mira.username, password: PASSWORD } });
  await openAccountDialog(page);
  await expect(sessionList(page).getByRole("listitem")).toHaveCount(2);
  expect((await device.request.delete("/api/_auth/session")).ok()).toBe(true);
  await sessionList(page).getByRole("button", { name: "Sign out: Safari · iOS" }).click();
  await expect(page.getByText("That device is signed out")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(sessionList(page).getByRole("listitem")).toHaveCount(1);
});

test("after a password change, the list contains only this device", async ({ page, browser, baseURL }) => {
  const device = await browser.newContext({ userAgent: IPHONE, ...(baseURL && { baseURL }) });
  devices.push(device);
  await device.request.post("/api/auth/login", { data: { emailOrUsername: mira.username, password: PASSWORD } });
  await openAccountDialog(page);
  await expect(sessionList(page).getByRole("listitem")).toHaveCount(2);
  const dialog = await changePassword(page, PASSWORD);
  await expect(dialog).toBeHidden();
  await expect(sessionList(page).getByRole("listitem")).toHaveCount(1);
});

test("showing more sessions moves the focus to the first new one", async ({ page, browser, baseURL }) => {
  for (let i = 0; i < 4; i++) {
    const device = await browser.newContext({ userAgent: IPHONE, ...(baseURL && { baseURL }) });
    devices.push(device);
    await device.request.post("/api/auth/login", { data: { emailOrUsername: mira.username, password: PASSWORD } });
  }
  await openAccountDialog(page);
  await page.getByRole("button", { name: "Show 2 more" }).press("Enter");
  await expect(sessionList(page).getByRole("listitem")).toHaveCount(5);
  await expect(sessionList(page).getByRole("listitem").nth(3)).toBeFocused();
});

test("a session list that failed to load can be loaded again", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/500/);
  await failFunction(page, "query", "users.listSessions");
  await page.goto("/");
  await page.getByRole("button", { name: /^Your menu/ }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await expect(sessionList(page).getByRole("alert")).toContainText("We couldn't load the list.");
  await page.unrouteAll();
  await sessionList(page).getByRole("button", { name: "Try again" }).click();
  await expect(sessionList(page).getByText("This device")).toBeVisible();
  await expect(sessionList(page).getByRole("alert")).toHaveCount(0);
});

test("the dialog does not move while its lists load", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const releaseUser = await holdFunction(page, "query", "users.getCurrentUser");
  const releaseSessions = await holdFunction(page, "query", "users.listSessions");
  await page.goto("/");
  await page.getByRole("button", { name: /^Your menu/ }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  const dialog = page.getByRole("dialog", { name: "Account" });
  await expect(dialog.getByText("Google")).toBeVisible();
  // Even with reduced motion the dialog's entry takes a frame. What closes at the same time cancels its animations.
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
  const tops = async () =>
    await dialog.getByRole("heading").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await tops();
  releaseUser();
  await expect(dialog.getByRole("button", { name: "Link Google" })).toBeVisible();
  expect(await tops()).toEqual(before);
  releaseSessions();
  await expect(dialog.getByText("This device")).toBeVisible();
  expect(await tops()).toEqual(before);
});

test("unlinking a provider that was unlinked in another window shows that it is not linked", async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/4\d\d|560/);
  // This window still shows Google as linked.
  await overrideCurrentUser(page, { google_id: "1" });
  await openAccountDialog(page);
  await page.getByRole("button", { name: "Unlink Google" }).click();
  await expect(page.getByRole("alert")).toContainText("Google isn't linked");
  const other = await newPage(context);
  await openAccountDialog(other);
  await expect(other.getByRole("button", { name: "Link Google" })).toBeVisible();
});
