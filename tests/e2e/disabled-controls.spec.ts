import type { Locator, Page } from "@playwright/test";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser, openOwnRoom, PASSWORD } from "./test-user.ts";
import { writeLongTrack } from "./wav-files.ts";

// A control that does nothing now can be focused and pressed, and then explains itself. Playwright presses such a control only
// with `force`.

const GUEST_REASON = "Sign in to control playback";
const MEMBER_REASON = "Participants and above control playback";

/** In an open dialog the tooltip is outside of it, where roles are hidden. */
const tooltip = (page: Page) => page.locator("[role=tooltip]");
const notices = (page: Page) => page.getByRole("region", { name: "Notices" });
/** A press with `force` goes to where the control is now, also while what contains it still moves. */
const waitForRest = (control: Locator) => control.hover({ trial: true });

test("a guest who presses a button of the player learns why it does nothing, and signs in from there", async ({
  page,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const fan = await createUser(request, baseURL, "Fan");
  const { url } = await mira.createRoom("Hands off", [writeLongTrack("long")]);
  await page.goto(`/room/${url}`);
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toHaveAttribute("aria-disabled", "true");
  await play.hover();
  await expect(tooltip(page)).toHaveText(GUEST_REASON);
  await page.mouse.move(0, 0);
  await expect(tooltip(page)).toHaveCount(0);

  await play.focus();
  await page.keyboard.press("Enter");
  await expect(notices(page).getByText(GUEST_REASON)).toHaveCount(1);
  // another press replaces the notice
  await page.getByRole("button", { name: "Next" }).click({ force: true });
  await expect(notices(page).getByText(GUEST_REASON)).toHaveCount(1);
  await notices(page).getByRole("button", { name: "Sign in" }).click();

  const dialog = page.getByRole("dialog", { name: GUEST_REASON });
  await dialog.getByLabel("Email or username").fill(fan.username);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  // the new user may not control playback either
  await expect(notices(page).getByText(MEMBER_REASON)).toBeVisible();
  await play.click({ force: true });
  await expect(tooltip(page)).toHaveText(MEMBER_REASON);
  const { state } = await mira.call("query", "rooms.getState", { id: url });
  expect(state.playback.status).not.toBe("playing");
});

test("a row and the seek bar explain themselves to a guest", async ({ page, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Look only", [writeLongTrack("long")]);
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await page.goto(`/room/${url}`);
  await page.getByRole("row", { name: /^long/ }).focus();
  await page.keyboard.press("Enter");
  await expect(notices(page).getByText(GUEST_REASON)).toBeVisible();
  await notices(page).getByRole("button", { name: "Close the notice" }).click();
  await expect(notices(page)).toBeHidden();
  await page.getByRole("slider", { name: "Position" }).first().click({ force: true });
  await expect(notices(page).getByText(GUEST_REASON)).toBeVisible();
});

test("the reason stays when the menu with the pressed button is closed", async ({ page, request, baseURL }) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Folded", [writeLongTrack("long")]);
  await page.goto(`/room/${url}`);
  await page.getByTestId("dock").getByRole("button", { name: "More", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "More" });
  const shuffle = menu.getByRole("button", { name: "Shuffle for everyone" });
  await waitForRest(shuffle);
  await shuffle.click({ force: true });
  await expect(notices(page).getByText(GUEST_REASON)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await notices(page).getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("dialog", { name: GUEST_REASON })).toBeVisible();
});

test("a tap on a button of the player explains it too, in Russian on a phone", async ({ browser, request, baseURL }) => {
  const mira = await createUser(request, baseURL, "Мира");
  const fan = await createUser(request, baseURL, "Фан");
  const { id, url } = await mira.createRoom("Без рук", [writeLongTrack("Долгий вечер")]);
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  for (const user of [null, fan]) {
    const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
    await user?.signIn(context);
    const page = await newPage(context);
    await page.goto(`/room/${url}`);
    await page.getByRole("button", { name: "Открыть плеер" }).tap();
    const sheet = page.getByRole("dialog");
    const pause = sheet.getByRole("button", { name: "Пауза" });
    await waitForRest(pause);
    await pause.tap({ force: true });
    if (user) await expect(tooltip(page)).toHaveText("Управлять могут участники и выше");
    else await expect(sheet.getByText("Войдите, чтобы управлять")).toBeVisible();
    await context.close();
  }
});

test("a form that cannot be saved yet says what is missing", async ({ page, context, request, baseURL }) => {
  await openOwnRoom({ page, context, request, baseURL }, "Unchanged");
  await page.getByRole("button", { name: "Room settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Room settings" });
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await expect(dialog.getByLabel("Room name")).toBeFocused();
  await save.focus();
  await page.keyboard.press("Enter");
  await expect(tooltip(page)).toHaveText("Nothing has changed yet");
  // Escape closes the tooltip and not the dialog
  await page.keyboard.press("Escape");
  await expect(tooltip(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Room name").fill("");
  await save.click({ force: true });
  await expect(tooltip(page)).toHaveText("Correct the marked fields first");
  await dialog.getByLabel("Room name").fill("Changed");
  await expect(save).toBeEnabled();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Changed" })).toBeVisible();
});
