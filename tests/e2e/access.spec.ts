import type { Browser, Page } from "@playwright/test";
import type { UploadCoverResponse } from "#app/protocol/http.ts";
import { fixturePath } from "#tests/support/fixtures.ts";
import { drawPicture } from "./pictures.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";

const TRACK = fixturePath("vbr.mp3");
/** When access is revoked, a request that is under way is refused, and the page sends it again with its next grant. */
const REVOKED_MEDIA = /status of 403/;

async function openAs(browser: Browser, baseURL: string | undefined, member: TestUser | null, options = {}): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options });
  await member?.signIn(context);
  return newPage(context);
}

test("a room password can be set, changed and removed, and an entered password is valid for the browser session", async ({
  browser,
  page,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REVOKED_MEDIA);
  const host = await createUser(request, baseURL, "Sanne");
  const { url } = await host.createRoom("Utrecht Rooftop", [TRACK]);
  await host.signIn(page.context());
  const guest = await openAs(browser, baseURL, null);
  await guest.goto(`/room/${url}`);
  await expect(guest.getByText("vbr").locator("visible=true").first()).toBeVisible();

  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Room settings" }).click();
  const settings = page.getByRole("dialog", { name: "Room settings" });
  await settings.getByText("Password", { exact: true }).locator("xpath=../..").getByRole("switch").press("Space");
  await settings.getByLabel("New password").fill("sesame");
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();

  // Guests without a role are excluded and see no content.
  await expect(guest.getByRole("heading", { name: "Password Required" })).toBeVisible();
  await expect(guest.getByText("vbr")).toHaveCount(0);
  await guest.getByLabel("Room password").fill("open");
  await guest.getByRole("button", { name: "Open the room" }).click();
  await expect(guest.getByText("Wrong password. Check it and try again.")).toBeVisible();
  await expect(guest.getByLabel("Room password")).toHaveValue("open");
  await guest.getByLabel("Room password").fill("sesame");
  await guest.getByLabel("Room password").press("Enter");
  await expect(guest.getByText("vbr").locator("visible=true").first()).toBeVisible();
  const readSessionId = () => guest.evaluate(() => sessionStorage.getItem("tutti-session-id"));
  const sessionId = await readSessionId();
  expect(sessionId).toMatch(/^[\da-f-]{36}$/);
  await guest.reload();
  await expect(guest.getByText("vbr").locator("visible=true").first()).toBeVisible();
  expect(await readSessionId()).toBe(sessionId);

  // The access token is not shared with another tab's session.
  const other = await newPage(guest.context());
  await other.goto(`/room/${url}`);
  await expect(other.getByRole("heading", { name: "Password Required" })).toBeVisible();
  await expect(other).toHaveTitle("Room · Tutti");

  await page.getByRole("button", { name: "Room settings" }).click();
  await settings.getByRole("button", { name: "Change" }).click();
  await settings.getByLabel("New password").fill("other");
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(guest.getByRole("heading", { name: "Password Required" })).toBeVisible();
  await expect(guest.getByText("Invalid token. Enter the password again.")).toBeVisible();
  expect(await guest.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("room-access")))).toEqual([]);

  await page.getByRole("button", { name: "Room settings" }).click();
  await settings.getByText("Password", { exact: true }).locator("xpath=../..").getByRole("switch").press("Space");
  await settings.getByRole("button", { name: "Save" }).click();
  // the dialog closes when the settings are saved: guests without access are not notified
  await expect(settings).toBeHidden();
  await guest.reload();
  await expect(guest.getByText("vbr").locator("visible=true").first()).toBeVisible();
});

test("a request for access can be withdrawn, approved with a role or rejected, and removed members leave at once; in Russian on a phone", async ({
  browser,
  page,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REVOKED_MEDIA);
  const [host, lev] = [await createUser(request, baseURL, "Sanne"), await createUser(request, baseURL, "Лев")];
  const { id, url } = await host.createRoom("Закрытая", [TRACK]);
  await host.call("mutation", "rooms.update", { id, password: "sesame" });
  await host.signIn(page.context());
  await page.goto(`/room/${url}`);
  const asking = await openAs(browser, baseURL, lev, PHONE);
  await asking.goto(`/room/${url}`);
  await asking.getByRole("button", { name: "Попросить доступ без пароля" }).tap();
  await expect(asking.getByRole("heading", { name: "Ждём ответа" })).toBeVisible();
  await expect(asking.getByText("Впустить могут: Sanne")).toBeVisible();

  // Managers see the request at once.
  const notice = page.getByRole("region", { name: "Notices" });
  await expect(notice.getByText("Лев asks to join")).toBeVisible();
  await expect(page.getByRole("button", { name: "1 asking" })).toBeVisible();
  await asking.getByRole("button", { name: "Отозвать запрос" }).tap();
  await expect(asking.getByRole("heading", { name: "Нужен пароль" })).toBeVisible();
  await expect(notice.getByText("Лев asks to join")).toBeHidden();
  await asking.getByRole("button", { name: "Попросить доступ без пароля" }).tap();

  await page.getByRole("button", { name: "1 asking" }).click();
  await page.getByRole("button", { name: "Approve as… Лев" }).click();
  await page.getByRole("menuitem", { name: "Editor" }).click();
  await expect(asking.getByText("vbr").locator("visible=true").first()).toBeVisible();
  await expect(asking.getByRole("button", { name: "Добавить треки" })).toBeVisible();
  const panel = page.getByRole("complementary", { name: /People/ });
  await expect(panel.getByText("1 device · invited by you")).toBeVisible();

  // A lower role takes effect at once.
  await panel.getByRole("button", { name: "Лев: Editor. Change" }).click();
  await page.getByRole("menuitemradio", { name: "Viewer" }).click();
  await expect(asking.getByRole("button", { name: "Добавить треки" })).toBeHidden();
  await panel.getByRole("button", { name: "Лев: Viewer. Change" }).click();
  await page.getByRole("menuitem", { name: "Remove from the room" }).click();
  await page.getByRole("menuitem", { name: "Press again to remove" }).click();
  await expect(asking.getByText("Вас удалили из этой комнаты")).toBeVisible();
  await expect(asking.getByText("vbr")).toHaveCount(0);

  // A user who is added while waiting enters at once.
  await asking.getByRole("button", { name: "У меня есть пароль" }).tap();
  await expect(asking.getByRole("heading", { name: "Нужен пароль" })).toBeVisible();
  await host.call("mutation", "members.add", { id, username: lev.username, role: "viewer" });
  await expect(asking.getByText("vbr").locator("visible=true").first()).toBeVisible();
  await host.call("mutation", "members.remove", { id, userId: lev.id });
  await expect(asking.getByText("Вас удалили из этой комнаты")).toBeVisible();
  await asking.getByRole("button", { name: "У меня есть пароль" }).tap();
  await asking.getByRole("button", { name: "Попросить доступ без пароля" }).tap();
  await panel.getByRole("button", { name: "Reject Лев" }).click();
  await expect(asking.getByRole("heading", { name: "В доступе отказано" })).toBeVisible();
  await expect(asking.getByText(/Попросить снова можно через/)).toBeVisible();
});

test("a spectator requests access from the toolbar, and role changes apply without a reload", async ({
  browser,
  page,
  request,
  baseURL,
}) => {
  const [host, ilse] = [await createUser(request, baseURL), await createUser(request, baseURL, "Ilse")];
  const { url } = await host.createRoom("Open", [TRACK]);
  await host.signIn(page.context());
  await page.goto(`/room/${url}`);
  const spectator = await openAs(browser, baseURL, ilse);
  await spectator.goto(`/room/${url}`);
  await expect(spectator.getByRole("button", { name: "Add tracks" })).toBeHidden();
  await spectator.getByRole("button", { name: "Ask to take part" }).click();
  await expect(spectator.getByText("Request sent")).toBeVisible();
  await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Approve" }).click();
  await expect(spectator.getByRole("button", { name: "Add tracks" })).toBeVisible();
  await expect(spectator.getByText("Request sent")).toBeHidden();

  // A participant may leave the room.
  await spectator.getByRole("button", { name: "People" }).click();
  const panel = spectator.getByRole("complementary", { name: /People/ });
  await panel.getByRole("button", { name: "Ilse: Participant. Change" }).click();
  await spectator.getByRole("menuitem", { name: "Leave the room" }).click();
  await spectator.getByRole("menuitem", { name: "Press again to leave" }).click();
  await expect(spectator.getByRole("button", { name: "Ask to take part" })).toBeVisible();
});

test("room settings are validated while typing, changes reach everyone, and deleting takes two presses", async ({
  browser,
  page,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  const host = await createUser(request, baseURL);
  const { id, url } = await host.createRoom("Kitchen After Midnight");
  const taken = await host.createRoom("Taken");
  await host.signIn(page.context());
  await page.goto(`/room/${url}`);
  const guest = await openAs(browser, baseURL, null);
  await guest.goto(`/room/${url}`);
  await expect(guest.getByRole("heading", { level: 1, name: "Kitchen After Midnight" })).toBeVisible();

  await page.getByRole("button", { name: "Room settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Room settings" });
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await expect(dialog.getByText("22/50")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: /Invite-only in development/ })).toBeDisabled();
  const address = dialog.getByLabel("Address");
  for (const [typed, message] of [
    [taken.url, "This URL is already taken"],
    ["admin", "This address is reserved. Choose another."],
    ["a b!", "3 to 60 Latin letters, digits or dashes"],
  ] as const) {
    await address.fill(typed);
    await expect(dialog.getByText(message)).toBeVisible();
    await expect(save).toBeDisabled();
  }
  await address.fill(`${url}-new`);
  await dialog.getByLabel("Room name").fill("Кухня после полуночи");
  await dialog.getByLabel("Description").fill("Slow tempos.");
  await dialog.getByRole("radio", { name: /Hidden/ }).press("Space");
  await save.click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  for (const side of [page, guest]) {
    await expect(side.getByRole("heading", { level: 1, name: "Кухня после полуночи" })).toBeVisible();
    await expect(side).toHaveTitle("Кухня после полуночи · Tutti");
    await expect(side).toHaveURL(`${baseURL}/room/${url}-new`);
  }
  // The password screen works under the new address.
  await host.call("mutation", "rooms.update", { id, password: "sesame" });
  await expect(guest.getByRole("heading", { name: "Password Required" })).toBeVisible();

  // A form that has been open for a while sends only the edited fields.
  await page.getByRole("button", { name: "Room settings" }).click();
  await host.call("mutation", "rooms.update", { id, description: "From elsewhere", password: null });
  await dialog.getByLabel("Room name").fill("Кухня");
  await dialog.getByLabel("Room name").press("Enter");
  await expect(dialog).toBeHidden();
  const saved = await host.call("query", "rooms.get", { id: `${url}-new` });
  expect(saved).toMatchObject({
    name: "Кухня",
    description: "From elsewhere",
    isPasswordProtected: false,
    visibility: "hidden",
  });
  await guest.reload();
  await expect(guest.getByRole("heading", { level: 1, name: "Кухня" })).toBeVisible();

  await page.getByRole("button", { name: "Room settings" }).click();
  await dialog.getByRole("button", { name: "Delete the room" }).dblclick();
  await dialog.getByRole("button", { name: "Press again to delete" }).click();
  await expect(page.getByText("Room deleted")).toBeVisible();
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(guest.getByText("Room not found")).toBeVisible();
});

test("only listed rooms have their name and cover in the title and Open Graph tags, and a favorite survives a reload", async ({
  page,
  request,
  baseURL,
}) => {
  const host = await createUser(request, baseURL);
  const open = await host.createRoom("Open House", [TRACK]);
  const hidden = await host.createRoom("Secret Garden", [TRACK]);
  await host.call("mutation", "rooms.update", { id: hidden.id, visibility: "hidden", description: "Behind the hedge" });
  await host.call("mutation", "rooms.update", { id: open.id, description: "Come in" });
  const html = async (url: string) => (await request.get(`/room/${url}`)).text();
  expect(await html(open.url)).toMatch(/<title>Open House · Tutti<\/title>[\s\S]*og:title" content="Open House"/);
  for (const name of ["description", "og:description", "twitter:description"])
    expect(await html(open.url)).toContain(`"${name}" content="Listen together with Mira · 1 track"`);
  expect(await html(open.url)).not.toContain("og:image");
  const { bytes } = await drawPicture(page, 512, 512, "image/webp");
  const headers = { Cookie: host.cookie, "Content-Type": "image/webp" };
  const { coverId }: UploadCoverResponse = await (await request.post("/api/covers", { headers, data: bytes })).json();
  for (const { id } of [open, hidden]) {
    const { state } = await host.call("query", "rooms.getState", { id });
    for (const { track } of state.playlist)
      await host.call("mutation", "tracks.update", { trackId: track.id, changes: {}, cover: { id: coverId, hue: null } });
  }
  const [, picture = ""] = /property="og:image" content="([^"]+)"/.exec(await html(open.url)) ?? [];
  const image = await request.get(picture.replaceAll("&amp;", "&"));
  expect(image.headers()["content-type"]).toBe("image/webp");
  const secret = await html(hidden.url);
  expect(secret).toContain("<title>Room · Tutti</title>");
  expect(secret).not.toMatch(/Secret Garden|Behind the hedge|together with Mira|og:title|og:image|twitter:image/);
  await host.call("mutation", "rooms.update", { id: open.id, password: "sesame" });
  expect(await html(open.url)).not.toMatch(/Open House|Come in|together with Mira|og:title|og:image|twitter:image/);

  await host.signIn(page.context());
  await page.goto(`/room/${hidden.url}`);
  await expect(page).toHaveTitle("Secret Garden · Tutti");
  // A web font that loads later would move the button away from the pointer.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.getByRole("button", { name: "Favorite", exact: true }).hover();
  await expect(page.getByRole("tooltip").getByText("Favorite", { exact: true })).toBeVisible();
  // the mark is shown before it is stored, and the reload cancels a request that is under way
  const stored = page.waitForResponse((response) => (response.request().postData() ?? "").includes("rooms.toggleFavorite"));
  await page.getByRole("button", { name: "Favorite", exact: true }).click();
  await expect(page.getByRole("button", { name: "Favorite", exact: true, pressed: true })).toBeVisible();
  await stored;
  await page.reload();
  await expect(page.getByRole("button", { name: "Favorite", exact: true, pressed: true })).toBeVisible();
});
