import type { BrowserContext, Locator, Page } from "@playwright/test";
import type { ErrorCode } from "#app/domain/errors.ts";
import { resources } from "#app/i18n/resources.server.ts";
import { fixturePath } from "#tests/support/fixtures.ts";
import { failFunction, refuseFunction } from "./function-calls.ts";
import { expect, newPage, test } from "./test.ts";
import { openOwnRoom, registerUser } from "./test-user.ts";
import { writeClickTrack } from "./wav-files.ts";

// The texts of SPEC §8, word for word, and their Russian counterparts.

const FAILED_REQUESTS = /status of (404|500|503|560)/;
const TRACK = fixturePath("vbr.mp3");

/** The visible text that contains this text. Two elements may have it: a notice and what a screen reader speaks. */
function text(scope: Page | Locator, content: string): Locator {
  return scope.getByText(content).locator("visible=true").first();
}

async function setLocale(context: BrowserContext, baseURL: string | undefined, locale: string): Promise<void> {
  await context.addCookies([{ name: "locale", value: locale, url: baseURL ?? "" }]);
}

for (const locale of ["en", "ru"] as const) {
  const { people, home, trackEdit, uploads, auth } = resources[locale];
  const isEnglish = locale === "en";
  const inLanguage = (english: string, russian: string) => (isEnglish ? english : russian);

  test.describe(() => {
    test.beforeEach(async ({ context, baseURL, allowConsoleErrors }) => {
      allowConsoleErrors(FAILED_REQUESTS);
      await setLocale(context, baseURL, locale);
    });

    test(`room settings that cannot be saved show the failed action and the reason: ${locale}`, async ({
      page,
      context,
      request,
      baseURL,
    }) => {
      await openOwnRoom({ page, context, request, baseURL }, "Kitchen");
      await page.getByRole("button", { name: people.settings.title }).click();
      const dialog = page.getByRole("dialog", { name: people.settings.title });
      const save = dialog.getByRole("button", { name: people.settings.save });
      await dialog.getByLabel(people.settings.name, { exact: true }).fill("Garden");
      await failFunction(page, "mutation", "rooms.update");
      await save.click();
      const alert = dialog.getByRole("alert");
      await expect(alert).toContainText(inLanguage("Error updating settings", "Не удалось сохранить настройки"));
      await expect(alert).toContainText(inLanguage("Failed to update room", "Не удалось изменить комнату"));
      await refuseFunction(page, "mutation", "rooms.update", "forbidden");
      await save.click();
      await expect(alert).toContainText(inLanguage("Error updating settings", "Не удалось сохранить настройки"));
      await expect(alert).toContainText(inLanguage("Insufficient permissions", "Недостаточно прав"));
    });

    test(`a request for access that fails shows the failed action and the reason: ${locale}`, async ({
      page,
      context,
      request,
      baseURL,
    }) => {
      const [host, ilse] = [await registerUser(request, baseURL), await registerUser(request, baseURL, "Ilse")];
      const { url } = await host.createRoom("Open");
      await ilse.signIn(context);
      await page.goto(`/room/${url}`);
      await failFunction(page, "mutation", "access.request");
      const ask = page.getByRole("button", { name: people.request.ask });
      await ask.click();
      const notices = page.getByRole("alert");
      await expect(text(notices, inLanguage("Error requesting access", "Не удалось попросить доступ"))).toBeVisible();
      await refuseFunction(page, "mutation", "access.request", "too-many-attempts");
      await ask.click();
      const reason = inLanguage("Too many attempts. Wait 15 minutes", "Слишком много попыток. Подождите 15 минут");
      await expect(text(notices, reason)).toBeVisible();
    });

    test(`an action on a person that fails shows the failed action and the reason: ${locale}`, async ({
      page,
      context,
      browser,
      request,
      baseURL,
    }) => {
      const { mira, id, url } = await openOwnRoom({ page, context, request, baseURL }, "Kitchen");
      const lev = await registerUser(request, baseURL, "Lev");
      const { role } = resources[locale].shell;
      await mira.call("mutation", "members.add", { id, username: lev.username, role: "admin" });
      await page.getByRole("button", { name: people.title, exact: true }).first().click();
      const panel = page.getByRole("complementary", { name: new RegExp(people.title) });
      const notices = page.getByRole("alert");

      await failFunction(page, "mutation", "members.add");
      await panel.getByRole("button", { name: people.add, exact: true }).click();
      await panel.getByLabel(people.addUsername).fill("anna");
      await panel.getByLabel(people.addUsername).press("Enter");
      await expect(text(panel, inLanguage("Failed to add user", "Не удалось добавить человека"))).toBeVisible();

      await refuseFunction(page, "mutation", "members.changeRole", "forbidden");
      const menu = panel.getByRole("button", { name: new RegExp(`^Lev: ${role.admin}`) });
      await menu.click();
      await page.getByRole("menuitemradio", { name: role.viewer }).click();
      await expect(text(notices, inLanguage("Failed to update user", "Не удалось изменить роль"))).toBeVisible();
      await expect(text(notices, inLanguage("Lev: Insufficient permissions", "Lev: Недостаточно прав"))).toBeVisible();

      await failFunction(page, "mutation", "members.remove");
      await menu.click();
      await page.getByRole("menuitem", { name: people.remove }).click();
      await page.getByRole("menuitem", { name: people.removeAgain }).click();
      await expect(text(notices, inLanguage("Failed to delete user", "Не удалось удалить человека"))).toBeVisible();

      // An admin sees why the owner cannot be removed.
      const admin = await browser.newContext({ ...(baseURL && { baseURL }) });
      await setLocale(admin, baseURL, locale);
      await lev.signIn(admin);
      const other = await newPage(admin);
      await other.goto(`/room/${url}`);
      await other.getByRole("button", { name: people.title, exact: true }).first().click();
      await other.getByRole("button", { name: new RegExp(`^Mira: ${role.owner}`) }).click();
      const refusal = inLanguage("Cannot remove room owner", "Владельца комнаты убрать нельзя");
      await expect(other.getByRole("menuitem", { name: refusal })).toBeDisabled();
      await admin.close();
    });

    test(`an audio upload that the server cannot take fails: ${locale}`, async ({ page, context, request, baseURL }) => {
      await page.clock.install();
      await openOwnRoom({ page, context, request, baseURL }, "Uploads");
      await page.route("**/parts/*", (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
      await page.getByRole("button", { name: uploads.title }).first().click();
      const dialog = page.getByRole("dialog", { name: uploads.title });
      await dialog.getByTestId("files").setInputFiles(writeClickTrack("click", 2));
      await expect(async () => {
        // The page waits longer and longer before it tries again.
        await page.clock.fastForward(20_000);
        const failed = inLanguage("Audio upload failed. Try again.", "Не удалось загрузить аудио. Попробуйте снова.");
        await expect(text(dialog, failed)).toBeVisible({ timeout: 500 });
      }).toPass();
    });

    test(`a track that cannot be updated shows the failed step: ${locale}`, async ({ page, context, request, baseURL }) => {
      await openOwnRoom({ page, context, request, baseURL }, "Edited", [TRACK]);
      await page.getByRole("row").filter({ hasText: "vbr" }).focus();
      await page.keyboard.press("F2");
      const dialog = page.getByRole("dialog", { name: trackEdit.title });
      const save = dialog.locator("button[type=submit]");
      const alert = dialog.getByRole("alert");
      await dialog.getByRole("textbox", { name: trackEdit.field.title }).fill("Salt Stairs");
      await failFunction(page, "mutation", "tracks.update");
      await save.click();
      await expect(alert).toContainText(inLanguage("Track update failed", "Не удалось изменить трек"));

      await page.route("**/api/covers", (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
      const buffer = Buffer.from(await createPng(page), "base64");
      await dialog.getByTestId("cover").setInputFiles({ name: "red.png", mimeType: "image/png", buffer });
      await expect(dialog.getByRole("button", { name: trackEdit.keepCover })).toBeVisible();
      await save.click();
      await expect(alert).toContainText(inLanguage("Image upload failed", "Не удалось загрузить картинку"));
    });

    test(`a room that cannot be created, and each limit, show their text: ${locale}`, async ({
      page,
      context,
      request,
      baseURL,
    }) => {
      const mira = await registerUser(request, baseURL);
      await mira.signIn(context);
      await page.goto("/rooms/new");
      await page.getByLabel(home.newRoom.name).fill("Kitchen");
      const create = page.getByRole("button", { name: home.create });
      await failFunction(page, "mutation", "rooms.create");
      await create.click();
      await expect(text(page, inLanguage("Failed to create room", "Не удалось создать комнату"))).toBeVisible();
      const waits: readonly (readonly [ErrorCode, string])[] = [
        ["too-many-attempts", inLanguage("Wait 15 minutes and try again.", "Подождите 15 минут и попробуйте снова.")],
        ["too-many-attempts-hour", inLanguage("Wait 1 hour and try again.", "Подождите 1 час и попробуйте снова.")],
        ["too-many-attempts-day", inLanguage("Wait 24 hours and try again.", "Подождите 24 часа и попробуйте снова.")],
      ];
      for (const [code, wait] of waits) {
        await refuseFunction(page, "mutation", "rooms.create", code);
        await create.click();
        await expect(text(page, wait)).toBeVisible();
      }
    });

    test(`a room with a password requires it, and says whether a token has expired or is invalid: ${locale}`, async ({
      page,
      request,
      baseURL,
    }) => {
      const host = await registerUser(request, baseURL, "Sanne");
      const { id, url } = await host.createRoom("Rooftop");
      await host.call("mutation", "rooms.update", { id, password: "sesame" });
      await page.goto(`/room/${url}`);
      await expect(
        page.getByRole("heading", { name: inLanguage("Password Required", "Нужен пароль"), exact: true }),
      ).toBeVisible();
      const storedKeys = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("room-access")));
      const enter = async () => {
        await page.getByLabel(people.access.password.label).fill("sesame");
        await page.getByRole("button", { name: people.access.password.open }).click();
        await expect(page.getByRole("button", { name: people.title, exact: true }).first()).toBeVisible();
        expect(await storedKeys()).toHaveLength(4);
      };
      await enter();

      // The password has changed, which makes the token invalid.
      await host.call("mutation", "rooms.update", { id, password: "other" });
      await expect(text(page, inLanguage("Invalid token. Enter the", "Доступ больше не действует. Введите"))).toBeVisible();
      expect(await storedKeys()).toEqual([]);
      await host.call("mutation", "rooms.update", { id, password: "sesame" });
      await enter();

      await page.route(/\/api\/query$/, (route) =>
        route.request().postDataJSON().path === "rooms.verifyAccessToken"
          ? route.fulfill({ json: { status: "success", value: { valid: false, error: "Token expired" }, logLines: [] } })
          : route.fallback(),
      );
      const cleanup = page.waitForRequest((sent) => (sent.postData() ?? "").includes("rooms.cleanupExpiredTokens"));
      await host.call("mutation", "rooms.update", { id, password: "other" });
      await expect(text(page, inLanguage("Token expired. Enter the", "Срок доступа истёк. Введите"))).toBeVisible();
      await cleanup;
      expect(await storedKeys()).toEqual([]);
    });

    test(`a reset link whose mail cannot be stored is an error: ${locale}`, async ({ page, request }) => {
      const response = await request.post("/api/auth/request-password-reset", {
        headers: { Cookie: `locale=${locale}` },
        data: { emailOrUsername: " " },
      });
      const error = inLanguage("All fields are required", "Заполните все поля");
      expect(await response.json()).toMatchObject({ success: false, error, email: null });
      await page.goto("/auth");
      await page.getByRole("button", { name: auth.forgot }).click();
      await page.getByLabel(auth.emailOrUsername).fill("mira");
      const json = { success: false, error: "", email: null, code: "reset-mail-failed" };
      await page.route("**/api/auth/request-password-reset", (route) => route.fulfill({ status: 503, json }));
      await page.getByRole("button", { name: auth.sendLink }).click();
      await expect(page.getByRole("alert")).toHaveText(
        inLanguage("Failed to send email. Try again.", "Не удалось отправить письмо. Попробуйте снова."),
      );
    });

    test(`missing, impossible and failing pages have a title: ${locale}`, async ({ page, allowConsoleErrors }) => {
      // Remix logs that it cannot decode the response of the failing page.
      allowConsoleErrors(/^SyntaxError/);
      const [missing, failed] = [
        inLanguage("Page Not Found", "Страница не найдена"),
        inLanguage("Internal Server Error", "Внутренняя ошибка сервера"),
      ];
      expect((await page.goto("/nowhere"))?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: missing, exact: true })).toBeVisible();
      await expect(page).toHaveTitle(`${missing} · Tutti`);
      expect((await page.goto("/room/my%20room!"))?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: `${missing}: /room/my room!`, exact: true })).toBeVisible();
      await expect(page).toHaveTitle(`${missing}: /room/my room! · Tutti`);

      await page.goto("/");
      await page.route(/\/help(\.data|\?)/, (route) => route.fulfill({ status: 500, body: "failed" }));
      await page.getByRole("button", { name: resources[locale].shell.menu.settings }).first().click();
      await page.getByRole("menuitem", { name: resources[locale].shell.menu.help }).click();
      await expect(page.getByRole("heading", { name: failed, exact: true })).toBeVisible();
      await expect(page).toHaveTitle(`${failed} · Tutti`);
    });
  });
}

/** A red picture of 512×512 px, in base64. */
function createPng(page: Page): Promise<string> {
  return page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 512, height: 512 });
    const context = canvas.getContext("2d");
    if (context) {
      context.fillStyle = "#c33";
      context.fillRect(0, 0, 512, 512);
    }
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
}
