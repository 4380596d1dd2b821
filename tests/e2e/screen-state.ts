import type { Page } from "@playwright/test";
import type { Language } from "./each-language.ts";
import { expect } from "./test.ts";

/** The rooms of one visit, with the addresses and the people that its states need. */
export type ScreenRooms = {
  /** The paths of a public room with `TRACKS`, of a room with a password, and of an invite link. */
  readonly room: string;
  readonly lockedRoom: string;
  readonly invite: string;
  /** A participant of the room, and a person who has requested access to it. */
  readonly participant: string;
  readonly requester: string;
};

/** The name of the public room. */
export const ROOM_NAME = "Kitchen After Midnight";

/** The titles of the tracks of the public room, in order. */
export const TRACKS = ["first", "second", "third"] as const;

export type DeviceName = "desktop" | "phone";

export type ScreenVisit = {
  readonly page: Page;
  readonly texts: Language["texts"];
  readonly device: DeviceName;
  readonly rooms: ScreenRooms;
};

/** A state of a page. States of a list are opened one after the other, with the dialogs of the one before closed. */
export type ScreenState = {
  readonly title: string;
  /** Default: on both. */
  readonly only?: DeviceName;
  readonly open: (visit: ScreenVisit) => Promise<void>;
};

/** Opens the public room, and waits until its playlist is shown. */
export async function openRoom({ page, rooms }: ScreenVisit): Promise<void> {
  await page.goto(rooms.room);
  await expect(page.getByRole("row")).toHaveCount(TRACKS.length);
}

/** Presses the visible button with exactly this name. */
export async function press({ page }: ScreenVisit, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
}

export async function chooseMenuItem({ page }: ScreenVisit, name: string): Promise<void> {
  await page.getByRole("menuitem", { name }).click();
}

/** Closes dialogs, menus and popovers, the topmost first. All of them have the role of a dialog. */
export async function closeOverlays(page: Page): Promise<void> {
  const overlays = page.locator("[role=dialog]");
  for (let open = await overlays.count(); open > 0; open = await overlays.count()) {
    // the first press may close a tooltip
    await expect(async () => {
      await page.keyboard.press("Escape");
      expect(await overlays.count()).toBeLessThan(open);
    }).toPass();
  }
}
