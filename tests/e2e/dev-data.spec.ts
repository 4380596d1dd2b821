import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { grantSuperadmin } from "./superadmin.ts";
import { expect, PHONE, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGES = ["debug", "debug-migration", "debug-r2", "duplicates"] as const;
const TRACK = fixturePath("vbr.mp3");
const ORPHAN = "audio/aaaaaaaaaaaaaaaa";

/** Stores an object to which nothing refers, in the data of the server that the tests run against. */
function putOrphan(): void {
  const wrangler = ["node_modules/wrangler/bin/wrangler.js", "r2", "object", "put", `tutti-media/${ORPHAN}`];
  execFileSync(process.execPath, [...wrangler, "--file", "package.json", "--local", "--persist-to", ".wrangler/e2e"], {
    cwd: ROOT,
    stdio: "pipe",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
}

/** Other tests upload the same files. This one has a tag of its own (ID3v1), so that its group has the tracks of one test. */
function createUniqueMp3(): Uint8Array {
  const tag = Buffer.alloc(128);
  tag.write(`TAG${randomUUID().slice(0, 30)}`);
  return Buffer.concat([readFileSync(TRACK), tag]);
}

test("a superadmin sees the state of the backend and opens a room object", async ({ page, request, baseURL }) => {
  const superadmin = await createUser(request, baseURL);
  grantSuperadmin(superadmin);
  const { id, url } = await superadmin.createRoom("Inspected", [TRACK]);
  await superadmin.signIn(page.context());
  await page.goto("/dev/debug");
  await expect(page.getByText("Language of the interface").locator("xpath=following-sibling::*[1]")).toHaveText("en");
  for (const name of ["Database (D1)", "Object storage (R2)", "Room object", "Live queries object"]) {
    await expect(page.getByRole("row", { name })).toContainText("reachable");
  }
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("row", { name: "Room object" })).toContainText("reachable");
  await page.getByLabel("Id or address of the room").fill(url);
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("heading", { name: "Inspected", exact: true })).toBeVisible();
  await expect(page.getByText(id, { exact: true })).toBeVisible();
  await expect(page.getByText("No device is connected.")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("a superadmin follows the badge in the header to the developer pages, which have their names as titles", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  const superadmin = await createUser(request, baseURL);
  await superadmin.signIn(context);
  const badge = page.getByRole("banner").getByRole("link", { name: /^DEV/ });
  await page.goto("/settings");
  await expect(badge).toHaveCount(0);
  grantSuperadmin(superadmin);
  const names = { en: "Development Tools", ru: "Инструменты разработчика" } as const;
  const heading = page.getByRole("heading", { level: 1 });
  const icon = heading.locator("svg.lucide-bug");
  for (const locale of ["en", "ru"] as const) {
    await test.step(locale, async () => {
      await context.addCookies([{ name: "locale", value: locale, url: baseURL ?? "" }]);
      await page.goto("/settings");
      await expect(badge).toHaveAccessibleName(`DEV: ${names[locale]}`);
      await badge.click();
      await expect(page).toHaveURL("/dev");
      await expect(page).toHaveTitle("Development Tools · Tutti");
      await expect(heading).toHaveText(names[locale]);
      await expect(icon).toBeVisible();
      await page.goto("/dev/debug-r2");
      await expect(page).toHaveTitle("Dev: debug-r2 · Tutti");
      await expect(heading).toHaveText("Dev: debug-r2");
      await expect(icon).toBeVisible();
      await page.goto("/dev/any/thing");
      await expect(page.getByRole("banner").getByText("Dev: thing")).toBeVisible();
      await expect(page.getByRole("banner").locator("svg.lucide-bug").first()).toBeVisible();
    });
  }
});

test("a superadmin runs the checks of the database", async ({ page, request, baseURL }) => {
  const superadmin = await createUser(request, baseURL);
  grantSuperadmin(superadmin);
  await superadmin.signIn(page.context());
  await page.goto("/dev/debug-migration");
  await expect(page.getByRole("row", { name: "0000_initial" })).toContainText("applied");
  await page.getByRole("button", { name: "Run the checks" }).click();
  await expect(page.getByRole("row", { name: "Foreign keys" })).toContainText("passed");
  expect(await findViolations(page)).toEqual([]);
});

test("a superadmin deletes an orphan with the second press", async ({ page, request, baseURL }) => {
  putOrphan();
  const superadmin = await createUser(request, baseURL);
  grantSuperadmin(superadmin);
  await superadmin.signIn(page.context());
  await page.goto("/dev/debug-r2");
  await page.getByRole("button", { name: "Count" }).click();
  await expect(page.getByText("All objects")).toBeVisible();
  await page.getByText("Orphans only").click();
  await page.getByRole("checkbox", { name: `Select ${ORPHAN}` }).press("Space");
  await page.getByRole("button", { name: "Delete 1 orphan" }).click();
  await expect(page.getByRole("row", { name: ORPHAN })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  // the button waits a few seconds for the second press, and the measurement may take longer
  await page.getByRole("button", { name: "Delete 1 orphan", exact: true }).click();
  await page.getByRole("button", { name: "Press again to delete 1 orphan" }).click();
  await expect(page.getByText("1 object deleted")).toBeVisible();
  await expect(page.getByRole("row", { name: ORPHAN })).toBeHidden();
});

test("a superadmin merges duplicates with the second press", async ({ page, request, baseURL }, testInfo) => {
  const superadmin = await createUser(request, baseURL, "Merger");
  grantSuperadmin(superadmin);
  const file = testInfo.outputPath("twice.mp3");
  writeFileSync(file, createUniqueMp3());
  const { id } = await superadmin.createRoom("Twice", [file, file]);
  await superadmin.signIn(page.context());
  await page.goto("/dev/duplicates");
  const merge = page.getByRole("button", { name: "Replace 1 track of Merger" });
  await page
    .getByRole("radio", { name: /Keep this track of Merger/ })
    .first()
    .check();
  expect(await findViolations(page)).toEqual([]);
  await merge.click();
  await page.getByRole("button", { name: "Press again to remove 1 track" }).click();
  await expect(page.getByText("The tracks are merged")).toBeVisible();
  await expect(merge).toBeHidden();
  const { state } = await superadmin.call("query", "rooms.getState", { id });
  expect(new Set(state.playlist.map(({ track }) => track.id)).size).toBe(1);
  expect(state.playlist).toHaveLength(2);
});

test("the pages are in Russian on a phone, without sideways scrolling", async ({ browser, request, baseURL }) => {
  const superadmin = await createUser(request, baseURL);
  grantSuperadmin(superadmin);
  const { id } = await superadmin.createRoom("Комната");
  const context = await browser.newContext(PHONE);
  await superadmin.signIn(context);
  const page = await context.newPage();
  const titles = { debug: "Бэкенд", "debug-migration": "Миграции", "debug-r2": "Объекты", duplicates: "Группы" };
  for (const [path, title] of [...PAGES.map((name) => [name, titles[name]] as const), [`rooms/${id}`, "Комната"] as const]) {
    await page.goto(`/dev/${path}`);
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await findViolations(page)).toEqual([]);
  }
  await context.close();
});

test("the pages do not exist for others, nor do unknown rooms", async ({ page, request, baseURL, allowConsoleErrors }) => {
  allowConsoleErrors(/status of 404/);
  const user = await createUser(request, baseURL);
  await user.signIn(page.context());
  const { id } = await user.createRoom("Mine");
  for (const path of [...PAGES, `rooms/${id}`]) expect((await page.goto(`/dev/${path}`))?.status()).toBe(404);
  grantSuperadmin(user);
  expect((await page.goto("/dev/rooms/no-such-room"))?.status()).toBe(404);
  await expect(page.getByText("Dev: no-such-room")).toBeVisible();
});
