import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { findViolations } from "./axe.ts";
import { openRoomAs } from "./people-in-room.ts";
import { readPlayback, writeTracks } from "./playing-room.ts";
import { setChecked } from "./set-checked.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const TEXTS = {
  en: {
    locale: "en-US",
    vote: "Vote to skip",
    next: "Next",
    votes: (votes: number, needed: number) => `${votes} of ${needed} votes to skip`,
    skipped: "first was skipped by vote",
    refused: "Skipping this track takes a vote",
    play: "Play third",
    openSheet: /^Open the player/,
    settings: "Room settings",
    share: "All",
    queueVotes: "Votes in Up next",
    save: "Save",
    more: "More about the playlist",
    upNext: "Up next",
    voteFor: (title: string, votes: string) => `Vote for ${title}, ${votes}`,
    counts: ["0 votes", "1 vote", "2 votes"],
  },
  ru: {
    locale: "ru-RU",
    vote: "Проголосовать за пропуск",
    next: "Следующий",
    votes: (votes: number, needed: number) => `За пропуск: ${votes} из ${needed}`,
    skipped: "first: пропустили голосованием",
    refused: "Этот трек можно пропустить только голосованием",
    play: "Включить third",
    openSheet: /^Открыть плеер/,
    settings: "Настройки комнаты",
    share: "Все",
    queueVotes: "Голоса за очередь",
    save: "Сохранить",
    more: "Действия с плейлистом",
    upNext: "Что дальше",
    voteFor: (title: string, votes: string) => `Проголосовать за ${title}, ${votes}`,
    counts: ["0 голосов", "1 голос", "2 голоса"],
  },
} as const;
type Texts = (typeof TEXTS)["en" | "ru"];

async function createRoom(request: APIRequestContext, baseURL: string | undefined) {
  const [host, anna, boris] = [
    await createUser(request, baseURL, "Mira"),
    await createUser(request, baseURL, "Anna"),
    await createUser(request, baseURL, "Boris"),
  ];
  const { id, url } = await host.createRoom("Votes", writeTracks());
  for (const { username } of [anna, boris]) {
    await host.call("mutation", "members.add", { id, username, role: "participant" });
  }
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  return { host, anna, boris, id, url };
}

const visible = (page: Page, text: string) => page.getByText(text).locator("visible=true").first();

async function openUpNext(page: Page, { more, upNext }: Texts): Promise<Locator> {
  await page.getByRole("button", { name: more }).click();
  await page.getByRole("menuitem", { name: upNext }).click();
  return page.getByRole("dialog", { name: upNext });
}

const findVoteButton = (list: Locator, { voteFor, counts }: Texts, title: string, votes: number) =>
  list.getByRole("button", { name: voteFor(title, counts[votes] ?? "") });

test("three people skip a track by vote, in two languages, and one of them on a phone", async ({
  browser,
  request,
  baseURL,
}) => {
  const { en, ru } = TEXTS;
  const { host, anna, boris, id, url } = await createRoom(request, baseURL);
  const hosts = await openRoomAs(browser, baseURL, { user: host, url, locale: en.locale });
  const annas = await openRoomAs(browser, baseURL, { user: anna, url, locale: ru.locale });
  const annasPhone = await openRoomAs(browser, baseURL, { user: anna, url, locale: ru.locale, isPhone: true });
  const phone = await openRoomAs(browser, baseURL, { user: boris, url, locale: en.locale, isPhone: true });
  const vote = annas.getByRole("button", { name: ru.vote });

  // The host skips without a vote.
  await expect(hosts.getByRole("button", { name: en.next, exact: true })).toBeVisible();
  await vote.click();
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  for (const page of [hosts, phone]) await expect(visible(page, en.votes(1, 2))).toBeVisible();
  await expect(visible(annas, ru.votes(1, 2))).toBeVisible();
  await annasPhone.getByRole("button", { name: ru.openSheet }).click();
  await expect(annasPhone.getByRole("button", { name: ru.vote })).toHaveAttribute("aria-pressed", "true");
  await vote.click();
  await expect(vote).toHaveAttribute("aria-pressed", "false");
  await expect(visible(hosts, en.votes(1, 2))).toHaveCount(0);

  // Another way to skip is refused.
  await annas.getByRole("row", { name: /^third/ }).hover();
  await annas.getByRole("button", { name: ru.play }).click();
  await expect(visible(annas, ru.refused)).toBeVisible();

  await vote.click();
  await phone.getByRole("button", { name: en.openSheet }).click();
  const sheet = phone.getByRole("dialog");
  await expect(sheet.getByText(en.votes(1, 2))).toBeVisible();
  expect(await findViolations(phone)).toEqual([]);
  await sheet.getByRole("button", { name: en.vote }).click();
  await Promise.all([expect(visible(hosts, en.skipped)).toBeVisible(), expect(visible(annas, ru.skipped)).toBeVisible()]);
  await expect.poll(async () => (await readPlayback(host, id)).title).toBe("second");
  await expect(vote).toHaveAttribute("aria-pressed", "false");
});

test("the owner changes the share, and people order the queue by votes, in two languages", async ({
  browser,
  request,
  baseURL,
}) => {
  const { en, ru } = TEXTS;
  const { host, anna, boris, id, url } = await createRoom(request, baseURL);
  const { playlist } = await readPlayback(host, id);
  const entryIds = playlist.slice(1).map((entry) => entry.id);
  await host.call("mutation", "rooms.command", { id, command: { type: "queue", entryIds, isNext: true } });
  const hosts = await openRoomAs(browser, baseURL, { user: host, url, locale: ru.locale });
  const annas = await openRoomAs(browser, baseURL, { user: anna, url, locale: en.locale });
  const phone = await openRoomAs(browser, baseURL, { user: boris, url, locale: ru.locale, isPhone: true });

  await hosts.getByRole("button", { name: ru.settings }).click();
  const settings = hosts.getByRole("dialog", { name: ru.settings });
  await settings.getByText(ru.share, { exact: true }).click();
  await setChecked(settings.getByRole("switch", { name: ru.queueVotes }));
  expect(await findViolations(hosts)).toEqual([]);
  await settings.getByRole("button", { name: ru.save }).click();
  await expect(settings).toBeHidden();
  await annas.getByRole("button", { name: en.vote }).click();
  await expect(visible(phone, ru.votes(1, 3))).toBeVisible();

  const [annasList, phonesList] = [await openUpNext(annas, en), await openUpNext(phone, ru)];
  const annasButton = (title: string, votes: number) => findVoteButton(annasList, en, title, votes);
  const phonesButton = (title: string, votes: number) => findVoteButton(phonesList, ru, title, votes);
  await expect(phonesList.getByRole("listitem").first()).toContainText("second");
  expect(await phonesList.getByRole("list").evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await expect(phonesButton("third", 0)).toBeVisible();
  await annasButton("third", 0).click();
  await expect(annasButton("third", 1)).toHaveAttribute("aria-pressed", "true");
  await expect(phonesList.getByRole("listitem").first()).toContainText("third");
  await phonesButton("third", 1).click();
  expect(await findViolations(phone)).toEqual([]);
  for (const button of [annasButton("third", 2), phonesButton("third", 2)]) await expect(button).toBeVisible();
  await annasButton("third", 2).click();
  await phonesButton("third", 1).click();
  await expect(annasList.getByRole("listitem").first()).toContainText("second");
});
