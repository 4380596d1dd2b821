import type { ErrorCode } from "#app/domain/errors.ts";
import { describeIn, visibleText } from "./each-language.ts";
import { failFunction, refuseFunction } from "./function-calls.ts";
import { expect, test } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";

// The texts of SPEC §8 about rooms and pages, word for word.

describeIn("en", ({ texts }) => {
  const { people, roomSettings, home, auth, shell } = texts;

  test("room settings that cannot be saved show the failed action and the reason", async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const { mira, url } = await openOwnRoom({ page, context, request, baseURL }, "Kitchen");
    const taken = await mira.createRoom("Taken");
    await page.getByRole("button", { name: people.roomSettings }).click();
    const dialog = page.getByRole("dialog", { name: people.roomSettings });
    const save = dialog.getByRole("button", { name: roomSettings.save });
    const address = dialog.getByLabel(roomSettings.address, { exact: true });
    await address.fill(taken.url);
    await expect(dialog.getByText("This URL is already taken")).toBeVisible();
    await address.fill(url);
    await dialog.getByLabel(roomSettings.name, { exact: true }).fill("Garden");
    await failFunction(page, "mutation", "rooms.update");
    await save.click();
    const alert = dialog.getByRole("alert");
    await expect(alert).toContainText("Error updating settings");
    await expect(alert).toContainText("Failed to update room");
    await refuseFunction(page, "mutation", "rooms.update", "forbidden");
    await save.click();
    await expect(alert).toContainText("Error updating settings");
    await expect(alert).toContainText("Insufficient permissions");
  });

  test("a request for access that fails shows the failed action and the reason", async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const [host, ilse] = [await createUser(request, baseURL), await createUser(request, baseURL, "Ilse")];
    const { url } = await host.createRoom("Open");
    await ilse.signIn(context);
    await page.goto(`/room/${url}`);
    await failFunction(page, "mutation", "access.request");
    const ask = page.getByRole("button", { name: people.request.ask });
    await ask.click();
    const notices = page.getByRole("alert");
    await expect(visibleText(notices, "Error requesting access")).toBeVisible();
    const reasons: readonly (readonly [ErrorCode, string])[] = [
      ["too-many-attempts", "Too many attempts. Wait 15 minutes"],
      ["login-required", "You must be logged in to perform this action"],
    ];
    for (const [code, reason] of reasons) {
      await refuseFunction(page, "mutation", "access.request", code);
      await ask.click();
      await expect(visibleText(notices, reason)).toBeVisible();
    }
  });

  test("an action on a person that fails shows the failed action and the reason", async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Kitchen");
    const lev = await createUser(request, baseURL, "Lev");
    const { role } = shell;
    await mira.call("mutation", "members.add", { id, username: lev.username, role: "admin" });
    await page.getByRole("button", { name: people.title, exact: true }).first().click();
    const panel = page.getByRole("complementary", { name: new RegExp(people.title) });
    const notices = page.getByRole("alert");

    await failFunction(page, "mutation", "members.add");
    await panel.getByRole("button", { name: people.add, exact: true }).click();
    await panel.getByLabel(people.addUsername).fill("anna");
    await panel.getByLabel(people.addUsername).press("Enter");
    await expect(visibleText(panel, "Failed to add user")).toBeVisible();

    await refuseFunction(page, "mutation", "members.changeRole", "forbidden");
    const menu = panel.getByRole("button", { name: new RegExp(`^Lev: ${role.admin}`) });
    await menu.click();
    await page.getByRole("menuitemradio", { name: role.viewer }).click();
    await expect(visibleText(notices, "Failed to update user")).toBeVisible();
    await expect(visibleText(notices, "Lev: Insufficient permissions")).toBeVisible();

    await refuseFunction(page, "mutation", "members.remove", "member-not-found");
    await menu.click();
    await page.getByRole("menuitem", { name: people.remove }).click();
    await page.getByRole("menuitem", { name: people.removeAgain }).click();
    await expect(visibleText(notices, "Failed to delete user")).toBeVisible();
    const reason = "Lev: User not found in room";
    await expect(visibleText(notices, reason)).toBeVisible();
  });

  test("the menu of a person who cannot be removed shows the reason", async ({ page, context, request, baseURL }) => {
    const mira = await createUser(request, baseURL, "Mira");
    const lev = await createUser(request, baseURL, "Lev");
    const ilse = await createUser(request, baseURL, "Ilse");
    const oleg = await createUser(request, baseURL, "Oleg");
    const { id, url } = await mira.createRoom("Kitchen");
    await mira.call("mutation", "members.add", { id, username: lev.username, role: "admin" });
    await mira.call("mutation", "members.add", { id, username: oleg.username, role: "viewer" });
    await lev.call("mutation", "members.add", { id, username: ilse.username, role: "editor" });
    await ilse.signIn(context);
    await page.goto(`/room/${url}`);
    await page.getByRole("button", { name: people.title, exact: true }).first().click();
    for (const [name, reason] of [
      ["Mira", "Cannot remove room owner"],
      ["Lev", "Cannot remove the user who invited you"],
      ["Oleg", "You can only remove users you invited"],
    ] as const) {
      await page.getByRole("button", { name: new RegExp(`^${name}: `) }).click();
      await expect(page.getByRole("menuitem", { name: reason })).toBeDisabled();
      // a menu that has not taken the focus yet would leave the key to the panel
      await page.getByRole("menu").press("Escape");
    }
  });

  test("a room that cannot be created, and each limit, show their text", async ({ page, context, request, baseURL }) => {
    const mira = await createUser(request, baseURL);
    await mira.signIn(context);
    await page.goto("/rooms/new");
    await page.getByLabel(home.newRoom.name).fill("Kitchen");
    const create = page.getByRole("button", { name: home.create });
    await failFunction(page, "mutation", "rooms.create");
    await create.click();
    await expect(visibleText(page, "Failed to create room")).toBeVisible();
    const waits: readonly (readonly [ErrorCode, string])[] = [
      ["too-many-attempts", "Wait 15 minutes and try again."],
      ["too-many-attempts-hour", "Wait 1 hour and try again."],
      ["too-many-attempts-day", "Wait 24 hours and try again."],
    ];
    for (const [code, wait] of waits) {
      await refuseFunction(page, "mutation", "rooms.create", code);
      await create.click();
      await expect(visibleText(page, wait)).toBeVisible();
    }
  });

  test("a room with a password requires it, and says whether a token has expired or is invalid", async ({
    page,
    request,
    baseURL,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/500|cleanup of expired tokens/);
    const host = await createUser(request, baseURL, "Sanne");
    const { id, url } = await host.createRoom("Rooftop");
    await host.call("mutation", "rooms.update", { id, password: "sesame" });
    await page.goto(`/room/${url}`);
    await expect(page.getByRole("heading", { name: "Password Required", exact: true })).toBeVisible();
    const storedKeys = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("room-access")));
    const enter = async () => {
      await page.getByLabel(people.access.password.label).fill("sesame");
      await page.getByRole("button", { name: people.access.password.open }).click();
      await expect(page.getByRole("button", { name: people.title, exact: true }).first()).toBeVisible();
      expect(await storedKeys()).toHaveLength(4);
    };
    await enter();

    // The password has changed, which makes the token invalid.
    await host.call("mutation", "rooms.update", { id, password: "other" });
    await expect(visibleText(page, "Invalid token. Enter the")).toBeVisible();
    expect(await storedKeys()).toEqual([]);
    await host.call("mutation", "rooms.update", { id, password: "sesame" });
    await enter();

    await page.route(/\/api\/query$/, (route) =>
      route.request().postDataJSON().path === "rooms.verifyAccessToken"
        ? route.fulfill({ json: { status: "success", value: { valid: false, error: "Token expired" }, logLines: [] } })
        : route.fallback(),
    );
    await failFunction(page, "mutation", "rooms.cleanupExpiredTokens");
    const logged = page.waitForEvent("console", (message) => message.text() === "cleanup of expired tokens: internal");
    await host.call("mutation", "rooms.update", { id, password: "other" });
    await expect(visibleText(page, "Token expired. Enter the")).toBeVisible();
    await logged;
    expect(await storedKeys()).toEqual([]);
  });

  test("a reset link whose mail cannot be stored is an error", async ({ page, request }) => {
    const response = await request.post("/api/auth/request-password-reset", {
      headers: { Cookie: "locale=en" },
      data: { emailOrUsername: " " },
    });
    const error = "All fields are required";
    expect(await response.json()).toMatchObject({ success: false, error, email: null });
    await page.goto("/auth");
    await page.getByRole("button", { name: auth.forgot }).click();
    await page.getByLabel(auth.emailOrUsername).fill("mira");
    const json = { success: false, error: "", email: null, code: "reset-mail-failed" };
    await page.route("**/api/auth/request-password-reset", (route) => route.fulfill({ status: 503, json }));
    await page.getByRole("button", { name: auth.sendLink }).click();
    await expect(page.getByRole("alert")).toHaveText("Failed to send email. Try again.");
  });

  test("missing, impossible and failing pages have a title", async ({ page, allowConsoleErrors }) => {
    // Remix logs that it cannot decode the response of the failing page.
    allowConsoleErrors(/^SyntaxError/);
    const [missing, failed] = ["Page Not Found", "Internal Server Error"];
    expect((await page.goto("/nowhere"))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: missing, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`${missing} · Tutti`);
    expect((await page.goto("/room/no-such-room"))?.status()).toBe(404);
    const noRoom = "Room not found";
    await expect(page.getByRole("heading", { name: noRoom, exact: true })).toBeVisible();
    expect((await page.goto("/room/my%20room!"))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: `${missing}: /room/my room!`, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`${missing}: /room/my room! · Tutti`);

    await page.goto("/");
    await page.route(/\/help(\.data|\?)/, (route) => route.fulfill({ status: 500, body: "failed" }));
    await page.getByRole("button", { name: shell.menu.settings }).first().click();
    await page.getByRole("menuitem", { name: shell.menu.help }).click();
    await expect(page.getByRole("heading", { name: failed, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`${failed} · Tutti`);
  });
});
