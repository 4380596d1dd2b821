import type { Page } from "@playwright/test";
import { findViolations } from "./axe.ts";
import { openRoomAs } from "./people-in-room.ts";
import { writeTracks } from "./playing-room.ts";
import { expect, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";

const TEXTS = {
  en: {
    locale: "en-US",
    react: "React",
    group: "Reactions",
    fire: "Fire",
    total: (count: number) => (count === 1 ? "1 reaction to this track" : `${count} reactions to this track`),
    idle: "Reactions work while a track plays",
    openSheet: /^Open the player/,
  },
  ru: {
    locale: "ru-RU",
    react: "Реакция",
    group: "Реакции",
    fire: "Огонь",
    total: (count: number) => `${count} ${count === 0 ? "реакций" : count === 1 ? "реакция" : "реакции"} на этот трек`,
    idle: "Реакции работают, пока играет трек",
    openSheet: /^Открыть плеер/,
  },
} as const;

/** Counts the floats that appear on the page from now on. Resolves with the function that returns their number. */
async function recordFloats(page: Page): Promise<() => Promise<number>> {
  const floats = await page.getByTestId("floats").evaluateHandle((layer) => {
    const texts: string[] = [];
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) texts.push(node.textContent ?? "");
    }).observe(layer, { childList: true, subtree: true });
    return texts;
  });
  return () => floats.evaluate((texts) => texts.join("").split("🔥").length - 1);
}

test("a reaction floats up for everyone and stays on the seek bar, in Russian and on a phone in English", async ({
  browser,
  request,
  baseURL,
}) => {
  const { en, ru } = TEXTS;
  const host = await createUser(request, baseURL);
  const { id, url } = await host.createRoom("Reactions", writeTracks());
  const moving = { reducedMotion: "no-preference" } as const;
  const hosts = await openRoomAs(browser, baseURL, { user: host, url, locale: ru.locale, options: moving });
  const guest = { user: null, url, locale: en.locale };
  const phone = await openRoomAs(browser, baseURL, { ...guest, isPhone: true, options: moving });
  const still = await openRoomAs(browser, baseURL, guest);
  for (const page of [hosts, phone, still]) await expect(page.getByTestId("floats")).toBeAttached();

  await hosts.getByRole("button", { name: ru.react, exact: true }).click();
  const bar = hosts.getByRole("group", { name: ru.group });
  await expect(bar.getByText(ru.idle)).toBeVisible();
  await expect(bar.getByRole("button", { name: ru.fire })).toBeDisabled();
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await expect(bar.getByText(ru.total(0))).toBeVisible();
  expect(await findViolations(hosts)).toEqual([]);

  const readFloats = await recordFloats(hosts);
  const floats = [hosts, phone].map((page) => expect(page.getByTestId("floats").getByText("🔥").first()).toBeVisible());
  const count = expect(still.getByTestId("floats").getByText("🔥 1")).toBeVisible();
  await bar.getByRole("button", { name: ru.fire }).click();
  await Promise.all([...floats, count]);
  await expect(hosts.getByTestId("reaction-marks").first().locator("span").first()).toBeVisible();
  await expect(bar.getByText(ru.total(1))).toBeVisible();
  await expect(hosts.getByTestId("floats").getByText("🔥")).toHaveCount(0);
  // The own reaction is shown once, though the room sends it back.
  expect(await readFloats()).toBe(1);

  await phone.getByRole("button", { name: en.openSheet }).click();
  const sheet = phone.getByRole("dialog");
  await expect(sheet.getByText(en.total(1))).toBeVisible();
  await expect(sheet.getByTestId("reaction-marks").locator("span").first()).toBeVisible();
  await sheet.getByRole("button", { name: en.fire }).click();
  await expect(bar.getByText(ru.total(2))).toBeVisible();
  await expect(sheet.getByText(en.total(2))).toBeVisible();
  expect(await findViolations(phone)).toEqual([]);

  // A person who comes later sees what was there.
  for (const page of [hosts, phone, still]) await page.context().close();
  const late = await openRoomAs(browser, baseURL, { user: null, url, locale: ru.locale });
  await expect(late.getByTestId("reaction-marks").first().locator("span").first()).toBeVisible();
});

test("the keys 1 to 6 react, and a fourth reaction at once is not sent", async ({ browser, request, baseURL }) => {
  const host = await createUser(request, baseURL);
  const { id, url } = await host.createRoom("Keys", writeTracks());
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  const open = async (user: TestUser | null) => {
    const page = await openRoomAs(browser, baseURL, { user, url, locale: "en-US" });
    await page.getByRole("button", { name: "React", exact: true }).click();
    const bar = page.getByRole("group", { name: "Reactions" });
    await bar.getByRole("button", { name: "Like" }).focus();
    return { page, bar };
  };
  const [hosts, guests] = [await open(host), await open(null)];
  await hosts.page.evaluate(() => {
    for (let i = 0; i < 5; i++) {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { code: "Digit3", bubbles: true }));
    }
  });
  for (const { bar } of [hosts, guests]) await expect(bar.getByText("3 reactions to this track")).toBeVisible();
  await guests.page.keyboard.press("6");
  const [entry] = (await host.call("query", "rooms.getState", { id })).state.playlist;
  if (!entry) throw new Error("the playlist is empty");
  const readCounts = async () => {
    const { marks } = await host.call("query", "reactions.get", { roomId: id, entryId: entry.id });
    return [0, 1, 2, 3, 4, 5].map((i) => marks.reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0));
  };
  await expect.poll(readCounts).toEqual([0, 0, 3, 0, 0, 1]);
});
