import type { Locator, Page } from "@playwright/test";
import { LISTEN_BUTTON } from "#tests/e2e/device.ts";
import type { Language } from "#tests/e2e/each-language.ts";
import { openWithoutUserActivation, type PageDriver } from "#tests/e2e/page-driver.ts";
import { expect } from "#tests/e2e/test.ts";
import type { TestUser } from "#tests/e2e/test-user.ts";

export type Rooms = { readonly owner: TestUser; readonly pausedUrl: string; readonly playingUrl: string };

export type Visit = {
  readonly page: Page;
  readonly texts: Language["texts"];
  readonly baseURL: string;
  readonly rooms: Rooms;
};

export type Screen = {
  readonly name: string;
  readonly visitor: "guest" | "owner";
  /** Opens the screen. Returns the part of the page that is compared; null for what the browser shows of the page. */
  readonly open: (visit: Visit) => Promise<Locator | null>;
};

/** Waits until the page shows the room, without the connections of the pictures before. */
async function waitForRoom({ page, texts }: Visit): Promise<void> {
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByText(texts.room.here_one.replace("{{count}}", "1"), { exact: true })).toBeVisible();
}

/** Opens a room in which the browser plays no sound, so that the player always has the same buttons. */
async function openRoom(visit: Visit, url: string): Promise<PageDriver> {
  const driver = await openWithoutUserActivation(visit.page, `${visit.baseURL}/room/${url}`);
  await driver.waitFor(`document.querySelectorAll("[role=row]").length === 3`);
  return driver;
}

async function openPausedRoom(visit: Visit): Promise<void> {
  await openRoom(visit, visit.rooms.pausedUrl);
  await waitForRoom(visit);
}

/** The list of rooms comes first: a failed test is followed by a new worker, which creates further rooms. */
export const SCREENS: readonly Screen[] = [
  {
    name: "home",
    visitor: "guest",
    async open({ page }) {
      await page.goto("/");
      await expect(page.getByRole("article")).toHaveCount(2);
      return null;
    },
  },
  {
    name: "room-guest",
    visitor: "guest",
    async open(visit) {
      const driver = await openRoom(visit, visit.rooms.playingUrl);
      await driver.waitFor(`document.querySelector("${LISTEN_BUTTON}")`);
      await waitForRoom(visit);
      return null;
    },
  },
  {
    name: "room-owner",
    visitor: "owner",
    async open(visit) {
      await openPausedRoom(visit);
      return null;
    },
  },
  {
    name: "devices",
    visitor: "owner",
    async open(visit) {
      const { page, texts } = visit;
      await openPausedRoom(visit);
      await page.getByRole("button", { name: texts.room.devices, exact: true }).click();
      const panel = page.getByRole("complementary", { name: texts.devices.title });
      const dialog = page.getByRole("dialog", { name: texts.devices.title });
      const shown = panel.or(dialog);
      await expect(shown.getByRole("heading", { name: texts.devices.alone })).toBeVisible();
      // the device has reported
      await expect(shown.getByText(texts.devices.status.locked)).toBeVisible();
      return shown;
    },
  },
  {
    name: "add-tracks",
    visitor: "owner",
    async open(visit) {
      const { page, texts } = visit;
      await openPausedRoom(visit);
      await page.getByRole("button", { name: texts.room.playlist.add, exact: true }).click();
      const dialog = page.getByRole("dialog", { name: texts.uploads.title });
      await expect(dialog.getByTestId("files")).toBeAttached();
      return dialog;
    },
  },
  {
    name: "settings",
    visitor: "owner",
    async open({ page }) {
      await page.goto("/settings");
      await expect(page.getByRole("main").getByRole("heading", { level: 2 }).last()).toBeVisible();
      return null;
    },
  },
];

/** Parts that depend on random ids or on the time: avatars, room artwork, the age of an entry and the position in a track. */
export function listChangingParts({ page, texts }: Visit): readonly Locator[] {
  return [
    page.locator("span.size-full.rounded-full"),
    page.getByRole("article").locator("svg[viewBox='0 0 100 100']"),
    page.getByTestId("room-cover").locator("p:has(span.rounded-full)"),
    page.getByRole("slider", { name: texts.room.player.seek, exact: true }).locator("xpath=.."),
  ];
}
