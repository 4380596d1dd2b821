import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser, PASSWORD } from "./test-user.ts";

const unique = () => `u${Date.now().toString(36)}${Math.floor(Math.random() * 1000)}`.slice(0, 20);

test("a new user registers in the dialog with the keyboard alone and stays on the page", async ({ page }) => {
  const username = unique();
  await page.goto("/");
  await page.getByRole("button", { name: "Sign in" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("tab", { name: "Sign in" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Create account" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Tab");
  for (const text of ["Мира Соколова", username, `${username}@example.org`]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("correct horse");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Your menu: Мира Соколова" }).press("Enter");
  await page.getByRole("menuitem", { name: "Account" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Account" });
  await expect(dialog.getByText(`@${username}`, { exact: true })).toBeVisible();
  await expect(dialog.getByText(`${username[0]}••••@example.org`)).toBeVisible();
  await dialog.getByRole("button", { name: "Show the email" }).click();
  await expect(dialog.getByText(`${username}@example.org`)).toBeVisible();
  await dialog.press("Escape");
  await expect(dialog).toBeHidden();
});

test("each field shows its error until the value is valid", async ({ page, request, baseURL, allowConsoleErrors }) => {
  allowConsoleErrors(/409/);
  const taken = await createUser(request, baseURL);
  await page.goto("/?showAuth=true");
  await page.getByRole("tab", { name: "Create account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect(dialog.getByText("This field is required")).toHaveCount(4);
  await dialog.getByLabel("Display name").fill("x".repeat(21));
  await dialog.getByLabel("Username").fill("a b");
  await dialog.getByLabel("Email").fill("mira@");
  await dialog.getByLabel("Password", { exact: true }).fill("12345");
  await dialog.getByLabel("Display name").focus();
  await expect(dialog.getByText("At most 20 characters")).toBeVisible();
  await expect(dialog.getByText("3 to 20 letters, digits or underscores")).toBeVisible();
  await expect(dialog.getByText("Invalid email address")).toBeVisible();
  await expect(dialog.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Display name").fill("Mira");
  await dialog.getByLabel("Username").fill(taken.username.toUpperCase());
  await dialog.getByLabel("Email").fill(`${unique()}@example.org`);
  await dialog.getByLabel("Password", { exact: true }).fill("123456");
  await expect(dialog.getByText("Invalid email address")).toBeHidden();
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect(dialog.getByText("This username is already taken")).toBeVisible();
  await dialog.getByLabel("Username").fill(unique());
  await dialog.getByLabel("Email").fill(taken.email);
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect(dialog.getByText("An account with this email already exists")).toBeVisible();
});

test("signing in reports empty fields and wrong passwords, and signing out works; in Russian on a phone", async ({
  browser,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL, "Мира");
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  const page = await newPage(context);
  await page.goto("/");
  await page.getByRole("button", { name: "Войти" }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Войти" }).tap();
  await expect(dialog.getByRole("alert")).toHaveText("Заполните все поля");
  await dialog.getByLabel("Почта или имя пользователя").fill(mira.username);
  await dialog.getByLabel("Пароль", { exact: true }).fill("wrong horse");
  await dialog.getByRole("button", { name: "Войти" }).tap();
  await expect(dialog.getByRole("alert")).toHaveText("Не удалось войти, проверьте имя и пароль");
  await dialog.getByLabel("Пароль", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Показать пароль" }).tap();
  await expect(dialog.getByLabel("Пароль", { exact: true })).toHaveAttribute("type", "text");
  await dialog.getByRole("button", { name: "Войти" }).tap();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Ваше меню: Мира" }).tap();
  await page.getByRole("menuitem", { name: "Выйти" }).tap();
  await expect(page.getByText("Вы вышли из аккаунта")).toBeVisible();
  await expect(page.getByRole("button", { name: "Войти" })).toBeVisible();
  await context.close();
});
