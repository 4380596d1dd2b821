import type { BrowserContext, Page } from "@playwright/test";
import { delay, fail, openAccount } from "./own-account.ts";
import { expect, type Member, newMember, newPage, PASSWORD, test } from "./visitor.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

let mira: Member;
let devices: BrowserContext[];
test.beforeEach(async ({ request, baseURL, context }) => {
  devices = [];
  mira = await newMember(request, baseURL);
  await mira.signIn(context);
});
test.afterEach(async () => {
  for (const device of devices) await device.close();
});

const listIn = (page: Page) => page.getByRole("region", { name: "Where you are signed in" });

test("several devices are signed out at once, and none of them comes back", async ({ page, browser, baseURL }) => {
  for (const userAgent of [IPHONE, WINDOWS]) await signInOn(userAgent);
  await delay(page, "mutation", "users.endSession", 700);
  await openAccount(page);
  const list = listIn(page);
  await list.getByRole("button", { name: "Sign out: Safari · iOS" }).click();
  const other = list.getByRole("button", { name: "Sign out: Chrome · Windows" });
  await other.click();
  await expect(other).toHaveAttribute("aria-busy", "true");
  await expect(list.getByRole("button", { name: "Sign out: Safari · iOS" })).toHaveAttribute("aria-busy", "true");
  await expect(page.getByText("That device is signed out")).toHaveCount(2);
  await expect(list.getByRole("listitem")).toHaveCount(1);

  async function signInOn(userAgent: string) {
    const device = await browser.newContext({ userAgent, ...(baseURL && { baseURL }) });
    devices.push(device);
    await device.request.post("/api/auth/login", { data: { emailOrUsername: mira.username, password: PASSWORD } });
  }
});

test("a device that has signed out by itself meanwhile is signed out, and no error", async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  complaints.expect(/4\d\d|560/);
  const device = await browser.newContext({ userAgent: IPHONE, ...(baseURL && { baseURL }) });
  devices.push(device);
  await device.request.post("/api/auth/login", { data: { emailOrUsername: mira.username, password: PASSWORD } });
  await openAccount(page);
  await expect(listIn(page).getByRole("listitem")).toHaveCount(2);
  expect((await device.request.delete("/api/_auth/session")).ok()).toBe(true);
  await listIn(page).getByRole("button", { name: "Sign out: Safari · iOS" }).click();
  await expect(page.getByText("That device is signed out")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(listIn(page).getByRole("listitem")).toHaveCount(1);
});

test("after a change of the password the list holds this device alone", async ({ page, browser, baseURL }) => {
  const device = await browser.newContext({ userAgent: IPHONE, ...(baseURL && { baseURL }) });
  devices.push(device);
  await device.request.post("/api/auth/login", { data: { emailOrUsername: mira.username, password: PASSWORD } });
  await openAccount(page);
  await expect(listIn(page).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByLabel("New password", { exact: true }).fill("battery staple");
  await dialog.getByLabel("New password once more").fill("battery staple");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog).toBeHidden();
  await expect(listIn(page).getByRole("listitem")).toHaveCount(1);
});

test("more devices are shown on demand, and the first of them has the focus", async ({ page, browser, baseURL }) => {
  for (let i = 0; i < 4; i++) {
    const device = await browser.newContext({ userAgent: IPHONE, ...(baseURL && { baseURL }) });
    devices.push(device);
    await device.request.post("/api/auth/login", { data: { emailOrUsername: mira.username, password: PASSWORD } });
  }
  await openAccount(page);
  await page.getByRole("button", { name: "Show 2 more" }).press("Enter");
  await expect(listIn(page).getByRole("listitem")).toHaveCount(5);
  await expect(listIn(page).getByRole("listitem").nth(3)).toBeFocused();
});

test("a list that cannot be loaded says so, and is tried again", async ({ page, complaints }) => {
  complaints.expect(/500/);
  await fail(page, "query", "users.listSessions");
  await page.goto("/");
  await page.getByRole("button", { name: /^Your menu/ }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await expect(listIn(page).getByRole("alert")).toContainText("The list could not be loaded.");
  await page.unrouteAll();
  await listIn(page).getByRole("button", { name: "Try again" }).click();
  await expect(listIn(page).getByText("This device")).toBeVisible();
  await expect(listIn(page).getByRole("alert")).toHaveCount(0);
});

test("the dialog does not move while its lists come", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await delay(page, "query", "users.getCurrentUser", 1500);
  await delay(page, "query", "users.listSessions", 2500);
  await page.goto("/");
  await page.getByRole("button", { name: /^Your menu/ }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  const dialog = page.getByRole("dialog", { name: "Account" });
  await expect(dialog.getByText("Google")).toBeVisible();
  // even the shortest way up takes a frame
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const tops = async () =>
    await dialog.getByRole("heading").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await tops();
  await expect(dialog.getByRole("button", { name: "Link Google" })).toBeVisible();
  await expect(dialog.getByText("This device")).toBeVisible();
  expect(await tops()).toEqual(before);
});

test("a link that has gone in another window is said to be gone", async ({ page, context, complaints }) => {
  complaints.expect(/4\d\d|560/);
  // this window believes that Google is linked
  await page.route(/\/api\/query$/, async (route) => {
    if (route.request().postDataJSON().path !== "users.getCurrentUser") return route.fallback();
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, value: { ...answer.value, google_id: "1" } } });
  });
  await openAccount(page);
  await page.getByRole("button", { name: "Unlink Google" }).click();
  await expect(page.getByRole("alert")).toContainText("Google is not linked");
  const other = await newPage(context);
  await openAccount(other);
  await expect(other.getByRole("button", { name: "Link Google" })).toBeVisible();
});
