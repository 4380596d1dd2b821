import { openAccountDialog } from "./account-dialog.ts";
import { findViolations } from "./axe.ts";
import { describeIn, LANGUAGES } from "./each-language.ts";
import { openRoomAs } from "./people-in-room.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";
import { SAMPLE_RATE, writeWavFile } from "./wav-files.ts";

const show = (user: TestUser, isShown: boolean) => user.call("mutation", "users.setListeningShown", { id: user.id, isShown });

describeIn("en", ({ texts }) => {
  const { card } = texts.people;

  test("LN3 a person is followed from their card into the room where they listen, and back", async ({
    page,
    context,
    browser,
    request,
    baseURL,
  }) => {
    const [mira, leo] = [await createUser(request, baseURL), await createUser(request, baseURL, "Leo")];
    const home = await mira.createRoom("Home");
    await mira.call("mutation", "members.add", { id: home.id, username: leo.username, role: "viewer" });
    const track = writeWavFile("follow", [new Float32Array(30 * SAMPLE_RATE)]);
    const away = await leo.createRoom("Night shift", [track]);
    await show(leo, true);
    await leo.call("mutation", "rooms.command", { id: away.id, command: { type: "play" } });
    const leosPage = await openRoomAs(browser, baseURL, { user: leo, url: away.url, locale: "ru" });

    await mira.signIn(context);
    await page.goto(`/room/${home.url}`);
    await page.getByRole("button", { name: texts.people.title, exact: true }).click();
    await page.getByRole("button", { name: /^Leo(?!:)/ }).click();
    const dialog = page.getByRole("dialog", { name: "About Leo" });
    await expect(dialog.getByText(card.listening)).toBeVisible();
    await expect(dialog.getByText("Night shift")).toBeVisible();
    await expect(dialog.getByText("follow", { exact: true })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);

    // it disappears at once, also from an open card
    await show(leo, false);
    await expect(dialog.getByText(card.listening)).toBeHidden();
    await show(leo, true);
    await expect(dialog.getByText(card.listening)).toBeVisible();

    await dialog.getByRole("link", { name: card.follow }).click();
    await expect(page).toHaveURL(new RegExp(`/room/${away.url}$`));
    await expect(page.getByRole("heading", { name: "Night shift" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Home" })).toBeVisible();
    await leosPage.context().close();
  });
});

test("LN1 a person chooses on a phone to show where they listen, and the switch returns if that fails, in Russian", async ({
  browser,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/500/);
  const { texts } = LANGUAGES.ru;
  const mira = await createUser(request, baseURL);
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await openAccountDialog(page, texts);
  const choice = page.getByRole("switch", { name: texts.account.privacy.showListening });
  await expect(choice).toBeEnabled();
  await expect(choice).not.toBeChecked();
  const isShown = async () => (await mira.call("query", "users.getCurrentUser", { email: mira.email })).isListeningShown;
  await choice.focus();
  await page.keyboard.press("Space");
  await expect(choice).toBeChecked();
  await expect.poll(isShown).toBe(true);
  await page.route(/\/api\/mutation$/, (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await page.keyboard.press("Space");
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(choice).toBeChecked();
  expect(await isShown()).toBe(true);
  await context.close();
});

test("LN4 a guest cannot open the card of a person", async ({ page, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Open");
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "People", exact: true }).click();
  await expect(page.getByText("Mira").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Mira/ })).toHaveCount(0);
});
