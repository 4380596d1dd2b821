import { openRoom, press, type ScreenState, type ScreenVisit } from "./screen-state.ts";
import { expect } from "./test.ts";

/** Phones have the button in the people panel. */
async function openGuestName(visit: ScreenVisit): Promise<void> {
  const { page, texts, device } = visit;
  const { title, guestName } = texts.people;
  if (device === "phone") await press(visit, title);
  await press(visit, guestName.choose);
  await expect(page.getByRole("textbox", { name: guestName.label })).toBeVisible();
}

/** The screens of visitors who are not signed in. */
export const GUEST_SCREENS: readonly ScreenState[] = [
  {
    title: "the list of rooms",
    only: "phone",
    async open({ page }) {
      await page.goto("/");
      await expect(page.getByRole("article").first()).toBeVisible();
    },
  },
  {
    title: "the sign-in dialog",
    only: "phone",
    async open({ page, texts }) {
      await page.getByRole("banner").getByRole("button", { name: texts.shell.menu.signIn }).click();
      await expect(page.getByRole("dialog").getByLabel(texts.auth.emailOrUsername)).toBeVisible();
    },
  },
  { title: "a room", open: openRoom },
  { title: "the name of a guest", open: openGuestName },
  {
    title: "the settings menu",
    async open({ page, texts }) {
      await page.getByRole("banner").getByRole("button", { name: texts.shell.menu.settings }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  {
    title: "the devices of a room",
    async open(visit) {
      const { page, texts } = visit;
      await openRoom(visit);
      await press(visit, texts.room.devices);
      await expect(page.getByRole("slider", { name: texts.devices.group.volume })).toBeDisabled();
      await expect(page.getByRole("heading", { name: texts.devices.alone })).toBeVisible();
    },
  },
  {
    title: "the password prompt of a room",
    async open({ page, rooms }) {
      await page.goto(rooms.lockedRoom);
      await expect(page.locator("input[name=room-password]")).toBeVisible();
    },
  },
  {
    title: "an invitation",
    only: "phone",
    async open({ page, texts, rooms }) {
      await page.goto(rooms.invite);
      await expect(page.getByRole("button", { name: texts.invites.page.signIn })).toBeVisible();
    },
  },
  {
    title: "the sign-in page",
    async open({ page, texts }) {
      await page.goto("/auth");
      await expect(page.getByLabel(texts.auth.emailOrUsername)).toBeVisible();
    },
  },
  {
    title: "the registration",
    async open({ page, texts }) {
      await page.getByRole("tab", { name: texts.auth.register }).click();
      await expect(page.getByLabel(texts.auth.username, { exact: true })).toBeVisible();
    },
  },
  {
    title: "an incomplete reset link",
    only: "phone",
    async open({ page, texts }) {
      await page.goto("/reset-password");
      await expect(page.getByRole("heading", { name: texts.auth.reset.missing })).toBeVisible();
    },
  },
  {
    title: "the request for a new password",
    only: "phone",
    async open(visit) {
      await press(visit, visit.texts.auth.reset.newLink);
      await expect(visit.page.getByRole("heading", { name: visit.texts.auth.forgotTitle })).toBeVisible();
    },
  },
  {
    title: "the offline page",
    only: "phone",
    async open({ page, texts }) {
      await page.goto("/offline");
      await expect(page.getByRole("heading", { name: texts.offline.title })).toBeVisible();
    },
  },
  {
    title: "a page that does not exist",
    only: "phone",
    async open({ page, texts }) {
      await page.goto("/nowhere");
      await expect(page.getByRole("link", { name: texts.shell.backToRooms }).last()).toBeVisible();
    },
  },
];
