import { findViolations } from "./axe.ts";
import { openRoomAs } from "./people-in-room.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";

const TEXTS = {
  en: {
    locale: "en-US",
    people: "People",
    choose: "Choose a name",
    yours: (name: string) => `Your name: ${name}`,
    field: "Your name",
    invalid: "Use 1 to 30 visible characters",
    save: "Save",
    mark: "guest",
    ownMark: "guest · you",
    unnamed: "Only the number of guests is shown.",
  },
  ru: {
    locale: "ru-RU",
    people: "Люди",
    choose: "Назвать себя",
    yours: (name: string) => `Ваше имя: ${name}`,
    field: "Ваше имя",
    invalid: "От 1 до 30 видимых символов",
    save: "Сохранить",
    mark: "гость",
    ownMark: "гость · вы",
    unnamed: "Видно только число гостей.",
  },
} as const;
type Texts = (typeof TEXTS)["en" | "ru"];

test("a guest chooses a name, which everyone sees marked as a guest's, one in English and one in Russian", async ({
  browser,
  request,
  baseURL,
}) => {
  const host = await createUser(request, baseURL, "Анна");
  const { url } = await host.createRoom("Names");
  const openPeople = async (user: TestUser | null, texts: Texts) => {
    const page = await openRoomAs(browser, baseURL, { user, url, locale: texts.locale });
    await page.getByRole("button", { name: texts.people }).click();
    return { page, panel: page.getByRole("complementary", { name: texts.people }), texts };
  };
  const [hosts, guests] = [await openPeople(host, TEXTS.ru), await openPeople(null, TEXTS.en)];
  for (const { panel, texts } of [hosts, guests]) await expect(panel.getByText(texts.unnamed)).toBeVisible();

  // The panel covers the same button in the bar for guests.
  await guests.panel.getByRole("button", { name: guests.texts.choose }).click();
  const dialog = guests.page.getByRole("dialog", { name: guests.texts.field });
  const field = dialog.getByRole("textbox", { name: guests.texts.field });
  const save = dialog.getByRole("button", { name: guests.texts.save });
  await field.fill("x".repeat(31));
  await expect(save).toBeDisabled();
  await expect(dialog.getByText(guests.texts.invalid)).toBeVisible();
  await field.fill("  Анна ");
  expect(await findViolations(guests.page)).toEqual([]);
  await save.click();
  await expect(dialog).toBeHidden();
  const change = guests.page.getByRole("button", { name: guests.texts.yours("Анна") }).first();
  await expect(change).toBeVisible();
  // The host has the same name, and no mark.
  const namesakes = hosts.panel.getByRole("listitem").filter({ hasText: "Анна" });
  await expect(namesakes).toHaveCount(2);
  await expect(namesakes.getByText(hosts.texts.mark, { exact: true })).toHaveCount(1);
  await expect(guests.panel.getByText(guests.texts.ownMark, { exact: true })).toBeVisible();

  // The browser keeps the name, and the room forgets it as soon as the guest leaves.
  await guests.page.goto("about:blank");
  await expect(namesakes).toHaveCount(1);
  await guests.page.goto(`/room/${url}`);
  await expect(namesakes).toHaveCount(2);

  await change.click();
  await field.fill("");
  await save.click();
  await expect(namesakes).toHaveCount(1);
  await expect(hosts.panel.getByText(hosts.texts.unnamed)).toBeVisible();
  for (const { page } of [hosts, guests]) await page.context().close();
});

test("a guest chooses a name in the people panel of a phone, in Russian", async ({ browser, request, baseURL }) => {
  const host = await createUser(request, baseURL, "Мира");
  const { url } = await host.createRoom("В руке");
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Люди" }).tap();
  const panel = page.getByRole("dialog", { name: /^Люди/ });
  await panel.getByRole("button", { name: "Назвать себя" }).tap();
  const dialog = page.getByRole("dialog", { name: "Ваше имя" });
  const field = dialog.getByRole("textbox", { name: "Ваше имя" });
  await field.fill("x".repeat(31));
  await expect(dialog.getByText("От 1 до 30 видимых символов")).toBeVisible();
  await field.fill("Вера");
  await dialog.getByRole("button", { name: "Сохранить" }).tap();
  await expect(panel.getByText("Вера", { exact: true })).toBeVisible();
  await expect(panel.getByText("гость · вы")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Ваше имя: Вера" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await context.close();
});
