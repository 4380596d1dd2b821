import type { Locator, Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { LISTEN_BUTTON } from "./device.ts";
import { openWithoutUserActivation } from "./page-driver.ts";
import { collectConsoleErrors, expect, newPage, PHONE, test } from "./test.ts";
import { waitUntilInSync } from "./wait-for-sync.ts";
import { writeLongTrack } from "./wav-files.ts";

const OWNER_TAPS = 8;
const FRIEND_TAPS = 1;
const PHONE_IN_ENGLISH = { ...PHONE, locale: "en-US", permissions: ["clipboard-read", "clipboard-write"] };

/** Counts the taps of a person, and keeps a picture of the screen before each of them. */
function createTapCounter(name: string) {
  let taps = 0;
  return {
    get taps() {
      return taps;
    },
    async before(page: Page): Promise<void> {
      taps += 1;
      await page.screenshot({ path: `.cache/newcomer/${name}-${taps}.png` });
    },
    async tap(page: Page, locator: Locator): Promise<void> {
      await expect(locator).toBeVisible();
      await this.before(page);
      await locator.tap();
    },
  };
}

test("a newcomer hears music with a friend after eight taps, and the friend after one", async ({ browser, baseURL }) => {
  const options = { ...PHONE_IN_ENGLISH, ...(baseURL && { baseURL }) };
  const page = await newPage(await browser.newContext(options));
  const errors = collectConsoleErrors(page);
  const owner = createTapCounter("owner");
  const username = `u${Date.now().toString(36)}`;
  await page.goto("/");
  await owner.tap(page, page.getByRole("button", { name: "Create room" }).first());
  const form = page.getByRole("dialog");
  await owner.tap(page, form.getByLabel("Display name"));
  await expect(form.getByLabel("Display name")).toBeFocused();
  // The keyboard's own keys lead from field to field.
  for (const text of ["Mira", username, `${username}@example.org`, "correct horse"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await owner.tap(page, form.getByRole("button", { name: "Create account" }));
  await expect(page.getByLabel("Room name")).toBeFocused();
  await page.keyboard.type("Night tram");
  await page.keyboard.press("Enter");
  const adding = page.getByRole("dialog", { name: "Add tracks" });
  const chooser = page.waitForEvent("filechooser");
  await owner.tap(page, adding.getByRole("button", { name: "Choose files" }));
  await (await chooser).setFiles([writeLongTrack("Long evening"), fixturePath("cover.mp3")]);
  await expect(adding.getByText("2 of 2 ready")).toBeVisible();
  await owner.tap(page, adding.getByRole("button", { name: "Done" }));
  await owner.tap(page, page.getByRole("button", { name: "Play", exact: true }).first());
  await waitUntilInSync((label) => page.getByText(label));
  await owner.tap(page, page.getByRole("button", { name: "Invite" }).first());
  await owner.tap(page, page.getByRole("dialog").getByRole("button", { name: "Copy", exact: true }));
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(readClipboard).toMatch(/^http/);
  const link = await readClipboard();
  expect(owner.taps).toBeLessThanOrEqual(OWNER_TAPS);

  const friendPage = await newPage(await browser.newContext(options));
  const friendErrors = collectConsoleErrors(friendPage);
  const friend = createTapCounter("friend");
  const driver = await openWithoutUserActivation(friendPage, link);
  await driver.waitFor(`document.querySelector("${LISTEN_BUTTON}")`);
  await friend.before(friendPage);
  await driver.click(LISTEN_BUTTON);
  await waitUntilInSync((label) => friendPage.getByText(label));
  await friendPage.screenshot({ path: ".cache/newcomer/friend-listens.png" });
  expect(friend.taps).toBeLessThanOrEqual(FRIEND_TAPS);
  expect([...errors, ...friendErrors]).toEqual([]);
  await Promise.all([page.context().close(), friendPage.context().close()]);
});
