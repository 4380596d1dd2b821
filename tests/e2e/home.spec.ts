import type { Locator, Page } from "@playwright/test";
import { findViolations } from "./axe.ts";
import { findCard, makeUnique, openAs, readRoomNames, whenListsAreLive } from "./room-list-page.ts";
import { expect, newPage, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });

/** Measures the time in ms from the pointer's entry into `trigger` until a tooltip is in the document. */
function measureTooltipDelay(trigger: Locator) {
  return trigger.evaluateHandle((element) => ({
    afterMs: new Promise<number>((resolve) => {
      let enteredMs = 0;
      element.addEventListener("pointerenter", () => {
        enteredMs = performance.now();
      });
      new MutationObserver(() => {
        if (document.querySelector('[role="tooltip"]')) resolve(performance.now() - enteredMs);
      }).observe(document.body, { childList: true });
    }),
  }));
}

test("the search runs while typing, in Cyrillic and Latin, and the URL keeps it", async ({ page, request, baseURL }) => {
  const word = makeUnique("маяк");
  const mira = await createUser(request, baseURL, "Мира");
  const { id } = await mira.createRoom(`Ночной ${word}`);
  await mira.call("mutation", "rooms.update", { id, description: `Zürich ${word}x` } as never);
  await mira.createRoom(`Kitchen ${word}`);
  await page.goto("/");
  const search = page.getByRole("searchbox", { name: "Search rooms" });
  await search.fill(word.toUpperCase());
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("log")).toContainText("2 rooms found");
  await expect(tab(page, /All rooms 2/)).toBeVisible();
  await search.fill(`zürich ${word}X`);
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.reload();
  await expect(search).toHaveValue(`zürich ${word}X`);
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(findCard(page, `Ночной ${word}`)).toContainText(`Zürich ${word}x`);
  await expect(findCard(page, `Ночной ${word}`)).toContainText("Мира");
  await search.fill(`${word} nowhere`);
  await expect(page.getByRole("heading", { name: `Nothing found for “${word} nowhere”` })).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(search).toHaveValue("");
  await expect(page).toHaveURL("/");
});

test("the list can be sorted, and going back restores the previous order", async ({ page, request, baseURL }) => {
  const word = makeUnique("sort");
  const mira = await createUser(request, baseURL);
  for (const name of ["b", "a", "c"]) await mira.createRoom(`${word} ${name}`);
  await page.goto(`/?q=${word}`);
  const titles = () => readRoomNames(page);
  await expect.poll(titles).toEqual([`${word} c`, `${word} a`, `${word} b`]);
  for (const [option, order] of [
    ["Oldest first", "bac"],
    ["Name, A to Z", "abc"],
    ["Name, Z to A", "cba"],
  ] as const) {
    await page.getByRole("button", { name: /^Order/ }).click();
    await page.getByRole("option", { name: option }).click();
    await expect.poll(titles).toEqual([...order].map((name) => `${word} ${name}`));
  }
  await expect(page).toHaveURL(`/?q=${word}&sort=name-reverse`);
  await page.goBack();
  await expect.poll(titles).toEqual(["a", "b", "c"].map((name) => `${word} ${name}`));
});

test("a favorite is marked at once on every page, and its tooltip appears after half a second", async ({
  browser,
  request,
  baseURL,
}) => {
  const word = makeUnique("heart");
  const mira = await createUser(request, baseURL);
  await mira.createRoom(`${word} one`);
  const { page, context, consoleErrors } = await openAs(browser, mira, baseURL);
  await page.goto(`/?q=${word}`);
  const other = await newPage(context);
  const live = whenListsAreLive(other);
  await other.goto("/?favorites=1");
  await live;
  await expect(other.getByRole("heading", { name: "No favorites yet" })).toBeVisible();

  const heart = page.getByRole("button", { name: `Favorite: ${word} one` });
  const tooltip = await measureTooltipDelay(heart);
  await heart.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Favorite");
  // Timers may fire late but never early.
  expect(await tooltip.evaluate(({ afterMs }) => afterMs)).toBeGreaterThan(450);
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await page.mouse.move(0, 0);
  await heart.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Favorited");
  await expect(findCard(other, `${word} one`)).toBeVisible();
  await findCard(page, `${word} one`).getByRole("img", { name: "You own this room" }).hover();
  await expect(page.getByRole("tooltip")).toHaveText("You own this room");
  expect(consoleErrors).toEqual([]);
  await context.close();
});

test("a favorite that the server rejects is reverted with an alert", async ({ browser, request, baseURL }) => {
  const word = makeUnique("refused");
  const mira = await createUser(request, baseURL);
  await mira.createRoom(word);
  const { page, context } = await openAs(browser, mira, baseURL);
  await page.goto(`/?q=${word}`);
  await page.route("**/api/mutation", (route) => route.abort());
  const heart = page.getByRole("button", { name: `Favorite: ${word}` });
  await heart.click();
  await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await context.close();
});

test("favorites and My rooms ask guests to sign in", async ({ page, request, baseURL }) => {
  const word = makeUnique("guest");
  const mira = await createUser(request, baseURL);
  await mira.createRoom(word);
  await page.goto(`/?q=${word}`);
  await expect(tab(page, /My rooms$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Favorites only" })).toHaveCount(0);
  await page.getByRole("button", { name: `Favorite: ${word}` }).click();
  await expect(page.getByRole("dialog").locator(":focus")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await tab(page, /My rooms/).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("My rooms shows hidden rooms and the user's role; in Russian on a phone", async ({ browser, request, baseURL }) => {
  const word = makeUnique("своя");
  const mira = await createUser(request, baseURL, "Мира");
  const options = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: "ru",
    reducedMotion: "reduce",
  };
  const { page, context, consoleErrors } = await openAs(browser, mira, baseURL, options);
  const live = whenListsAreLive(page);
  await page.goto("/?tab=mine");
  await expect(page.getByRole("heading", { name: "Своих комнат пока нет" })).toBeVisible();
  await live;
  expect(await findViolations(page)).toEqual([]);
  const { id } = await mira.createRoom(`${word} кухня`);
  await mira.call("mutation", "rooms.update", { id, visibility: "hidden" } as never);
  const own = findCard(page, word);
  await expect(own).toBeVisible();
  await expect(own.getByRole("img", { name: "Это ваша комната" })).toBeVisible();
  await expect(own.getByRole("img", { name: /^Скрытая/ })).toBeVisible();
  await expect(own.getByText("Без описания")).toBeVisible();
  await expect(tab(page, /Мои комнаты 1/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await findViolations(page)).toEqual([]);
  await tab(page, /Все комнаты/).click();
  await expect(page).toHaveURL("/");
  await page.goBack();
  await expect(own).toBeVisible();
  expect(consoleErrors).toEqual([]);
  await context.close();
});

test("the list stays visible with its age while offline and updates after reconnecting", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  // The router loads the manifest of visible links after hydration, which may also fail while offline.
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket|Failed to fetch manifest patches/);
  const word = makeUnique("offline");
  const mira = await createUser(request, baseURL);
  await mira.createRoom(`${word} one`);
  await page.goto(`/?q=${word}`);
  await expect(findCard(page, word).getByText("Quiet")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole("status").filter({ hasText: "This list is from a moment ago" })).toBeVisible();
  await expect(findCard(page, word)).toBeVisible();
  await expect(findCard(page, word).getByText("Quiet")).toHaveCount(0);
  await mira.createRoom(`${word} two`);
  await context.setOffline(false);
  await expect(page.getByText("No connection.")).toHaveCount(0);
  await page.getByRole("button", { name: "1 new room" }).click();
  await expect(findCard(page, `${word} two`)).toBeVisible();
});
