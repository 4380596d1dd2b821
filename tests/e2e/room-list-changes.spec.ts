import { findViolations } from "./axe.ts";
import { findCard, makeUnique, openAs, readRoomNames, whenListsAreLive } from "./room-list-page.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { writeLongTrack } from "./wav-files.ts";

test("new rooms, changed rooms and presence appear in open lists within two seconds", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const word = makeUnique("live");
  const mira = await createUser(request, baseURL);
  const live = whenListsAreLive(page);
  await page.goto(`/?q=${word}`);
  await live;
  const { id, url } = await mira.createRoom(`${word} kitchen`);
  await expect(findCard(page, `${word} kitchen`)).toBeVisible();
  await expect(findCard(page, word).getByText("Quiet")).toBeVisible();
  await mira.call("mutation", "rooms.update", { id, name: `${word} attic`, password: "sesame" } as never);
  await expect(findCard(page, `${word} attic`)).toBeVisible();
  await expect(findCard(page, word).getByRole("img", { name: "Password-protected" })).toBeVisible();
  await mira.call("mutation", "rooms.update", { id, password: null } as never);
  const guest = await openAs(browser, null, baseURL);
  await guest.page.goto(`/room/${url}`);
  await expect(guest.page.getByText("1 here")).toBeVisible();
  await expect(findCard(page, word).getByText("1 person here")).toBeAttached();
  await guest.context.close();
  await expect(findCard(page, word).getByText("Quiet")).toBeVisible();
});

test("rooms of other people wait behind a button, and the card of a removed room stays until then", async ({
  browser,
  request,
  baseURL,
}) => {
  const word = makeUnique("wait");
  const [mira, leo] = [await createUser(request, baseURL), await createUser(request, baseURL, "Leo")];
  await mira.createRoom(`${word} a`);
  const b = await mira.createRoom(`${word} b`);
  const { page, context, consoleErrors } = await openAs(browser, leo, baseURL);
  const titles = () => readRoomNames(page);
  const named = (names: string) => names.split(" ").map((name) => `${word} ${name}`);
  const live = whenListsAreLive(page);
  await page.goto(`/?q=${word}`);
  await live;
  const c = await mira.createRoom(`${word} c`);
  await expect(page.getByRole("button", { name: "1 new room" })).toBeVisible();
  await mira.createRoom(`${word} d`);
  await mira.call("mutation", "rooms.update", { id: b.id, name: `${word} B` });
  await expect(page.getByRole("button", { name: "2 new rooms" })).toBeVisible();
  await expect.poll(titles).toEqual(named("B a"));
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "2 new rooms" }).click();
  await expect.poll(titles).toEqual(named("d c B a"));
  await expect(page.getByRole("list", { name: "All rooms" })).toBeFocused();

  await mira.call("mutation", "rooms.remove", { id: c.id });
  const removed = findCard(page, `${word} c`);
  await expect(removed.getByText("No longer listed")).toBeVisible();
  await expect(removed.getByRole("link")).toHaveCount(0);
  await expect(removed.getByRole("button")).toHaveCount(0);
  expect(await titles()).toEqual(named("d c B a"));
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Show changes" }).click();
  await expect.poll(titles).toEqual(named("d B a"));
  await expect(page.getByRole("button", { name: "Show changes" })).toHaveCount(0);
  expect(consoleErrors).toEqual([]);
  await context.close();
});

test("a room at the end of the list, and the user's own rooms, appear and disappear at once", async ({
  browser,
  request,
  baseURL,
}) => {
  const word = makeUnique("own");
  const [mira, leo] = [await createUser(request, baseURL), await createUser(request, baseURL, "Leo")];
  await mira.createRoom(`${word} a`);
  const { page, context } = await openAs(browser, leo, baseURL);
  const titles = () => readRoomNames(page);
  const live = whenListsAreLive(page);
  await page.goto(`/?q=${word}&sort=oldest`);
  await live;
  await mira.createRoom(`${word} b`);
  await expect.poll(titles).toEqual([`${word} a`, `${word} b`]);
  const again = whenListsAreLive(page);
  await page.goto(`/?q=${word}&sort=newest`);
  await again;
  const own = await leo.createRoom(`${word} c`);
  await expect.poll(titles).toEqual([`${word} c`, `${word} b`, `${word} a`]);
  await leo.call("mutation", "rooms.remove", { id: own.id });
  await expect.poll(titles).toEqual([`${word} b`, `${word} a`]);
  await expect(page.getByRole("button", { name: /new room|Show changes/ })).toHaveCount(0);
  await context.close();
});

test("on a phone the visible cards stay in place while rooms are added above the window", async ({
  browser,
  request,
  baseURL,
}) => {
  const word = makeUnique("выше");
  const [mira, leo] = [await createUser(request, baseURL), await createUser(request, baseURL, "Лео")];
  for (const name of "abcdefghijkl") await mira.createRoom(`${word} ${name}`);
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ru" };
  const { page, context, consoleErrors } = await openAs(browser, leo, baseURL, options);
  const live = whenListsAreLive(page);
  await page.goto(`/?q=${word}`);
  await live;
  await mira.createRoom(`${word} m`);
  await page.getByRole("button", { name: "1 новая комната" }).tap();
  await expect(findCard(page, `${word} m`)).toBeInViewport();

  await page.evaluate(() => window.scrollTo({ top: 1800, behavior: "instant" }));
  const visible = findCard(page, `${word} f`);
  await expect(visible).toBeInViewport();
  const readTop = async () => (await visible.boundingBox())?.y ?? Number.NaN;
  const topPx = await readTop();
  await mira.createRoom(`${word} n`);
  await expect(page.locator("li[aria-setsize='14']").first()).toBeAttached();
  expect(Math.abs((await readTop()) - topPx)).toBeLessThan(1);
  await expect(page.getByRole("button", { name: /нов(ая|ые|ых) комнат/ })).toHaveCount(0);
  expect(consoleErrors).toEqual([]);
  await context.close();
});

test("the card of a room shows what it plays at once and keeps its height, and the search finds it", async ({
  page,
  request,
  baseURL,
}) => {
  const word = makeUnique("tram");
  const mira = await createUser(request, baseURL);
  const { id } = await mira.createRoom(`Depot ${word}`, [writeLongTrack(`Night ${word}`)]);
  const { state } = await mira.call("query", "rooms.getState", { id });
  for (const { track } of state.playlist)
    await mira.call("mutation", "tracks.update", { trackId: track.id, changes: { artist: "Ada" } });
  const live = whenListsAreLive(page);
  await page.goto(`/?q=depot+${word}`);
  await live;
  const depot = findCard(page, `Depot ${word}`);
  const readHeight = async () => (await depot.boundingBox())?.height;
  const height = await readHeight();
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await expect(depot.getByText(`Night ${word} — Ada`)).toBeVisible();
  expect(await readHeight()).toBe(height);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("searchbox", { name: "Search rooms" }).fill(`night ada ${word}`);
  await expect(page).toHaveURL(new RegExp(`q=night\\+ada\\+${word}`));
  await expect(page.getByRole("log")).toContainText("1 room found");
  await expect(depot.getByText(`Night ${word} — Ada`)).toBeVisible();
  await mira.call("mutation", "rooms.update", { id, password: "sesame" });
  await expect(depot.getByText(/— Ada$/)).toHaveCount(0);
});
