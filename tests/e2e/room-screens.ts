import { LISTEN_BUTTON } from "./device.ts";
import { openRoom, press, type ScreenState, type ScreenVisit } from "./screen-state.ts";
import { expect } from "./test.ts";

async function openPeople(visit: ScreenVisit): Promise<void> {
  const { page, texts } = visit;
  await openRoom(visit);
  await press(visit, texts.people.title);
  await expect(page.getByRole("searchbox", { name: texts.people.find })).toBeVisible();
  await expect(page.getByRole("button", { name: `${texts.people.approveAs} ${visit.rooms.requester}` })).toBeVisible();
}

/** The panel is a dialog on phones. Its list arrives after it has opened. */
async function openDevices(visit: ScreenVisit) {
  const { page, texts, device } = visit;
  await openRoom(visit);
  await press(visit, texts.room.devices);
  const panel = page.getByRole(device === "phone" ? "dialog" : "complementary", { name: texts.devices.title });
  await expect(panel.getByRole("heading", { name: texts.devices.alone })).toBeVisible();
  return panel;
}

async function openMenuOfPeople(visit: ScreenVisit, button: string): Promise<void> {
  await openPeople(visit);
  await press(visit, button);
  await expect(visit.page.getByRole("menu")).toBeVisible();
}

/** The element that has the full player: the dock, or the sheet of phones. */
async function openPlayer({ page, texts, device }: ScreenVisit) {
  if (device === "desktop") return page.getByTestId("dock");
  await page.getByRole("button", { name: texts.room.player.openSheet }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("slider", { name: texts.room.player.volume })).toBeVisible();
  return sheet;
}

/** The panels, the selection and the player of a room, as its owner sees them. */
export const ROOM_SCREENS: readonly ScreenState[] = [
  { title: "the people", open: openPeople },
  {
    title: "the chat",
    async open(visit) {
      const { page, texts } = visit;
      await openRoom(visit);
      await press(visit, texts.room.chat);
      await expect(page.getByRole("textbox", { name: texts.chat.message })).toBeVisible();
    },
  },
  {
    title: "the devices",
    async open(visit) {
      await openDevices(visit);
    },
  },
  {
    title: "the details of a device",
    async open(visit) {
      const panel = await openDevices(visit);
      await panel.getByRole("listitem").first().getByRole("button").click();
      await expect(panel.getByText(visit.texts.devices.detail.roundTrip)).toBeVisible();
    },
  },
  {
    title: "the log of this device",
    only: "phone",
    async open(visit) {
      const panel = await openDevices(visit);
      await panel.getByRole("button", { name: visit.texts.devices.log.title }).click();
    },
  },
  {
    title: "the form that adds a person",
    async open(visit) {
      const { page, texts } = visit;
      await openPeople(visit);
      await press(visit, texts.people.add);
      await expect(page.getByRole("textbox", { name: texts.people.addUsername })).toBeVisible();
    },
  },
  {
    title: "the roles for a request",
    open: (visit) => openMenuOfPeople(visit, `${visit.texts.people.approveAs} ${visit.rooms.requester}`),
  },
  {
    title: "the menu of a person",
    open(visit) {
      const { people, shell } = visit.texts;
      const name = people.roleLabel.replace("{{name}}", visit.rooms.participant);
      return openMenuOfPeople(visit, name.replace("{{role}}", shell.role.participant));
    },
  },
  {
    title: "selected tracks",
    async open(visit) {
      const { page, texts } = visit;
      await openRoom(visit);
      await press(visit, texts.room.playlist.select);
      await page
        .getByRole("row")
        .first()
        .click({ position: { x: 140, y: 20 } });
      const bar = page.getByRole("toolbar", { name: texts.room.playlist.batch });
      await expect(bar.getByRole("button", { name: texts.room.playlist.remove })).toBeVisible();
    },
  },
  {
    title: "the player",
    only: "phone",
    async open(visit) {
      await openRoom(visit);
      await openPlayer(visit);
    },
  },
  {
    title: "the details of the sync",
    async open(visit) {
      const { page, texts } = visit;
      await openRoom(visit);
      const player = await openPlayer(visit);
      await player.getByRole("button", { name: texts.room.sync.open }).click();
      await expect(page.getByRole("dialog").getByRole("slider", { name: texts.room.sync.adjust })).toBeVisible();
    },
  },
  {
    title: "the sleep timer",
    async open(visit) {
      const { page, texts } = visit;
      await openRoom(visit);
      const player = await openPlayer(visit);
      await player.getByRole("button", { name: texts.room.player.play, exact: true }).click();
      await expect(player.locator(LISTEN_BUTTON)).toHaveCount(0);
      await player.getByRole("button", { name: texts.playback.sleep.title }).click();
      await expect(page.getByRole("menuitemradio", { name: texts.playback.sleep.track })).toBeVisible();
    },
  },
];
