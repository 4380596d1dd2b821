import type { Page } from "@playwright/test";
import { clearSession, expect, newPage, REFUSED_CALL, test } from "./test.ts";
import { createUser, PASSWORD, type TestUser } from "./test-user.ts";

const unique = (word: string) => `${word}${Date.now().toString(36)}${Math.floor(Math.random() * 1000)}`.slice(0, 20);

/** Signs in with the dialog or the sign-in page. An open dialog hides the roles of the page behind it. */
async function signInAs(page: Page, { username }: TestUser): Promise<void> {
  const form = page.getByRole("dialog").or(page.getByRole("main"));
  await form.getByLabel("Email or username").fill(username);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("Email or username")).toBeHidden();
}

/** Submits the form for a new room after the session has ended. */
async function loseSession(page: Page, name: string): Promise<void> {
  await page.goto("/rooms/new");
  await page.getByLabel("Room name").fill(name);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Create room" }).click();
  await expect(page).toHaveURL("/auth?redirect=/rooms/new");
}

async function register(page: Page): Promise<void> {
  const username = unique("new");
  await page.getByRole("tab", { name: "Create account" }).click();
  await page.getByLabel("Display name").fill("Newcomer");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
}

/** Records the text of every alert from the next page load on, even of alerts that disappear at once. */
async function recordAlerts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const alerts: string[] = [];
    Object.assign(window, { alerts });
    const record = () => {
      for (const { textContent } of document.querySelectorAll("[role=alert]"))
        if (textContent?.trim()) alerts.push(textContent);
    };
    new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () =>
    page.evaluate(async () => {
      // After these frames, every response that has arrived is rendered.
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
      return (window as unknown as { alerts: string[] }).alerts;
    });
}

test("a guest's favorite is saved after signing in, and an existing favorite stays", async ({ page, request, baseURL }) => {
  const word = unique("heart");
  const mira = await createUser(request, baseURL);
  const fan = await createUser(request, baseURL, "Fan");
  const { id } = await mira.createRoom(word);
  const heart = page.getByRole("button", { name: `Favorite: ${word}` });
  await page.goto(`/?q=${word}`);
  await heart.click();
  await signInAs(page, fan);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await fan.call("query", "rooms.get", { id: id as never })).favorite_users).toEqual([fan.id]);

  await clearSession(page);
  await page.goto(`/?q=${word}`);
  await heart.click();
  await signInAs(page, fan);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
});

test("the favorite button of an open room continues after signing in", async ({ page, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const fan = await createUser(request, baseURL, "Fan");
  const { url } = await mira.createRoom("Hearts");
  await page.goto(`/room/${url}`);
  const heart = page.getByRole("button", { name: "Favorite", exact: true });
  await heart.click();
  await signInAs(page, fan);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(`/room/${url}`);
});

test("closing the sign-in dialog cancels the action that opened it", async ({ page, request, baseURL }) => {
  const word = unique("dropped");
  const mira = await createUser(request, baseURL);
  await mira.createRoom(word);
  await page.goto(`/?q=${word}`);
  await page.getByRole("button", { name: `Favorite: ${word}` }).click();
  // the dialog may be visible before it has taken the focus
  await page.getByRole("dialog").press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Sign in" }).click();
  await signInAs(page, mira);
  await expect(page.getByRole("button", { name: "Your menu: Mira" })).toBeVisible();
  await expect(page.getByRole("button", { name: `Favorite: ${word}` })).toHaveAttribute("aria-pressed", "false");
});

test("My rooms opens after signing in", async ({ page, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  await page.goto("/");
  await page.getByRole("tab", { name: /My rooms/ }).click();
  await signInAs(page, mira);
  await expect(page).toHaveURL("/?tab=mine");
});

test("a guest who registers to create a room reaches the form", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Create room" }).first().click();
  await register(page);
  await expect(page).toHaveURL("/rooms/new");
  await expect(page.getByLabel("Room name")).toBeVisible();
});

test("a session that ends while a room is being created does not lose the name, and the room is created after signing in", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/401|560/);
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  await loseSession(page, "Kept kitchen");
  await signInAs(page, mira);
  await expect(page).toHaveURL(/\/room\/kept-kitchen/);
});

test("another user who signs in then gets the typed name, but no room is created", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/401|560/);
  const mira = await createUser(request, baseURL);
  const lev = await createUser(request, baseURL, "Lev");
  await mira.signIn(context);
  await loseSession(page, "Whose kitchen");
  await signInAs(page, lev);
  await expect(page).toHaveURL("/rooms/new");
  await expect(page.getByLabel("Room name")).toHaveValue("Whose kitchen");
  await expect(page.getByRole("button", { name: "Create room" })).not.toHaveAttribute("aria-busy", "true");
  const rooms = await lev.call("query", "rooms.getUserRoomsWithAuthors", { userId: lev.id });
  expect(rooms.total).toBe(0);
  await page.getByRole("button", { name: "Create room" }).click();
  await expect(page).toHaveURL(/\/room\/whose-kitchen/);
});

test("a guest of a locked room requests access by signing in", async ({ page, request, baseURL, allowConsoleErrors }) => {
  // Signing in reconnects, even if a connection attempt is in progress.
  allowConsoleErrors(/WebSocket is closed before/);
  const mira = await createUser(request, baseURL);
  const lev = await createUser(request, baseURL, "Lev");
  const { id, url } = await mira.createRoom("Locked");
  await mira.call("mutation", "rooms.update", { id, password: "sesame" } as never);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Sign in to ask to join without it" }).click();
  await signInAs(page, lev);
  await expect(page.getByText("Waiting for an answer")).toBeVisible();
});

test("an owner who signs in at their own locked room enters without an error", async ({
  page,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/WebSocket is closed before|560/);
  const readAlerts = await recordAlerts(page);
  const requests: Promise<unknown>[] = [];
  page.on("request", (sent) => {
    if (sent.postData()?.includes("access.request")) requests.push(sent.response());
  });
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Locked out");
  await mira.call("mutation", "rooms.update", { id, password: "sesame" } as never);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Sign in to ask to join without it" }).click();
  await signInAs(page, mira);
  await expect(page.getByText("Your room", { exact: true })).toBeVisible();
  expect(requests).toHaveLength(1);
  await Promise.all(requests);
  expect(await readAlerts()).toEqual([]);
});

test("signing in from the guest bar opens the upload dialog for members who may add tracks", async ({
  page,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Mine to fill");
  await page.goto(`/room/${url}`);
  // while the room is loading, the bar has the same button, which is replaced
  await expect(page.getByRole("complementary").getByRole("button", { name: "Choose a name" })).toBeVisible();
  await page.getByRole("complementary").getByRole("button", { name: "Sign in" }).click();
  await signInAs(page, mira);
  await expect(page.getByRole("dialog", { name: "Add tracks" })).toBeVisible();
});

test("signing in from an invite accepts it", async ({ page, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const lev = await createUser(request, baseURL, "Lev");
  const { id, url } = await mira.createRoom("Invited");
  const { code } = await mira.call("mutation", "invites.create", {
    id,
    role: "editor",
    expiresInMs: 3_600_000,
    uses: 1,
  } as never);
  await page.goto(`/invite/${code}`);
  await page.getByRole("button", { name: "Sign in to join" }).click();
  await signInAs(page, lev);
  await expect(page).toHaveURL(`/room/${url}`);
});

test("signing in in another window also signs in here, and the dialog stays closed", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const word = unique("windows");
  const mira = await createUser(request, baseURL);
  await mira.createRoom(word);
  await page.goto(`/?q=${word}`);
  await page.getByRole("button", { name: `Favorite: ${word}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const other = await newPage(context);
  await other.goto("/?showAuth=true");
  await signInAs(other, mira);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: `Favorite: ${word}` })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Your menu: Mira" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
});
