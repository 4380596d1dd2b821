import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { openWithoutUserActivation } from "./page-driver.ts";
import { setChecked } from "./set-checked.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser, openOwnRoom, PASSWORD } from "./test-user.ts";

test("guests can change theme and language, and the account dialog asks them to sign in", async ({
  page,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  await page.goto("/settings");
  await expect(page).toHaveTitle("Settings · Tutti");
  await expect(page.getByRole("heading", { name: "Maintenance" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Export your data" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Delete account" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Clear" })).toBeVisible();
  await test.step("the account dialog asks guests to sign in, in English", async () => {
    await page.getByRole("main").getByRole("button", { name: "Open" }).click();
    const account = page.getByRole("dialog", { name: "Account" });
    await expect(account.getByText("Sign in to see your account")).toBeVisible();
    await expect(account.getByRole("button", { name: "Sign out" })).toBeHidden();
    expect(await findViolations(page)).toEqual([]);
    await account.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByLabel("Email or username")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
  await setChecked(page.getByRole("radio", { name: "Black" }));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "black");
  await page.getByRole("radio", { name: "Black" }).press("ArrowLeft");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("main").getByText("Русский").click();
  await expect(page.getByRole("heading", { name: "Внешний вид" })).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await test.step("the account dialog asks guests to sign in, in Russian, and opens the account afterwards", async () => {
    await page.getByRole("main").getByRole("button", { name: "Открыть" }).click();
    const account = page.getByRole("dialog", { name: "Аккаунт" });
    await expect(account.getByText("Войдите, чтобы увидеть аккаунт")).toBeVisible();
    await account.getByRole("button", { name: "Войти" }).click();
    await page.getByLabel("Почта или имя пользователя").fill(mira.username);
    await page.getByLabel("Пароль", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(account.getByText(`@${mira.username}`)).toBeVisible();
  });
});

test("notices of access requests can be switched off", async ({ page, context, request, baseURL }) => {
  const { id, url } = await openOwnRoom({ page, context, request, baseURL }, "Requests");
  const requestAccess = async (name: string) => {
    const user = await createUser(request, baseURL, name);
    await user.call("mutation", "access.request", { id });
  };
  await requestAccess("Leo");
  await expect(page.getByText("Leo asks to join")).toBeVisible();
  await page.goto("/settings");
  const notifications = page.getByRole("switch", { name: "Notifications" });
  await expect(notifications).toBeChecked();
  await notifications.focus();
  await page.keyboard.press("Space");
  await expect(notifications).not.toBeChecked();
  await page.goto(`/room/${url}`);
  await requestAccess("Anna");
  await expect(page.getByRole("button", { name: /^2 / })).toBeVisible();
  await expect(page.getByText("Anna asks to join")).toBeHidden();
  await page.goto("/settings");
  await expect(notifications).not.toBeChecked();
});

test("the sound effect on joining plays only if it is switched on", async ({ page, context, request, baseURL }) => {
  const host = await createUser(request, baseURL);
  const { url } = await host.createRoom("Click", [fixturePath("vbr.mp3")]);
  const leo = await createUser(request, baseURL, "Leo");
  await leo.signIn(context);
  await context.addInitScript(() => {
    Object.assign(window, { clicks: 0 });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      Object.assign(window, { clicks: (window as unknown as { clicks: number }).clicks + 1 });
      start.call(this, when);
    };
  });
  /** Joins the room and returns how many sound effects were played. */
  const join = async () => {
    const other = await newPage(context);
    const driver = await openWithoutUserActivation(other, `${baseURL}/room/${url}`);
    await driver.click("[data-testid=listen]");
    await driver.waitFor("!document.querySelector('[data-testid=listen]')");
    const clicks = await other.evaluate(() => (window as unknown as { clicks: number }).clicks);
    await other.close();
    return clicks;
  };
  expect(await join()).toBe(0);
  await page.goto("/settings");
  await page.getByRole("switch", { name: "Sound effects" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("switch", { name: "Sound effects" })).toBeChecked();
  expect(await join()).toBe(1);
});

test("clearing the cache reloads the page and keeps the settings", async ({ page, request, allowConsoleErrors }) => {
  allowConsoleErrors(/500/);
  await page.route(/\/api\/clear-cache$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/settings");
  await page.getByRole("switch", { name: "Sound effects" }).focus();
  await page.keyboard.press("Space");
  await page.evaluate(async () => (await caches.open("old")).put("/x", new Response("x")));
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("alert")).toHaveText(/^Failed to clear the cache\. Try again\./);
  await page.unrouteAll();
  const reloaded = page.waitForEvent("load");
  // The notice disappears with the page, so it is awaited before the click, and in the page, which sees each frame.
  const noticeShown = page.waitForFunction(() => document.body.innerText.includes("Cache cleared"));
  await page.getByRole("button", { name: "Clear" }).click();
  await Promise.all([noticeShown, reloaded]);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await expect(page.getByRole("switch", { name: "Sound effects" })).toBeChecked();
  expect((await request.post("/api/clear-cache")).headers()["clear-site-data"]).toBe('"cache"');
});

test("leaving the settings after clearing the cache cancels the reload", async ({ page }) => {
  await page.clock.install();
  await page.goto("/help");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page.getByRole("button", { name: "Clear" })).toBeVisible();
  // The reload cannot happen while the clock is paused.
  await page.clock.pauseAt(Date.now() + 5000);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("Cache cleared")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.goBack();
  const permissions = page.getByRole("rowheader").first();
  await expect(permissions).toBeVisible();
  // All timers of the next minute fire. The visible table shows that the page still works after them.
  await page.clock.runFor(60_000);
  await expect(permissions).toBeVisible();
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});

test("the navigation marks the selected section and the one in view", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto("/settings");
  const nav = page.getByRole("navigation", { name: "Settings" });
  const current = nav.locator("[aria-current]");
  await expect(current).toHaveText("Appearance");
  for (const name of ["Preferences", "Data", "Maintenance", "Account", "Appearance"]) {
    await nav.getByRole("link", { name }).click();
    await expect(current).toHaveText(name);
  }
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 5000);
  await expect(current).toHaveText("Account");
  await page.mouse.wheel(0, -5000);
  await expect(current).toHaveText("Appearance");
  await page.goto("/settings#maintenance");
  await expect(current).toHaveText("Maintenance");
});

test("a phone gets only the settings that apply to it, and large touch targets", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  const page = await newPage(context);
  await page.goto("/settings");
  await expect(page.getByRole("switch", { name: "Звуки интерфейса" })).toBeVisible();
  await expect(page.getByRole("switch", { name: "Уведомления" })).toBeHidden();
  await expect(page.getByRole("switch", { name: "Горячие клавиши" })).toBeHidden();
  const radio = page.getByRole("main").locator("label", { hasText: "Русский" });
  expect((await radio.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await context.close();
});

test("the data export is one archive", async ({ page, context, request, baseURL, allowConsoleErrors }) => {
  allowConsoleErrors(/500/);
  const mira = await createUser(request, baseURL);
  await mira.createRoom("Exported", [fixturePath("vbr.mp3")]);
  await mira.signIn(context);
  await page.goto("/settings");
  await page.route(/\/api\/account\/export$/, (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("alert")).toHaveText(/^We couldn't export your data\. Try again\./);
  await page.unrouteAll();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^tutti-${mira.username}-.*\\.zip$`));
  await expect(page.getByText("Your data is in your downloads")).toBeVisible();
  const files = unzipSync(readFileSync(await download.path()));
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  expect(JSON.parse(read("profile.json"))).toMatchObject({ name: "Mira", username: mira.username, email: mira.email });
  expect(read("rooms.json")).toContain("Exported");
  expect(read("tracks.json")).toContain("vbr.mp3");
});

test("the durations of all own tracks can be checked again", async ({ browser, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  await mira.createRoom("Lengths", ["adts.aac", "vbr.mp3", "plain.wav"].map(fixturePath));
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await page.goto("/");
  await page.getByRole("button", { name: "Ваше меню: Mira" }).tap();
  await page.getByRole("menuitem", { name: "Настройки" }).tap();
  await expect(page).toHaveURL("/settings");
  const start = page.getByRole("button", { name: "Исправить длительность треков" });
  await start.tap();
  await expect(page.getByText("Проверено 3 трека: длительность везде верна.")).toBeVisible();
  await expect(start).toBeFocused();
  await context.close();
});

for (const [locale, theme] of [
  ["en", "light"],
  ["ru", "dark"],
  ["ru", "black"],
] as const) {
  test(`settings and account are accessible and fit the width of a phone: ${locale}, ${theme}`, async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const mira = await createUser(request, baseURL);
    await mira.signIn(context);
    const url = baseURL ?? "";
    await context.addCookies([
      { name: "locale", value: locale, url },
      { name: "theme", value: theme, url },
    ]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/settings");
    expect(await findViolations(page)).toEqual([]);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.getByRole("button", { name: /^(Your menu|Ваше меню)/ }).click();
    await page.getByRole("menu").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("menuitem", { name: /^(Account|Аккаунт)$/ }).click();
    await page.getByText(/^(This device|Это устройство)$/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    for (const name of [
      /^(Edit profile|Изменить профиль)$/,
      /^(Change password|Сменить пароль)$/,
      /^(Change photo|Сменить фото)$/,
    ]) {
      await page.getByRole("button", { name }).click();
      await page.getByRole("button", { name: /^(Cancel|Отмена|Another color|Другой цвет)$/ }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByText(/^(This device|Это устройство)$/).waitFor();
    }
  });
}
