import type { Locator } from "@playwright/test";
import { chooseMenuItem, openRoom, press, ROOM_NAME, type ScreenState, type ScreenVisit, TRACKS } from "./screen-state.ts";
import { expect } from "./test.ts";

const [, SECOND] = TRACKS;

/** The open dialog. */
const dialog = ({ page }: ScreenVisit): Locator => page.getByRole("dialog");

async function openAddTracks(visit: ScreenVisit, tab: "files" | "library" | "link"): Promise<void> {
  const { room, uploads } = visit.texts;
  await press(visit, room.playlist.add);
  await dialog(visit).getByRole("tab", { name: uploads.tab[tab], exact: true }).click();
}

async function openPlaylistMenu(visit: ScreenVisit): Promise<void> {
  await press(visit, visit.texts.room.playlist.more);
  await expect(visit.page.getByRole("menu")).toBeVisible();
}

async function openEntryMenu(visit: ScreenVisit): Promise<void> {
  await press(visit, visit.texts.room.playlist.menu.replace("{{title}}", SECOND));
  await expect(visit.page.getByRole("menu")).toBeVisible();
}

/** Phones have the sort order in the menu of the playlist. */
async function openSortOrder(visit: ScreenVisit): Promise<void> {
  const { page, texts, device } = visit;
  const { label, manual } = texts.room.playlist.sort;
  if (device === "desktop") {
    await page.getByRole("button", { name: `${label}:` }).click();
    await expect(page.getByRole("option", { name: manual })).toBeVisible();
    return;
  }
  await openPlaylistMenu(visit);
  await chooseMenuItem(visit, label);
  await expect(page.getByRole("menuitemradio", { name: manual })).toBeVisible();
}

/** The dialogs and menus of a room, as its owner sees them. */
export const ROOM_DIALOG_SCREENS: readonly ScreenState[] = [
  { title: "a room of one's own", open: openRoom },
  {
    title: "the upload of files",
    async open(visit) {
      await openAddTracks(visit, "files");
      await expect(dialog(visit).getByTestId("files")).toBeAttached();
    },
  },
  {
    title: "the library",
    only: "phone",
    async open(visit) {
      await openAddTracks(visit, "library");
      const list = dialog(visit).getByRole("list", { name: visit.texts.library.list });
      await expect(list.getByText(SECOND, { exact: true })).toBeVisible();
    },
  },
  {
    title: "a link to a track",
    only: "phone",
    async open(visit) {
      await openAddTracks(visit, "link");
      await expect(dialog(visit).getByLabel(visit.texts.uploads.link.address)).toBeVisible();
    },
  },
  {
    title: "the invitation dialog",
    only: "phone",
    async open(visit) {
      await press(visit, visit.texts.shell.invite);
      await expect(dialog(visit).getByRole("button", { name: visit.texts.invites.make.button })).toBeVisible();
    },
  },
  {
    title: "a QR code on the whole screen",
    async open(visit) {
      await press(visit, visit.texts.shell.invite);
      await dialog(visit).getByRole("button", { name: visit.texts.invites.fullScreen }).click();
      await expect(visit.page.getByRole("dialog", { name: ROOM_NAME }).getByRole("img")).toBeVisible();
    },
  },
  {
    title: "the settings of a room",
    only: "phone",
    async open(visit) {
      const { people, roomSettings } = visit.texts;
      await press(visit, people.roomSettings);
      await expect(dialog(visit).getByLabel(roomSettings.name, { exact: true })).toBeVisible();
    },
  },
  { title: "the menu of the playlist", open: openPlaylistMenu },
  { title: "the sort order", open: openSortOrder },
  {
    title: "what plays next",
    only: "phone",
    async open(visit) {
      await openPlaylistMenu(visit);
      await chooseMenuItem(visit, visit.texts.playback.upNext.title);
      await expect(dialog(visit).getByRole("listitem").first()).toBeVisible();
    },
  },
  {
    title: "the history",
    only: "phone",
    async open(visit) {
      await openPlaylistMenu(visit);
      await chooseMenuItem(visit, visit.texts.room.playlist.history);
      await expect(dialog(visit).getByRole("heading", { name: visit.texts.history.empty })).toBeVisible();
    },
  },
  {
    title: "the room log",
    async open(visit) {
      await openPlaylistMenu(visit);
      await chooseMenuItem(visit, visit.texts.room.playlist.log);
      await expect(dialog(visit).getByRole("button", { name: visit.texts.roomLog.setBack.start }).first()).toBeVisible();
    },
  },
  {
    title: "the import of a playlist",
    async open(visit) {
      await openPlaylistMenu(visit);
      await chooseMenuItem(visit, visit.texts.room.playlist.import);
      await expect(dialog(visit).getByRole("button", { name: visit.texts.uploads.import.choose })).toBeVisible();
    },
  },
  { title: "the menu of a track", open: openEntryMenu },
  {
    title: "the move to a position",
    async open(visit) {
      await openEntryMenu(visit);
      await chooseMenuItem(visit, visit.texts.room.playlist.moveToItem);
      await expect(dialog(visit).getByRole("textbox")).toBeVisible();
    },
  },
  {
    title: "the tags of a track",
    only: "phone",
    async open(visit) {
      await openEntryMenu(visit);
      await chooseMenuItem(visit, visit.texts.room.playlist.edit);
      await expect(dialog(visit).getByLabel(visit.texts.trackEdit.field.artist)).toBeVisible();
    },
  },
  {
    title: "the keyboard shortcuts",
    only: "desktop",
    async open(visit) {
      await press(visit, visit.texts.playback.shortcuts.title);
      await expect(dialog(visit).getByRole("heading", { name: visit.texts.playback.shortcuts.title })).toBeVisible();
    },
  },
];
