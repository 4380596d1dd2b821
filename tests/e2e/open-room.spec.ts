import { fixturePath } from "#tests/support/fixtures.ts";
import { openRoomAs } from "./people-in-room.ts";
import { setChecked } from "./set-checked.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { writeLongTrack } from "./wav-files.ts";

const TEXTS = {
  en: {
    locale: "en-US",
    settings: "Room settings",
    control: "Everyone can control playback",
    add: "Everyone signed in can add tracks",
    save: "Save",
    pause: "Pause",
    addTracks: "Add tracks",
    menu: "More about adts",
  },
  ru: {
    locale: "ru-RU",
    play: "Включить",
    pause: "Пауза",
    addTracks: "Добавить треки",
    closedBar: "Вы здесь гость: можно слушать и смотреть. Войдите, чтобы добавлять треки и участвовать.",
    openBar: "Вы здесь гость: можно слушать и управлять плеером. Войдите, и сможете сразу добавлять треки.",
  },
} as const;

test("guests in Russian control playback and spectators in English add tracks as long as the room lets them", async ({
  browser,
  request,
  baseURL,
}) => {
  const [host, ilse] = [await createUser(request, baseURL, "Sanne"), await createUser(request, baseURL, "Ilse")];
  const { id, url } = await host.createRoom("Open to all", [writeLongTrack("long")]);
  const { en, ru } = TEXTS;
  const hostPage = await openRoomAs(browser, baseURL, { user: host, url, locale: en.locale });
  const guest = await openRoomAs(browser, baseURL, { user: null, url, locale: ru.locale });
  const spectator = await openRoomAs(browser, baseURL, { user: ilse, url, locale: en.locale });
  const playButton = guest.getByRole("button", { name: ru.play, exact: true });
  const addButton = spectator.getByRole("button", { name: en.addTracks });
  await expect(guest.getByText(ru.closedBar)).toBeVisible();
  await expect(playButton).toBeDisabled();
  await expect(spectator.getByRole("row")).toHaveCount(1);
  await expect(addButton).toHaveCount(0);

  await hostPage.getByRole("button", { name: en.settings }).click();
  const settings = hostPage.getByRole("dialog", { name: en.settings });
  await setChecked(settings.getByRole("switch", { name: en.control }));
  await setChecked(settings.getByRole("switch", { name: en.add }));
  await settings.getByRole("button", { name: en.save }).click();
  await expect(settings).toBeHidden();

  // The buttons of people who are in the room change at once.
  await expect(guest.getByText(ru.openBar)).toBeVisible();
  await expect(playButton).toBeEnabled();
  await playButton.click();
  await expect(hostPage.getByRole("button", { name: en.pause }).first()).toBeVisible();
  await expect(guest.getByRole("button", { name: ru.addTracks })).toHaveCount(0);
  await addButton.first().click();
  const dialog = spectator.getByRole("dialog");
  await dialog.getByTestId("files").setInputFiles([fixturePath("adts.aac")]);
  await expect(hostPage.getByRole("row")).toHaveCount(2);
  // A dialog hides the rest of the page from the accessibility tree.
  const ownMenu = spectator.getByRole("button", { name: en.menu, includeHidden: true });
  await expect(ownMenu.first()).toBeAttached();

  await host.call("mutation", "rooms.update", { id, guestsMayControl: false, guestsMayAdd: false });
  await expect(guest.getByText(ru.closedBar)).toBeVisible();
  await expect(guest.getByRole("button", { name: ru.pause }).first()).toBeDisabled();
  await expect(dialog).toBeHidden();
  await expect(ownMenu).toHaveCount(0);
  await expect(addButton).toHaveCount(0);
  for (const page of [hostPage, guest, spectator]) await page.context().close();
});
