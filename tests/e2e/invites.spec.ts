import type { Locator, Page } from "@playwright/test";
import { decodeQR } from "qr/decode.js";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { clearSession, expect, REFUSED_CALL, test } from "./test.ts";
import { createUser, PASSWORD, type TestUser } from "./test-user.ts";

const TELEPHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const DAY_MS = 24 * 3_600_000;

/** The text of a QR code in a screenshot of the element. */
async function readCode(page: Page, code: Locator): Promise<string> {
  const picture = (await code.screenshot()).toString("base64");
  const { width, height, data } = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    return { width: image.width, height: image.height, data: Array.from(pixels) };
  }, picture);
  return decodeQR({ width, height, data: Uint8Array.from(data) });
}

/** Waits until the element shows the code of the text. A tap takes effect a moment after Playwright has sent it. */
async function expectCode(page: Page, code: Locator, text: string): Promise<void> {
  await expect.poll(() => readCode(page, code).catch(() => "unreadable")).toBe(text);
}

async function createInvite(inviter: TestUser, id: string, uses = 5): Promise<string> {
  const { code } = await inviter.call("mutation", "invites.create", { id, role: "editor", expiresInMs: DAY_MS, uses });
  return `/invite/${code}`;
}

async function selectOption(page: Page, select: string, option: string): Promise<void> {
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `${select}:` })
    .click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function register(page: Page, name: string): Promise<void> {
  const username = `u${Date.now().toString(36)}${Math.floor(Math.random() * 1000)}`.slice(0, 20);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Create account" }).click();
  await dialog.getByLabel("Display name").fill(name);
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Email").fill(`${username}@example.org`);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Create account" }).click();
}

const listRoles = async (user: TestUser, id: string) =>
  (await user.call("query", "members.list", { id })).members.map(({ person, role }) => `${person.name}: ${role}`);

test("an owner creates a single-use link, and a new user who registers with it becomes an editor", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const mira = await createUser(request, baseURL, "Mira");
  const { id, url } = await mira.createRoom("Kitchen After Midnight");
  await mira.call("mutation", "rooms.update", { id, password: "sesame" });
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite" });
  await expectCode(page, dialog.getByRole("img"), `${baseURL}/room/${url}`);
  await expect(dialog.getByText("They'll also need the room password.")).toBeVisible();
  await expect(dialog.getByText("None yet.")).toBeVisible();

  await selectOption(page, "Role", "Editor");
  await selectOption(page, "Number of uses", "1 use");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("joins as an editor, no password needed")).toBeVisible();
  await expect(dialog.getByText("They'll also need the room password.")).toBeHidden();
  await expect(dialog.getByText("1 use left · expires in 7 days")).toBeVisible();
  await expect(dialog.getByRole("img")).toBeInViewport();
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`${baseURL}/invite/`);
  await expectCode(page, dialog.getByRole("img"), link);
  expect(await findViolations(page)).toEqual([]);

  await clearSession(page);
  const path = link.replace(baseURL ?? "", "");
  await page.goto(path);
  await expect(page.getByText("Mira invites you to")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Kitchen After Midnight" })).toBeVisible();
  await expect(page.getByText("as an editor")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign in to join" }).click();
  await register(page, "Lev");
  await expect(page).toHaveURL(`/room/${url}`);
  await expect(page.getByRole("button", { name: "Add tracks" }).first()).toBeVisible();
  expect(await listRoles(mira, id)).toEqual(["Mira: owner", "Lev: editor"]);

  await clearSession(page);
  expect((await page.goto(path))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("closing the sign-in dialog does not join the room, and members are told that they are already in it", async ({
  page,
  request,
  baseURL,
}) => {
  const [mira, lev] = [await createUser(request, baseURL, "Mira"), await createUser(request, baseURL, "Lev")];
  const { id, url } = await mira.createRoom("Doors");
  await page.goto(await createInvite(mira, id, 2));
  await page.getByRole("button", { name: "Sign in to join" }).click();
  await expect(page.getByRole("dialog").locator(":focus")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email or username").fill(lev.username);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  const join = page.getByRole("button", { name: "Join the room" });
  await expect(join).toBeVisible();
  expect(await listRoles(mira, id)).toEqual(["Mira: owner"]);
  await join.click();
  await expect(page).toHaveURL(`/room/${url}`);
  expect(await listRoles(mira, id)).toEqual(["Mira: owner", "Lev: editor"]);
  await page.goto(await createInvite(mira, id));
  await expect(page.getByText("You're already in this room")).toBeVisible();
  await page.getByRole("link", { name: "Open the room" }).click();
  await expect(page).toHaveURL(`/room/${url}`);
});

test("a link that is revoked while its page is open shows that it no longer works", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const [mira, lev] = [await createUser(request, baseURL), await createUser(request, baseURL)];
  const { id } = await mira.createRoom("Late");
  const link = await createInvite(mira, id);
  await lev.signIn(context);
  await page.goto(link);
  const { invites } = await mira.call("query", "invites.list", { id });
  for (const invite of invites) await mira.call("mutation", "invites.revoke", { id, inviteId: invite.id });
  await page.getByRole("button", { name: "Join the room" }).click();
  await expect(page.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
});

test("members can invite with the roles they may assign, and guests can only share the room's link", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const [mira, lev] = [await createUser(request, baseURL, "Mira"), await createUser(request, baseURL, "Lev")];
  const { id, url } = await mira.createRoom("Roles");
  await mira.call("mutation", "members.add", { id, username: lev.username, role: "participant" });
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog").getByText(`/room/${url}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Create link" })).toBeHidden();
  await lev.signIn(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Role:" }).click();
  await expect(page.getByRole("option")).toHaveText(["Participant", "Viewer"]);
});

test("the share button uses the device's share sheet, with a sentence about a public room", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Shared", [fixturePath("vbr.mp3")]);
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    navigator.share = async (data) => void shared.push(data ?? {});
  });
  const share = async () => {
    await page.goto(`/room/${url}`);
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByRole("button", { name: "Share…" }).click();
    return page.evaluate(() => (window as unknown as { shared: readonly ShareData[] }).shared);
  };
  const link = { title: "Shared", url: `${baseURL}/room/${url}` };
  expect(await share()).toEqual([{ ...link, text: "Listen together with Mira · 1 track" }]);
  await mira.call("mutation", "rooms.update", { id, password: "sesame" });
  await mira.signIn(context);
  expect(await share()).toEqual([link]);
});

test("links that failed to load can be loaded again", async ({ page, context, request, baseURL, allowConsoleErrors }) => {
  allowConsoleErrors(/ERR_FAILED/);
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Torn");
  await createInvite(mira, id);
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  await page.route("**/api/query", (route) => route.abort());
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toContainText("No connection");
  await page.unroute("**/api/query");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByText("5 uses left")).toBeVisible();
  await expect(dialog.getByRole("alert")).toBeHidden();
});

test("the preview of a link reveals only that it is an invite", async ({ request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id } = await mira.createRoom("Secret Garden");
  const answer = await request.get(await createInvite(mira, id), {
    headers: { "User-Agent": "TelegramBot (like TwitterBot)" },
  });
  const [head = ""] = (await answer.text()).split("</head>");
  expect(head).toContain("<title>Invitation · Tutti</title>");
  expect(head).toContain('<meta name="robots" content="noindex"/>');
  expect(head).not.toContain("Secret Garden");
  expect(answer.headers()["cache-control"]).toContain("no-store");
});

test.describe("on a phone, in Russian", () => {
  test.use({ ...TELEPHONE, locale: "ru-RU" });

  test("a QR code is readable in the dark theme and full screen, and its link is revoked by a second press", async ({
    page,
    context,
    request,
    baseURL,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/404/);
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
    const mira = await createUser(request, baseURL, "Мира");
    const { id, url } = await mira.createRoom("Ночной эфир");
    const link = await createInvite(mira, id);
    await mira.signIn(context);
    await page.goto(`/room/${url}`);
    await page.getByRole("button", { name: "Пригласить" }).tap();
    const dialog = page.getByRole("dialog", { name: "Пригласить" });
    await expect(dialog.getByText("осталось 5 использований · истекает через 1 день")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Показать код" }).tap();
    await expectCode(page, dialog.getByRole("img"), `${baseURL}${link}`);

    await dialog.getByRole("button", { name: "На весь экран" }).tap();
    const large = page.getByRole("dialog", { name: "Ночной эфир" });
    await expectCode(page, large.getByRole("img"), `${baseURL}${link}`);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(large).toBeHidden();
    await expect(dialog).toBeVisible();

    await dialog.getByRole("button", { name: "Отозвать" }).tap();
    // Two quick taps would be a double tap, which counts as one press.
    await dialog.getByRole("button", { name: "Ещё раз" }).press("Enter");
    await expect(dialog.getByText("Пока нет.")).toBeVisible();
    await expectCode(page, dialog.getByRole("img"), `${baseURL}/room/${url}`);

    await clearSession(page);
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Это приглашение больше не действует" })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

  test("an invite shows the inviter, the room and the role", async ({ page, request, baseURL }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const mira = await createUser(request, baseURL, "Мира");
    const { id } = await mira.createRoom("Ночной эфир");
    await page.goto(await createInvite(mira, id));
    await expect(page).toHaveTitle("Приглашение · Tutti");
    await expect(page.getByText("Мира приглашает вас в комнату")).toBeVisible();
    await expect(page.getByText("с ролью редактора")).toBeVisible();
    await page.getByRole("button", { name: "Войти и присоединиться" }).tap();
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});
