import type { Page } from "@playwright/test";
import { openRoomAs } from "./people-in-room.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const TEXTS = {
  en: {
    locale: "en-US",
    asks: "Vera asks to take part",
    reject: "Reject",
    approve: "Approve",
  },
  ru: {
    locale: "ru-RU",
    ask: "Попросить больше прав",
    sent: "Запрос отправлен",
    denied: "Отказано",
    promoted: "Ваша роль здесь теперь: Участник",
  },
} as const;

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

test("a viewer asks to take part in Russian, and stays in the room until the owner answers in English", async ({
  browser,
  request,
  baseURL,
}) => {
  const [olga, vera] = [await createUser(request, baseURL, "Olga"), await createUser(request, baseURL, "Vera")];
  const { id, url } = await olga.createRoom("Requests");
  await olga.call("mutation", "rooms.update", { id, password: "open sesame" });
  await olga.call("mutation", "members.add", { id, username: vera.username, role: "viewer" });
  const { en, ru } = TEXTS;
  const ownersPage = await openRoomAs(browser, baseURL, { user: olga, url, locale: en.locale });
  const viewersPage = await openRoomAs(browser, baseURL, { user: vera, url, locale: ru.locale });
  const readBadge = await recordAppBadge(ownersPage);
  await viewersPage.getByRole("button", { name: ru.ask }).click();
  await expect(viewersPage.getByText(ru.sent)).toBeVisible();
  await expect(ownersPage.getByText(en.asks)).toBeVisible();
  await expect.poll(readBadge).toBe(1);
  await ownersPage.getByRole("button", { name: en.approve, exact: true }).first().click();
  await expect(viewersPage.getByText(ru.promoted)).toBeVisible();
  await expect(ownersPage.getByText(en.asks)).toBeHidden();
  await expect.poll(readBadge).toBe(0);
  await expect(viewersPage.getByText(ru.sent)).toBeHidden();

  await olga.call("mutation", "members.changeRole", { id, userId: vera.id, role: "viewer" });
  await viewersPage.getByRole("button", { name: ru.ask }).click();
  await ownersPage.getByRole("button", { name: en.reject, exact: true }).first().click();
  await expect(viewersPage.getByText(ru.denied)).toBeVisible();
  await expect(viewersPage.getByRole("heading", { name: "Requests" })).toBeVisible();
  for (const page of [ownersPage, viewersPage]) await page.context().close();
});
