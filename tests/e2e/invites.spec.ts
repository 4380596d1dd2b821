import type { Locator, Page } from "@playwright/test";
import { decodeQR } from "qr/decode.js";
import { ROOM_ACTIONS } from "#app/domain/access/permissions.ts";
import { violations } from "./axe.ts";
import { expect, forgetSession, type Member, newMember, PASSWORD, test } from "./visitor.ts";

const TELEPHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const DAY_MS = 24 * 3_600_000;

/** What a camera reads off the screen. */
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

async function makeLink(maker: Member, id: string, uses = 5): Promise<string> {
  const { code } = await maker.call("mutation", "invites.create", { id, role: "editor", expiresInMs: DAY_MS, uses });
  return `/invite/${code}`;
}

async function choose(page: Page, select: string, option: string): Promise<void> {
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

const rolesIn = async (member: Member, id: string) =>
  (await member.call("query", "members.list", { id })).members.map(({ person, role }) => `${person.name}: ${role}`);

test("an owner makes a link for one, and a stranger who registers by it is in as an editor", async ({
  page,
  context,
  request,
  baseURL,
  complaints,
}) => {
  complaints.expect(/404/);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const mira = await newMember(request, baseURL, "Mira");
  const { id, url } = await mira.makeRoom("Kitchen After Midnight");
  await mira.call("mutation", "rooms.update", { id, password: "sesame" });
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite" });
  expect(await readCode(page, dialog.getByRole("img"))).toBe(`${baseURL}/room/${url}`);
  await expect(dialog.getByText("They will also need the room password.")).toBeVisible();
  await expect(dialog.getByText("None yet.")).toBeVisible();

  await choose(page, "Role", "Editor");
  await choose(page, "How many people", "1 person");
  await dialog.getByRole("button", { name: "Make a link" }).click();
  await expect(dialog.getByText("comes in as an editor, without a password")).toBeVisible();
  await expect(dialog.getByText("They will also need the room password.")).toBeHidden();
  await expect(dialog.getByText("1 use left · expires in 7 days")).toBeVisible();
  await expect(dialog.getByRole("img")).toBeInViewport();
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`${baseURL}/invite/`);
  expect(await readCode(page, dialog.getByRole("img"))).toBe(link);
  expect(await violations(page)).toEqual([]);

  await forgetSession(page);
  const path = link.replace(baseURL ?? "", "");
  await page.goto(path);
  await expect(page.getByText("Mira invites you to")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Kitchen After Midnight" })).toBeVisible();
  await expect(page.getByText("as an editor")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign in to join" }).click();
  await register(page, "Lev");
  await expect(page).toHaveURL(`/room/${url}`);
  await expect(page.getByRole("button", { name: "Add tracks" }).first()).toBeVisible();
  expect(await rolesIn(mira, id)).toEqual(["Mira: owner", "Lev: editor"]);

  await forgetSession(page);
  expect((await page.goto(path))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("who closes the sign-in has not joined, and joins when they say so; who is in already is told", async ({
  page,
  request,
  baseURL,
}) => {
  const [mira, lev] = [await newMember(request, baseURL, "Mira"), await newMember(request, baseURL, "Lev")];
  const { id, url } = await mira.makeRoom("Doors");
  await page.goto(await makeLink(mira, id, 2));
  await page.getByRole("button", { name: "Sign in to join" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email or username").fill(lev.username);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  const join = page.getByRole("button", { name: "Join the room" });
  await expect(join).toBeVisible();
  expect(await rolesIn(mira, id)).toEqual(["Mira: owner"]);
  await join.click();
  await expect(page).toHaveURL(`/room/${url}`);
  expect(await rolesIn(mira, id)).toEqual(["Mira: owner", "Lev: editor"]);
  await page.goto(await makeLink(mira, id));
  await expect(page.getByText("You are in already")).toBeVisible();
  await page.getByRole("link", { name: "Open the room" }).click();
  await expect(page).toHaveURL(`/room/${url}`);
});

test("a link that ends while it is looked at says so", async ({ page, context, request, baseURL, complaints }) => {
  complaints.expect(/560/);
  const [mira, lev] = [await newMember(request, baseURL), await newMember(request, baseURL)];
  const { id } = await mira.makeRoom("Late");
  const link = await makeLink(mira, id);
  await lev.signIn(context);
  await page.goto(link);
  const { invites } = await mira.call("query", "invites.list", { id });
  for (const invite of invites) await mira.call("mutation", "invites.revoke", { id, inviteId: invite.id });
  await page.getByRole("button", { name: "Join the room" }).click();
  await expect(page.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
});

test("people are offered the roles that they may give, and guests the room's link alone", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const [mira, lev] = [await newMember(request, baseURL, "Mira"), await newMember(request, baseURL, "Lev")];
  const { id, url } = await mira.makeRoom("Roles");
  await mira.call("mutation", "members.add", { id, username: lev.username, role: "participant" });
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog").getByText(`/room/${url}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Make a link" })).toBeHidden();
  await lev.signIn(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Role:" }).click();
  await expect(page.getByRole("option")).toHaveText(["Participant", "Viewer"]);
});

test("a link is handed to what the device shares with", async ({ page, request, baseURL }) => {
  const mira = await newMember(request, baseURL);
  const { url } = await mira.makeRoom("Shared");
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    navigator.share = async (data) => void shared.push(data ?? {});
  });
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("button", { name: "Share…" }).click();
  const shared = await page.evaluate(() => (window as unknown as { shared: readonly ShareData[] }).shared);
  expect(shared).toEqual([{ title: "Shared", url: `${baseURL}/room/${url}` }]);
});

test("links that could not be fetched are asked for again", async ({ page, context, request, baseURL, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  const mira = await newMember(request, baseURL);
  const { id, url } = await mira.makeRoom("Torn");
  await makeLink(mira, id);
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

test("what messengers see of a link is that it is an invitation", async ({ request, baseURL }) => {
  const mira = await newMember(request, baseURL);
  const { id } = await mira.makeRoom("Secret Garden");
  const answer = await request.get(await makeLink(mira, id), { headers: { "User-Agent": "TelegramBot (like TwitterBot)" } });
  const [head = ""] = (await answer.text()).split("</head>");
  expect(head).toContain("<title>Invitation · Tutti</title>");
  expect(head).toContain('<meta name="robots" content="noindex"/>');
  expect(head).not.toContain("Secret Garden");
  expect(answer.headers()["cache-control"]).toContain("no-store");
});

test.describe("on a telephone, in Russian", () => {
  test.use({ ...TELEPHONE, locale: "ru-RU" });

  test("a code is read in the dark, fills the screen, and its link is revoked by a second press", async ({
    page,
    context,
    request,
    baseURL,
    complaints,
  }) => {
    complaints.expect(/404/);
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
    const mira = await newMember(request, baseURL, "Мира");
    const { id, url } = await mira.makeRoom("Ночной эфир");
    const link = await makeLink(mira, id);
    await mira.signIn(context);
    await page.goto(`/room/${url}`);
    await page.getByRole("button", { name: "Пригласить" }).tap();
    const dialog = page.getByRole("dialog", { name: "Пригласить" });
    await expect(dialog.getByText("осталось 5 использований · истекает через 1 день")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Показать код" }).tap();
    expect(await readCode(page, dialog.getByRole("img"))).toBe(`${baseURL}${link}`);

    await dialog.getByRole("button", { name: "На весь экран" }).tap();
    const large = page.getByRole("dialog", { name: "Ночной эфир" });
    expect(await readCode(page, large.getByRole("img"))).toBe(`${baseURL}${link}`);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(large).toBeHidden();
    await expect(dialog).toBeVisible();

    await dialog.getByRole("button", { name: "Отозвать" }).tap();
    // two taps at once would be a double tap, and that is one press
    await dialog.getByRole("button", { name: "Ещё раз" }).press("Enter");
    await expect(dialog.getByText("Пока нет.")).toBeVisible();
    expect(await readCode(page, dialog.getByRole("img"))).toBe(`${baseURL}/room/${url}`);

    await forgetSession(page);
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Это приглашение больше не действует" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test("the card of an invitation says who, where and as what", async ({ page, request, baseURL }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const mira = await newMember(request, baseURL, "Мира");
    const { id } = await mira.makeRoom("Ночной эфир");
    await page.goto(await makeLink(mira, id));
    await expect(page).toHaveTitle("Приглашение · Tutti");
    await expect(page.getByText("Мира приглашает вас в комнату")).toBeVisible();
    await expect(page.getByText("с ролью редактора")).toBeVisible();
    await page.getByRole("button", { name: "Войти и присоединиться" }).tap();
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});

for (const locale of ["en", "ru"] as const) {
  test(`the help has the whole table, and no page is wider than a telephone: ${locale}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "locale", value: locale, url: baseURL ?? "" }]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await page.getByRole("button", { name: /^(Settings|Настройки)$/ }).click();
    await page.getByRole("menuitem", { name: /^(Help|Справка)$/ }).click();
    await expect(page).toHaveURL("/help");
    await expect(page.getByRole("rowheader")).toHaveCount(ROOM_ACTIONS.length);
    await expect(page.getByRole("columnheader")).toHaveCount(9);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize(TELEPHONE.viewport);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expect(page.getByRole("columnheader").last()).toBeInViewport({ ratio: 1 });
    expect(await violations(page)).toEqual([]);
  });
}
