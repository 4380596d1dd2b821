import { findViolations } from "./axe.ts";
import { describeIn } from "./each-language.ts";
import { expect, newPage, PHONE, REFUSED_CALL, test } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";
import { visitRoom } from "./visit-room.ts";

describeIn("ru", ({ texts: { home } }) => {
  test("a visited room is on the home page until it is removed from the list, in Russian", async ({
    page,
    request,
    baseURL,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const mira = await createUser(request, baseURL, "Мира");
    const { url } = await mira.createRoom("Кухня");
    const secret = await mira.createRoom("Подвал");
    await mira.call("mutation", "rooms.update", { id: secret.id, visibility: "hidden" });
    for (const address of [url, secret.url]) await visitRoom(page, address);
    await page.goto("/");
    const recent = page.getByRole("region", { name: home.recent.title });
    // the owner of a room that is not public is not named
    await expect(recent.getByRole("listitem").filter({ hasText: "Кухня" })).toContainText("Мира");
    await expect(recent.getByRole("listitem").filter({ hasText: "Подвал" })).not.toContainText("Мира");
    await expect(recent.getByRole("link")).toHaveText(["Подвал", "Кухня"]);
    expect(await findViolations(page)).toEqual([]);
    await recent.getByRole("button", { name: home.recent.remove.replace("{{name}}", "Подвал") }).click();
    await expect(recent.getByRole("link")).toHaveText(["Кухня"]);
    await page.reload();
    await expect(recent.getByRole("link")).toHaveText(["Кухня"]);
    await recent.getByRole("link").click();
    await expect(page).toHaveURL(`/room/${url}`);
  });
});

test("a person's own rooms are not repeated, and signing out removes the rooms that they have visited", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const anna = await createUser(request, baseURL, "Anna");
  const { url } = await anna.createRoom("Visited attic");
  const own = await openOwnRoom({ page, context, request, baseURL }, "Own kitchen");
  for (const address of [own.url, url]) await visitRoom(page, address);
  await page.goto("/");
  const recent = page.getByRole("region", { name: "Recently visited" });
  await expect(recent.getByRole("link")).toHaveText(["Visited attic"]);
  await page.getByRole("button", { name: /^Your menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(recent).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(recent).toHaveCount(0);
});

test("a room that no longer exists is removed from the list", async ({ browser, request, baseURL }) => {
  const anna = await createUser(request, baseURL, "Anna");
  const { id, url } = await anna.createRoom("Short-lived");
  const kept = await anna.createRoom("Kept");
  const context = await browser.newContext({ ...PHONE, locale: "en-US", ...(baseURL && { baseURL }) });
  const page = await newPage(context);
  for (const address of [kept.url, url]) await visitRoom(page, address);
  await page.goto("/");
  const recent = page.getByRole("region", { name: "Recently visited" });
  await expect(recent.getByRole("link")).toHaveText(["Short-lived", "Kept"]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await anna.call("mutation", "rooms.remove", { id });
  await page.goto(`/room/${url}`);
  await expect(page.getByRole("heading", { name: "Room not found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to rooms" }).last().click();
  await expect(recent.getByRole("link")).toHaveText(["Kept"]);
  await context.close();
});

test("the list of rooms does not move when the visited rooms appear above it", async ({ page, request, baseURL }) => {
  const anna = await createUser(request, baseURL, "Anna");
  const { url } = await anna.createRoom("Steady attic");
  await visitRoom(page, url);
  // records where the list stands in each frame; layout shifts would also count cards that other tests change
  await page.addInitScript(() => {
    const tops: number[] = [];
    Object.assign(window, { tops });
    const record = () => {
      const list = document.querySelector('ul[aria-label="All rooms"]');
      if (list) tops.push(list.getBoundingClientRect().top);
      requestAnimationFrame(record);
    };
    record();
  });
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Recently visited" }).getByRole("link")).toHaveText(["Steady attic"]);
  await expect(page.getByRole("link", { name: /Steady attic/ }).nth(1)).toBeVisible();
  const tops = await page.evaluate(() => (window as unknown as { readonly tops: readonly number[] }).tops);
  expect(tops.length).toBeGreaterThan(1);
  expect(new Set(tops).size).toBe(1);
});
