import { expect, type Page } from "@playwright/test";
import { LISTEN_BUTTON } from "./device.ts";
import type { Language } from "./each-language.ts";
import { openWithoutUserActivation } from "./page-driver.ts";

// The states of pages in which the controls are measured.

export type Visit = { readonly page: Page; readonly texts: Language["texts"]; readonly baseURL: string; readonly url: string };

/** The room at the connect prompt. */
async function openSilentRoom({ page, baseURL, url }: Visit): Promise<void> {
  const driver = await openWithoutUserActivation(page, `${baseURL}/room/${url}`);
  await driver.waitFor(`document.querySelector("${LISTEN_BUTTON}")`);
  await expect(page.getByRole("row")).toHaveCount(2);
}

async function openPlayingRoom(visit: Visit): Promise<void> {
  await openSilentRoom(visit);
  const listen = visit.page.locator(`${LISTEN_BUTTON} >> visible=true`);
  await listen.click();
  await expect(listen).toHaveCount(0);
}

async function openRoomDialog(visit: Visit, button: string): Promise<void> {
  await openSilentRoom(visit);
  await visit.page.getByRole("button", { name: button, exact: true }).click();
  await expect(visit.page.getByRole("dialog")).toBeVisible();
}

/** The full player: the sheet of phones, or the menu of a narrow dock. A wide dock has everything. */
async function openPlayer({ page, texts }: Visit): Promise<void> {
  const miniBar = page.getByRole("button", { name: texts.room.player.openSheet });
  const dockMenu = page.getByTestId("dock").getByRole("button", { name: texts.shell.more, exact: true });
  const opener = miniBar.or(dockMenu).filter({ visible: true });
  if ((await opener.count()) === 0) return;
  await opener.click();
  await expect(page.getByRole("dialog").getByRole("slider", { name: texts.room.player.volume })).toBeVisible();
}

async function closePlayer({ page }: Visit): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

export type State = {
  readonly title: string;
  readonly visitor: "host" | "guest";
  readonly open: (visit: Visit) => Promise<void>;
  /** Called on each size of the screen, before the measurement and after it. */
  readonly onSize?: { readonly before: (visit: Visit) => Promise<void>; readonly after: (visit: Visit) => Promise<void> };
};

export const STATES: readonly State[] = [
  {
    title: "the home page",
    visitor: "host",
    async open({ page }) {
      await page.goto("/");
      await expect(page.getByRole("article").first()).toBeVisible();
    },
  },
  { title: "a room that a guest does not listen to", visitor: "guest", open: openSilentRoom },
  {
    title: "a playing room with a selection",
    visitor: "host",
    async open(visit) {
      await openPlayingRoom(visit);
      const { page, texts } = visit;
      await page.getByRole("button", { name: texts.room.playlist.select }).click();
      await page
        .getByRole("row")
        .first()
        .click({ position: { x: 140, y: 20 } });
      const bar = page.getByRole("toolbar", { name: texts.room.playlist.batch });
      await expect(bar.getByRole("button", { name: texts.room.playlist.remove })).toBeVisible();
    },
  },
  {
    title: "a room with the people panel",
    visitor: "host",
    async open(visit) {
      await openSilentRoom(visit);
      const { page, texts } = visit;
      await page.getByRole("button", { name: texts.people.title, exact: true }).click();
      await expect(page.getByRole("searchbox", { name: texts.people.find })).toBeVisible();
      await expect(page.getByText("Анастасия").filter({ visible: true }).first()).toBeVisible();
    },
  },
  {
    title: "a room with the devices panel",
    visitor: "host",
    async open(visit) {
      await openSilentRoom(visit);
      const { page, texts } = visit;
      await page.getByRole("button", { name: texts.room.devices, exact: true }).click();
      // the details of the only device, with all actions of its owner
      await page.getByRole("listitem").filter({ hasText: texts.devices.thisDevice }).getByRole("button").click();
      await expect(page.getByText(texts.devices.detail.roundTrip)).toBeVisible();
    },
  },
  {
    title: "the full player",
    visitor: "host",
    open: openPlayingRoom,
    onSize: { before: openPlayer, after: closePlayer },
  },
  {
    title: "the dialog that adds tracks",
    visitor: "host",
    open: (visit) => openRoomDialog(visit, visit.texts.room.playlist.add),
  },
  {
    title: "the settings of a room",
    visitor: "host",
    open: (visit) => openRoomDialog(visit, visit.texts.people.roomSettings),
  },
  {
    title: "the dialog to sign in",
    visitor: "guest",
    async open({ page, texts }) {
      await page.goto("/");
      await page.getByRole("banner").getByRole("button", { name: texts.shell.menu.signIn }).click();
      await expect(page.getByRole("dialog").getByLabel(texts.auth.emailOrUsername)).toBeVisible();
    },
  },
  {
    title: "the settings page",
    visitor: "host",
    async open({ page }) {
      await page.goto("/settings");
      await expect(page.getByRole("main").getByRole("heading", { level: 2 }).last()).toBeVisible();
    },
  },
];
