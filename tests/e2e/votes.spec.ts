import type { APIRequestContext, Page } from "@playwright/test";
import { findViolations } from "./axe.ts";
import { openRoomAs } from "./people-in-room.ts";
import { readPlayback, writeTracks } from "./playing-room.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const TEXTS = [
  {
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
  {
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
] as const;

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

for (const { locale, ...texts } of TEXTS) {
  test(`three people skip a track by vote, one of them on a phone, in ${locale}`, async ({ browser, request, baseURL }) => {
    test.slow();
    const { host, anna, boris, id, url } = await createRoom(request, baseURL);
    const hosts = await openRoomAs(browser, baseURL, { user: host, url, locale });
    const annas = await openRoomAs(browser, baseURL, { user: anna, url, locale });
    const annasPhone = await openRoomAs(browser, baseURL, { user: anna, url, locale, isPhone: true });
    const phone = await openRoomAs(browser, baseURL, { user: boris, url, locale, isPhone: true });
    const vote = annas.getByRole("button", { name: texts.vote });

    // The host skips without a vote.
    await expect(hosts.getByRole("button", { name: texts.next, exact: true })).toBeVisible();
    await vote.click();
    await expect(vote).toHaveAttribute("aria-pressed", "true");
    for (const page of [hosts, annas, phone]) await expect(visible(page, texts.votes(1, 2))).toBeVisible();
    await annasPhone.getByRole("button", { name: texts.openSheet }).click();
    await expect(annasPhone.getByRole("button", { name: texts.vote })).toHaveAttribute("aria-pressed", "true");
    await vote.click();
    await expect(vote).toHaveAttribute("aria-pressed", "false");
    await expect(visible(hosts, texts.votes(1, 2))).toHaveCount(0);

    // Another way to skip is refused.
    await annas.getByRole("row", { name: /^third/ }).hover();
    await annas.getByRole("button", { name: texts.play }).click();
    await expect(visible(annas, texts.refused)).toBeVisible();

    await vote.click();
    await phone.getByRole("button", { name: texts.openSheet }).click();
    const sheet = phone.getByRole("dialog");
    await expect(sheet.getByText(texts.votes(1, 2))).toBeVisible();
    expect(await findViolations(phone)).toEqual([]);
    await sheet.getByRole("button", { name: texts.vote }).click();
    await expect(visible(hosts, texts.skipped)).toBeVisible();
    await expect.poll(async () => (await readPlayback(host, id)).title).toBe("second");
    await expect(vote).toHaveAttribute("aria-pressed", "false");
  });

  test(`the owner changes the share, and people order the queue by votes, in ${locale}`, async ({
    browser,
    request,
    baseURL,
  }) => {
    test.slow();
    const { host, anna, boris, id, url } = await createRoom(request, baseURL);
    const { playlist } = await readPlayback(host, id);
    const entryIds = playlist.slice(1).map((entry) => entry.id);
    await host.call("mutation", "rooms.command", { id, command: { type: "queue", entryIds, isNext: true } });
    const hosts = await openRoomAs(browser, baseURL, { user: host, url, locale });
    const annas = await openRoomAs(browser, baseURL, { user: anna, url, locale });
    const phone = await openRoomAs(browser, baseURL, { user: boris, url, locale, isPhone: true });

    await hosts.getByRole("button", { name: texts.settings }).click();
    const settings = hosts.getByRole("dialog", { name: texts.settings });
    await settings.getByText(texts.share, { exact: true }).click();
    await settings.getByRole("switch", { name: texts.queueVotes }).check({ force: true });
    expect(await findViolations(hosts)).toEqual([]);
    await settings.getByRole("button", { name: texts.save }).click();
    await expect(settings).toBeHidden();
    await annas.getByRole("button", { name: texts.vote }).click();
    await expect(visible(phone, texts.votes(1, 3))).toBeVisible();

    const openUpNext = async (page: Page) => {
      await page.getByRole("button", { name: texts.more }).click();
      await page.getByRole("menuitem", { name: texts.upNext }).click();
      return page.getByRole("dialog", { name: texts.upNext });
    };
    const [annasList, phonesList] = [await openUpNext(annas), await openUpNext(phone)];
    const buttonOf = (title: string, votes: number) => texts.voteFor(title, texts.counts[votes] ?? "");
    await expect(phonesList.getByRole("listitem").first()).toContainText("second");
    expect(await phonesList.getByRole("list").evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    await annasList.getByRole("button", { name: buttonOf("third", 0) }).click();
    await expect(annasList.getByRole("button", { name: buttonOf("third", 1) })).toHaveAttribute("aria-pressed", "true");
    await expect(phonesList.getByRole("listitem").first()).toContainText("third");
    await phonesList.getByRole("button", { name: buttonOf("third", 1) }).click();
    expect(await findViolations(phone)).toEqual([]);
    await expect(annasList.getByRole("button", { name: buttonOf("third", 2) })).toBeVisible();
    await annasList.getByRole("button", { name: buttonOf("third", 2) }).click();
    await phonesList.getByRole("button", { name: buttonOf("third", 1) }).click();
    await expect(annasList.getByRole("listitem").first()).toContainText("second");
  });
}
