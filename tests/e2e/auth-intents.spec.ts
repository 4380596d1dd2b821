import type { Page } from "@playwright/test";
import { expect, forgetSession, type Member, newMember, newPage, PASSWORD, test } from "./visitor.ts";

const unique = (word: string) => `${word}${Date.now().toString(36)}${Math.floor(Math.random() * 1000)}`.slice(0, 20);

/** In the dialog, or on the page of its own: what is behind a dialog has no role. */
async function signInAs(page: Page, { username }: Member): Promise<void> {
  const form = page.getByRole("dialog").or(page.getByRole("main"));
  await form.getByLabel("Email or username").fill(username);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("Email or username")).toBeHidden();
}

/** A session ends while the name of a new room is typed. */
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

/** All that is told at once from now on, however soon it goes. */
async function watchAlerts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    const look = () => {
      for (const { textContent } of document.querySelectorAll("[role=alert]")) if (textContent?.trim()) told.push(textContent);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () =>
    page.evaluate(async () => {
      // what has been answered is on the screen by then
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
      return (window as unknown as { told: string[] }).told;
    });
}

test("a heart that a guest has pressed is marked once they are in, and not turned off where it was on", async ({
  page,
  request,
  baseURL,
}) => {
  const word = unique("heart");
  const mira = await newMember(request, baseURL);
  const fan = await newMember(request, baseURL, "Fan");
  const { id } = await mira.makeRoom(word);
  const heart = page.getByRole("button", { name: `Favorite: ${word}` });
  await page.goto(`/?q=${word}`);
  await heart.click();
  await signInAs(page, fan);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await fan.call("query", "rooms.get", { id: id as never })).favorite_users).toEqual([fan.id]);

  await forgetSession(page);
  await page.goto(`/?q=${word}`);
  await heart.click();
  await signInAs(page, fan);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
});

test("a room's own heart, too", async ({ page, request, baseURL }) => {
  const mira = await newMember(request, baseURL);
  const fan = await newMember(request, baseURL, "Fan");
  const { url } = await mira.makeRoom("Hearts");
  await page.goto(`/room/${url}`);
  const heart = page.getByRole("button", { name: "Favorite", exact: true });
  await heart.click();
  await signInAs(page, fan);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(`/room/${url}`);
});

test("whoever closes the sign-in does not want any more what it was for", async ({ page, request, baseURL }) => {
  const word = unique("dropped");
  const mira = await newMember(request, baseURL);
  await mira.makeRoom(word);
  await page.goto(`/?q=${word}`);
  await page.getByRole("button", { name: `Favorite: ${word}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign in" }).click();
  await signInAs(page, mira);
  await expect(page.getByRole("button", { name: "Your menu: Mira" })).toBeVisible();
  await expect(page.getByRole("button", { name: `Favorite: ${word}` })).toHaveAttribute("aria-pressed", "false");
});

test("My rooms are there once one is in", async ({ page, request, baseURL }) => {
  const mira = await newMember(request, baseURL);
  await page.goto("/");
  await page.getByRole("tab", { name: /My rooms/ }).click();
  await signInAs(page, mira);
  await expect(page).toHaveURL("/?tab=mine");
});

test("somebody new who wanted a room gets to make it", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Create room" }).first().click();
  await register(page);
  await expect(page).toHaveURL("/rooms/new");
  await expect(page.getByLabel("Room name")).toBeVisible();
});

test("a session that ends while a name is typed loses neither the name nor the room", async ({
  page,
  context,
  request,
  baseURL,
  complaints,
}) => {
  complaints.expect(/401|560/);
  const mira = await newMember(request, baseURL);
  await mira.signIn(context);
  await loseSession(page, "Kept kitchen");
  await signInAs(page, mira);
  await expect(page).toHaveURL(/\/room\/kept-kitchen/);
});

test("somebody else who signs in then gets the name that was typed, and no room that they have not asked for", async ({
  page,
  context,
  request,
  baseURL,
  complaints,
}) => {
  complaints.expect(/401|560/);
  const mira = await newMember(request, baseURL);
  const lev = await newMember(request, baseURL, "Lev");
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

test("a guest at a room's gate signs in and has asked", async ({ page, request, baseURL, complaints }) => {
  // whoever signs in knocks again, whatever was under way
  complaints.expect(/WebSocket is closed before/);
  const mira = await newMember(request, baseURL);
  const lev = await newMember(request, baseURL, "Lev");
  const { id, url } = await mira.makeRoom("Locked");
  await mira.call("mutation", "rooms.update", { id, password: "sesame" } as never);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Sign in to ask to join without it" }).click();
  await signInAs(page, lev);
  await expect(page.getByText("Waiting for an answer")).toBeVisible();
});

test("an owner who signs in at the gate of their own room is in it, and is not told off", async ({
  page,
  request,
  baseURL,
  complaints,
}) => {
  complaints.expect(/WebSocket is closed before|560/);
  const told = await watchAlerts(page);
  const asked: Promise<unknown>[] = [];
  page.on("request", (sent) => {
    if (sent.postData()?.includes("access.request")) asked.push(sent.response());
  });
  const mira = await newMember(request, baseURL);
  const { id, url } = await mira.makeRoom("Locked out");
  await mira.call("mutation", "rooms.update", { id, password: "sesame" } as never);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Sign in to ask to join without it" }).click();
  await signInAs(page, mira);
  await expect(page.getByText("You host")).toBeVisible();
  expect(asked).toHaveLength(1);
  await Promise.all(asked);
  expect(await told()).toEqual([]);
});

test("who may add tracks is at it after signing in from the guest bar", async ({ page, request, baseURL }) => {
  const mira = await newMember(request, baseURL);
  const { url } = await mira.makeRoom("Mine to fill");
  await page.goto(`/room/${url}`);
  await page.getByRole("complementary").getByRole("button", { name: "Sign in" }).click();
  await signInAs(page, mira);
  await expect(page.getByRole("dialog", { name: "Add tracks" })).toBeVisible();
});

test("an invitation is accepted by who signs in for it", async ({ page, request, baseURL }) => {
  const mira = await newMember(request, baseURL);
  const lev = await newMember(request, baseURL, "Lev");
  const { id, url } = await mira.makeRoom("Invited");
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

test("signing in in another window does it here, too, and the dialog does not come back", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const word = unique("windows");
  const mira = await newMember(request, baseURL);
  await mira.makeRoom(word);
  await page.goto(`/?q=${word}`);
  await page.getByRole("button", { name: `Favorite: ${word}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const other = await newPage(context);
  await other.goto("/?showAuth=true");
  await signInAs(other, mira);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: `Favorite: ${word}` })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Your menu: Mira" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
});
