import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { ChatMessageId } from "#app/domain/ids.ts";
import { startLagProxy } from "#tests/support/lag-proxy.ts";
import { newId } from "#workers/crypto/random.ts";
import { findViolations } from "./axe.ts";
import { LANGUAGES, type Language, setLanguage } from "./each-language.ts";
import { writeTracks } from "./playing-room.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";

type Visit = { readonly user: TestUser | null; readonly url: string; readonly language: Language };

/** Opens a room and its chat in a browser of its own. */
async function openChat(browser: Browser, baseURL: string | undefined, { user, url, language }: Visit) {
  const { locale, texts } = language;
  const context = await browser.newContext({ locale, ...(baseURL && { baseURL }) });
  await setLanguage(context, locale, baseURL);
  await user?.signIn(context);
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  await pressChatButton(page, texts);
  const log = page.getByRole("log", { name: texts.chat.log });
  const field = page.getByRole("textbox", { name: texts.chat.message });
  return { page, context, log, field, chat: texts.chat };
}

const pressChatButton = (page: Page, texts: Language["texts"]) =>
  page.getByRole("button", { name: new RegExp(`^${texts.room.chat}`) }).click();
const fill = (text: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((result, [key, value]) => result.replace(`{{${key}}}`, value), text);

/** A room with a host and a participant. */
async function createChatRoom({
  request,
  baseURL,
}: {
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
}) {
  const host = await createUser(request, baseURL, "Анна");
  const guest = await createUser(request, baseURL, "Мира");
  const { id, url } = await host.createRoom("Chat");
  await host.call("mutation", "members.add", { id, userId: guest.id, role: "participant" });
  return { host, guest, id, url };
}

test("two people write, reply, mention, edit and delete, one in English and one in Russian", async ({
  browser,
  request,
  baseURL,
}) => {
  const { host, guest, url } = await createChatRoom({ request, baseURL });
  const [hosts, guests] = await Promise.all([
    openChat(browser, baseURL, { user: host, url, language: LANGUAGES.en }),
    openChat(browser, baseURL, { user: guest, url, language: LANGUAGES.ru }),
  ]);
  await expect(hosts.log.getByText(hosts.chat.empty)).toBeVisible();
  await expect(hosts.field).toBeFocused();
  await hosts.field.fill("Hello from the host");
  await expect(guests.page.getByText(fill(guests.chat.typingOne, { name: "Анна" }))).toBeVisible();
  await hosts.field.press("Enter");
  const first = "Hello from the host";
  await expect(guests.log.getByText(first)).toBeVisible();
  await expect(hosts.log.getByText(hosts.chat.sending)).toBeHidden();
  await expect(hosts.field).toHaveValue("");

  // by keyboard: the button of the last message, its menu, the reply
  await guests.log.getByRole("button", { name: fill(guests.chat.actions, { name: "Анна" }) }).focus();
  await guests.page.keyboard.press("Enter");
  await guests.page.getByRole("menuitem", { name: guests.chat.reply }).press("Enter");
  await expect(guests.field).toBeFocused();
  await guests.field.pressSequentially("@Ан");
  await expect(guests.page.getByRole("option", { name: "Анна" })).toBeVisible();
  await guests.field.press("Tab");
  await expect(guests.field).toHaveValue("@Анна ");
  await guests.field.pressSequentially("https://example.org/x");
  await guests.field.press("Shift+Enter");
  await guests.field.pressSequentially("👍");
  await guests.field.press("Enter");
  const link = hosts.log.getByRole("link", { name: "https://example.org/x" });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
  await expect(hosts.log.getByText("@Анна")).toBeVisible();
  await hosts.log.getByRole("button", { name: `${hosts.chat.goToMessage} Анна` }).click();
  await expect(hosts.log.getByRole("listitem").filter({ hasText: first }).first()).toBeFocused();
  expect(await findViolations(hosts.page)).toEqual([]);

  const menuOf = (text: string) =>
    hosts.log
      .getByRole("listitem")
      .filter({ hasText: text })
      .getByRole("button", { name: fill(hosts.chat.actions, { name: "Анна" }) });
  await menuOf(first).first().click();
  await hosts.page.getByRole("menuitem", { name: hosts.chat.edit, exact: true }).click();
  const editing = hosts.page.getByRole("textbox", { name: hosts.chat.editing });
  await expect(editing).toHaveValue(first);
  await editing.fill("Hello again");
  await editing.press("Enter");
  const edited = "Hello again";
  await expect(guests.log.getByText(edited).first()).toBeVisible();
  await expect(guests.log.getByText(guests.chat.edited, { exact: true })).toBeVisible();
  await menuOf(edited).first().click();
  await hosts.page.getByRole("menuitem", { name: hosts.chat.delete, exact: true }).click();
  await hosts.page.getByRole("menuitem", { name: hosts.chat.deleteAgain }).click();
  await expect(guests.log.getByText(guests.chat.deletedMessage)).toBeVisible();
  await expect(guests.log.getByText(guests.chat.replyToDeleted)).toBeVisible();
  for (const { context } of [hosts, guests]) await context.close();
});

test("a mention shows a notice and marks the button, also if it was missed", async ({ browser, request, baseURL }) => {
  const { host, guest, id, url } = await createChatRoom({ request, baseURL });
  const { texts } = LANGUAGES.ru;
  const { chat } = texts;
  const guests = await openChat(browser, baseURL, { user: guest, url, language: LANGUAGES.ru });
  await expect(guests.log.getByText(chat.empty)).toBeVisible();
  await guests.page.getByRole("button", { name: texts.shell.close }).click();
  const send = (text: string, n: number) =>
    host.call("mutation", "chat.send", {
      ...{ id, messageId: `aaaaaaaaaaaaaaa${n}` as never, text, mentions: [guest.id], replyTo: null },
    });
  await send("@Мира, где ты?", 2);
  const notice = guests.page.getByText(fill(chat.mentioned, { name: "Анна" })).first();
  await expect(notice).toBeVisible();
  await expect(guests.page.getByRole("button", { name: texts.room.chatMention })).toBeVisible();
  await guests.page.goto("about:blank");
  await send("@Мира, вернись", 3);
  await guests.page.goto(`/room/${url}`);
  await expect(notice).toBeVisible();
  await guests.page.getByRole("button", { name: chat.open }).click();
  await expect(guests.log.getByText("вернись")).toBeVisible();
  await expect(guests.page.getByRole("button", { name: texts.room.chat, exact: true })).toBeVisible();
  await guests.context.close();
});

test("guests read, managers slow the chat down and mute", async ({ browser, request, baseURL }) => {
  const { host, guest, url } = await createChatRoom({ request, baseURL });
  const [hosts, guests, visitor] = await Promise.all([
    openChat(browser, baseURL, { user: host, url, language: LANGUAGES.ru }),
    openChat(browser, baseURL, { user: guest, url, language: LANGUAGES.en }),
    openChat(browser, baseURL, { user: null, url, language: LANGUAGES.ru }),
  ]);
  await expect(visitor.page.getByText(visitor.chat.guest)).toBeVisible();
  await expect(visitor.field).toBeHidden();
  await hosts.page.getByRole("button", { name: hosts.chat.slowMode }).click();
  await hosts.page.getByRole("menuitemradio", { name: fill(hosts.chat.slowModeSeconds, { seconds: "60" }) }).click();
  await guests.field.fill("Раз");
  await guests.field.press("Enter");
  await expect(visitor.log.getByText("Раз")).toBeVisible();
  await guests.field.fill("Два");
  await expect(guests.page.getByRole("button", { name: guests.chat.send, exact: true })).toBeDisabled();
  await guests.field.press("Enter");
  await expect(guests.field).toHaveValue("Два");
  await hosts.log.getByRole("button", { name: fill(hosts.chat.actions, { name: "Мира" }) }).click();
  await hosts.page.getByRole("menuitem", { name: hosts.chat.mute, exact: true }).click();
  await hosts.page.getByRole("menuitem", { name: hosts.chat.muteUntilLifted }).click();
  await expect(guests.page.getByText(guests.chat.muted)).toBeVisible();
  await hosts.log.getByRole("button", { name: fill(hosts.chat.actions, { name: "Мира" }) }).click();
  await hosts.page.getByRole("menuitem", { name: hosts.chat.unmute }).click();
  await expect(guests.field).toHaveValue("Два");
  for (const { context } of [hosts, guests, visitor]) await context.close();
});

test("emoji are inserted at the caret, the last characters are counted, and a mute names its end", async ({
  browser,
  request,
  baseURL,
}) => {
  const { host, guest, url } = await createChatRoom({ request, baseURL });
  const [hosts, guests] = await Promise.all([
    openChat(browser, baseURL, { user: host, url, language: LANGUAGES.en }),
    openChat(browser, baseURL, { user: guest, url, language: LANGUAGES.ru }),
  ]);

  await test.step("an emoji takes the place of the caret", async () => {
    await guests.field.fill("Раз два");
    for (let n = 0; n < 4; n++) await guests.field.press("ArrowLeft");
    await guests.page.getByRole("button", { name: guests.chat.emoji }).click();
    const picker = guests.page.getByRole("dialog", { name: guests.chat.emoji });
    await picker.getByRole("button", { name: "🎧" }).click();
    await expect(picker).toBeHidden();
    await expect(guests.field).toHaveValue("Раз🎧 два");
    await expect(guests.field).toBeFocused();
    await guests.page.keyboard.type("!");
    await expect(guests.field).toHaveValue("Раз🎧! два");
  });

  await test.step("the last characters are counted", async () => {
    await guests.field.fill("я".repeat(chatLimits.messageChars - 101));
    await expect(guests.field).toHaveValue(/яяя/);
    await expect(guests.page.getByText(/^Остал/)).toHaveCount(0);
    await guests.field.press("End");
    await guests.page.keyboard.type("🎧");
    await expect(guests.page.getByText(/^Осталось\s100\sсимволов$/)).toBeVisible();
    await guests.field.fill("я".repeat(chatLimits.messageChars + 2));
    await expect(guests.page.getByText("−2", { exact: true })).toBeVisible();
    await guests.field.press("Enter");
    await expect(guests.field).toHaveValue(/яяя/);
    await guests.field.fill("Коротко");
    await guests.field.press("Enter");
    await expect(hosts.log.getByText("Коротко")).toBeVisible();
    await expect(hosts.log.getByText("яяя")).toHaveCount(0);
  });

  await test.step("a mute for ten minutes names its end", async () => {
    await guests.field.fill("Позже");
    await hosts.log.getByRole("button", { name: fill(hosts.chat.actions, { name: "Мира" }) }).click();
    await hosts.page.getByRole("menuitem", { name: hosts.chat.mute, exact: true }).click();
    await hosts.page.getByRole("menuitem", { name: hosts.chat.muteMinutes }).click();
    await expect(hosts.page.getByText(fill(hosts.chat.mutedDone, { name: "Мира" })).first()).toBeVisible();
    await expect(guests.page.getByText(/до\s\d?\d:\d\d: вас\sзаглушили\.$/)).toBeVisible();
    await expect(guests.field).toBeHidden();
  });
  for (const { context } of [hosts, guests]) await context.close();
});

test("commands play, skip and queue, and unknown ones are explained", async ({ browser, request, baseURL }) => {
  const host = await createUser(request, baseURL, "Анна");
  const { id, url } = await host.createRoom("Chat", writeTracks());
  const { page, field, log, chat, context } = await openChat(browser, baseURL, { user: host, url, language: LANGUAGES.en });
  const read = async () => (await host.call("query", "rooms.getState", { id })).state;
  await field.pressSequentially("/");
  await expect(page.getByRole("listbox", { name: chat.commands }).getByRole("option")).toHaveCount(5);
  await field.press("Enter");
  await expect(field).toHaveValue("/play");
  await field.press("Enter");
  await expect.poll(async () => (await read()).playback.status).toBe("playing");
  await field.fill("/queue third");
  await field.press("Enter");
  await expect(page.getByText(fill(chat.commandDone.queue, { title: "third" })).first()).toBeVisible();
  await expect.poll(async () => (await read()).order.upNext.length).toBe(1);
  await field.fill("/dance");
  await field.press("Enter");
  await expect(page.getByText(fill(chat.commandUnknown, { name: "dance" })).first()).toBeVisible();
  await expect(field).toHaveValue("/dance");
  await expect(log.getByText(chat.empty)).toBeVisible();
  await context.close();
});

test("a message that was written without a connection is sent once after a reload, on a phone in Russian", async ({
  browser,
  request,
  baseURL,
}) => {
  const host = await createUser(request, baseURL, "Анна");
  const { id, url } = await host.createRoom("Чат");
  const link = await startLagProxy(baseURL ?? "");
  const context = await browser.newContext({ ...PHONE, baseURL: link.url });
  const [name = "", value = ""] = host.cookie.split("=");
  await context.addCookies([{ name, value, url: link.url, httpOnly: true, sameSite: "Lax" }]);
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Чат", exact: true }).tap();
  const dialog = page.getByRole("dialog", { name: "Чат" });
  const field = dialog.getByRole("textbox", { name: "Сообщение" });
  await expect(dialog.getByText("Пока нет сообщений")).toBeVisible();
  const box = await field.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findViolations(page)).toEqual([]);
  link.cut();
  await field.fill("Без связи");
  await dialog.getByRole("button", { name: "Отправить" }).tap();
  await expect(dialog.getByText("Отправляем…")).toBeVisible();
  link.restore();
  await page.reload();
  const texts = async () =>
    (await host.call("query", "chat.list", { id })).messages.map((message) => (message.kind === "written" ? message.text : ""));
  await expect.poll(texts).toEqual(["Без связи"]);
  await page.getByRole("button", { name: /^Чат/ }).tap();
  await expect(dialog.getByText("Без связи")).toHaveCount(1);
  await context.close();
  link.close();
});

test("long histories load while scrolling up, and new messages wait below", async ({ browser, request, baseURL }) => {
  const host = await createUser(request, baseURL, "Анна");
  const { id, url } = await host.createRoom("Chat");
  const authors = [host];
  // a person may send 20 messages at once (CH9)
  for (const name of ["Борис", "Вера", "Глеб"]) {
    const author = await createUser(request, baseURL, name);
    await host.call("mutation", "members.add", { id, userId: author.id, role: "participant" });
    authors.push(author);
  }
  const send = async (n: number) => {
    const author = authors[Math.floor(n / 18)] ?? host;
    const messageId = newId<ChatMessageId>();
    await author.call("mutation", "chat.send", { id, messageId, text: `Message ${n}`, mentions: [], replyTo: null });
  };
  for (let n = 0; n < 70; n++) await send(n);
  const reader = await createUser(request, baseURL, "Мира");
  const { page, log, context } = await openChat(browser, baseURL, { user: reader, url, language: LANGUAGES.en });
  await expect(log.getByText("Message 69", { exact: true })).toBeVisible();
  await expect(log.getByText("Message 0", { exact: true })).toHaveCount(0);
  await log.evaluate((element) => element.scrollTo(0, 0));
  await expect(log.getByText("Message 0", { exact: true })).toHaveCount(1);
  await log.evaluate((element) => element.scrollTo(0, 0));
  await send(70);
  await page.getByRole("button", { name: "New messages" }).click();
  await expect(log.getByText("Message 70", { exact: true })).toBeInViewport();
  await context.close();
});
