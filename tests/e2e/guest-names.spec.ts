import { findViolations } from "./axe.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const TEXTS = [
  {
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
  {
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
] as const;

for (const { locale, ...texts } of TEXTS) {
  test(`a guest chooses a name, which everyone sees marked as a guest's, in ${locale}`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const host = await createUser(request, baseURL, "Анна");
    const { url } = await host.createRoom("Names");
    const openPage = async (isHost: boolean) => {
      const context = await browser.newContext({ locale, ...(baseURL && { baseURL }) });
      if (isHost) await host.signIn(context);
      const page = await newPage(context);
      await page.goto(`/room/${url}`);
      await page.getByRole("button", { name: texts.people }).click();
      return { page, panel: page.getByRole("complementary", { name: texts.people }) };
    };
    const [hosts, guests] = [await openPage(true), await openPage(false)];
    await expect(hosts.panel.getByText(texts.unnamed)).toBeVisible();

    // The panel covers the same button in the bar for guests.
    await guests.panel.getByRole("button", { name: texts.choose }).click();
    const dialog = guests.page.getByRole("dialog", { name: texts.field });
    const field = dialog.getByRole("textbox", { name: texts.field });
    const save = dialog.getByRole("button", { name: texts.save });
    await field.fill("x".repeat(31));
    await expect(save).toBeDisabled();
    await expect(dialog.getByText(texts.invalid)).toBeVisible();
    await field.fill("  Анна ");
    expect(await findViolations(guests.page)).toEqual([]);
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(guests.page.getByRole("button", { name: texts.yours("Анна") }).first()).toBeVisible();
    // The host has the same name, and no mark.
    const namesakes = hosts.panel.getByRole("listitem").filter({ hasText: "Анна" });
    await expect(namesakes).toHaveCount(2);
    await expect(namesakes.getByText(texts.mark, { exact: true })).toHaveCount(1);
    await expect(guests.panel.getByText(texts.ownMark, { exact: true })).toBeVisible();

    // The browser keeps the name, and the room forgets it as soon as the guest leaves.
    await guests.page.goto("about:blank");
    await expect(namesakes).toHaveCount(1);
    await guests.page.goto(`/room/${url}`);
    await expect(namesakes).toHaveCount(2);

    await guests.page
      .getByRole("button", { name: texts.yours("Анна") })
      .first()
      .click();
    await field.fill("");
    await save.click();
    await expect(namesakes).toHaveCount(1);
    await expect(hosts.panel.getByText(texts.unnamed)).toBeVisible();
    for (const { page } of [hosts, guests]) await page.context().close();
  });
}

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
  await dialog.getByRole("textbox", { name: "Ваше имя" }).fill("Вера");
  await dialog.getByRole("button", { name: "Сохранить" }).tap();
  await expect(panel.getByText("Вера", { exact: true })).toBeVisible();
  await expect(panel.getByText("гость · вы")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await context.close();
});
