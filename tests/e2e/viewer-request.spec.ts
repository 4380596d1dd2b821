import type { Page } from "@playwright/test";
import { expect, newPage, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const TEXTS = [
  {
    locale: "en-US",
    ask: "Ask to take part",
    sent: "Request sent",
    asks: "Vera asks to take part",
    reject: "Reject",
    approve: "Approve",
    denied: "Denied",
    promoted: "Your role here is now: Participant",
  },
  {
    locale: "ru-RU",
    ask: "Попросить больше прав",
    sent: "Запрос отправлен",
    asks: "Vera просит больше прав",
    reject: "Отклонить",
    approve: "Принять",
    denied: "Отказано",
    promoted: "Ваша роль здесь теперь: Участник",
  },
] as const;

/** Records the number on the icon of the app, which no browser shows in a test. Returns the function that reads it. */
async function recordAppBadge(page: Page): Promise<() => Promise<number>> {
  const badge = await page.evaluateHandle(() => {
    const shown = { count: 0 };
    Navigator.prototype.setAppBadge = async (count = 0) => {
      shown.count = count;
    };
    Navigator.prototype.clearAppBadge = () => navigator.setAppBadge(0);
    return shown;
  });
  return () => badge.evaluate(({ count }) => count);
}

for (const { locale, ...texts } of TEXTS) {
  test(`a viewer asks to take part and stays in the room until the owner answers, in ${locale}`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const [olga, vera] = [await createUser(request, baseURL, "Olga"), await createUser(request, baseURL, "Vera")];
    const { id, url } = await olga.createRoom("Requests");
    await olga.call("mutation", "rooms.update", { id, password: "open sesame" });
    await olga.call("mutation", "members.add", { id, username: vera.username, role: "viewer" });
    const open = async (user: typeof olga) => {
      const context = await browser.newContext({ locale, ...(baseURL && { baseURL }) });
      await user.signIn(context);
      const page = await newPage(context);
      await page.goto(`/room/${url}`);
      return page;
    };
    const [ownersPage, viewersPage] = [await open(olga), await open(vera)];
    const readBadge = await recordAppBadge(ownersPage);
    await viewersPage.getByRole("button", { name: texts.ask }).click();
    await expect(viewersPage.getByText(texts.sent)).toBeVisible();
    await expect(ownersPage.getByText(texts.asks)).toBeVisible();
    await expect.poll(readBadge).toBe(1);
    await ownersPage.getByRole("button", { name: texts.approve, exact: true }).first().click();
    await expect(viewersPage.getByText(texts.promoted)).toBeVisible();
    await expect(ownersPage.getByText(texts.asks)).toBeHidden();
    await expect.poll(readBadge).toBe(0);
    await expect(viewersPage.getByText(texts.sent)).toBeHidden();

    await olga.call("mutation", "members.changeRole", { id, userId: vera.id, role: "viewer" });
    await viewersPage.getByRole("button", { name: texts.ask }).click();
    await ownersPage.getByRole("button", { name: texts.reject, exact: true }).first().click();
    await expect(viewersPage.getByText(texts.denied)).toBeVisible();
    await expect(viewersPage.getByRole("heading", { name: "Requests" })).toBeVisible();
    for (const page of [ownersPage, viewersPage]) await page.context().close();
  });
}
