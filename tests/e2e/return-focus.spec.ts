import type { Locator } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { expect, test } from "./test.ts";
import { createUser, openOwnRoom, PASSWORD } from "./test-user.ts";

/** Waits until the focus is in a dialog or a panel. Before that, it does not receive the Escape key. */
const expectFocusIn = (box: Locator) =>
  expect.poll(() => box.evaluate((element) => element.contains(document.activeElement))).toBe(true);

test("a dialog that a menu has opened returns the focus to the button of the menu, each time", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await openOwnRoom({ page, context, request, baseURL }, "Focus", [fixturePath("vbr.mp3")]);
  const more = page.getByRole("button", { name: "More about the playlist" });
  // the second time, the code of the dialog is there before the menu has closed
  for (let times = 0; times < 2; times++) {
    await more.click();
    await page.getByRole("menuitem", { name: "History" }).click();
    await expectFocusIn(page.getByRole("dialog", { name: "History" }));
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();
  }
});

test("the focus goes to the next row if the row of a dialog was removed meanwhile", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const files = ["adts.aac", "vbr.mp3", "headerless.mp3"].map(fixturePath);
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Gone", files);
  const { state } = await mira.call("query", "rooms.getState", { id });
  const removed = state.playlist.find(({ track }) => track.title === "vbr");
  if (!removed) throw new Error("no entry");
  await page.getByRole("row", { name: /^vbr/ }).focus();
  await page.keyboard.press("F2");
  await expectFocusIn(page.getByRole("dialog"));
  await mira.call("mutation", "rooms.command", { id, command: { type: "remove", entryIds: [removed.id] } });
  await expect(page.locator("[role=row]")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row", { name: /^headerless/ })).toBeFocused();
});

test("after a sign-in, the focus is on the button that has replaced the one to sign in", async ({ page, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  await page.goto("/help");
  await page.getByRole("button", { name: "Sign in" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email or username").fill(mira.username);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Your menu: Mira" })).toBeFocused();
});

test("the heading of the page has the focus if everything that opened a dialog is gone", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Resumed");
  await mira.call("mutation", "uploads.announce", { roomId: id, files: [{ fileName: "missing.mp3", sizeBytes: 100 }] });
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  // its notice ends with the press
  await page.getByRole("button", { name: "Resume" }).click();
  await expectFocusIn(page.getByRole("dialog", { name: "Resume your upload" }));
  await expect(page.getByRole("region", { name: "Notices" })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: "Resumed" })).toBeFocused();
});

test("the people panel returns the focus to its button", async ({ page, context, request, baseURL }) => {
  await openOwnRoom({ page, context, request, baseURL }, "Panel");
  const people = page.getByRole("button", { name: "People", exact: true });
  await people.click();
  await expectFocusIn(page.getByRole("complementary", { name: /^People/ }));
  await page.keyboard.press("Escape");
  await expect(people).toBeFocused();
});
