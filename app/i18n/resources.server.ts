import type { Area } from "./areas.ts";
import type { Locale } from "./config.ts";
import { texts as accountEn } from "./en/account-texts.ts";
import { texts as chatEn } from "./en/chat-texts.ts";
import { texts as devEn } from "./en/dev-texts.ts";
import { texts as devicesEn } from "./en/devices-texts.ts";
import { texts as helpEn } from "./en/help-texts.ts";
import { texts as importsEn } from "./en/imports-texts.ts";
import { texts as installedEn } from "./en/installed-texts.ts";
import { texts as roomSettingsEn } from "./en/room-settings-texts.ts";
import { texts as roomEn } from "./en/room-texts.ts";
import { texts as everywhereEn } from "./en/texts.ts";
import { texts as tracksEn } from "./en/tracks-texts.ts";
import { texts as accountRu } from "./ru/account-texts.ts";
import { texts as chatRu } from "./ru/chat-texts.ts";
import { texts as devRu } from "./ru/dev-texts.ts";
import { texts as devicesRu } from "./ru/devices-texts.ts";
import { texts as helpRu } from "./ru/help-texts.ts";
import { texts as importsRu } from "./ru/imports-texts.ts";
import { texts as installedRu } from "./ru/installed-texts.ts";
import { texts as roomSettingsRu } from "./ru/room-settings-texts.ts";
import { texts as roomRu } from "./ru/room-texts.ts";
import { texts as everywhereRu } from "./ru/texts.ts";
import { texts as tracksRu } from "./ru/tracks-texts.ts";

/** The texts of each area, for the server. */
export const areaTexts = {
  en: {
    everywhere: everywhereEn,
    room: roomEn,
    roomSettings: roomSettingsEn,
    devices: devicesEn,
    tracks: tracksEn,
    imports: importsEn,
    chat: chatEn,
    account: accountEn,
    help: helpEn,
    installed: installedEn,
    dev: devEn,
  },
  ru: {
    everywhere: everywhereRu,
    room: roomRu,
    roomSettings: roomSettingsRu,
    devices: devicesRu,
    tracks: tracksRu,
    imports: importsRu,
    chat: chatRu,
    account: accountRu,
    help: helpRu,
    installed: installedRu,
    dev: devRu,
  },
} as const satisfies Record<Locale, Record<Area, object>>;

/** All texts in both languages, for the server. Error texts are split by area and joined here. */
export const resources = {
  en: {
    ...everywhereEn,
    ...roomEn,
    ...roomSettingsEn,
    ...devicesEn,
    ...tracksEn,
    ...importsEn,
    ...chatEn,
    ...accountEn,
    ...helpEn,
    ...installedEn,
    ...devEn,
    errors: { ...everywhereEn.errors, ...tracksEn.errors, ...importsEn.errors, ...chatEn.errors, ...accountEn.errors },
  },
  ru: {
    ...everywhereRu,
    ...roomRu,
    ...roomSettingsRu,
    ...devicesRu,
    ...tracksRu,
    ...importsRu,
    ...chatRu,
    ...accountRu,
    ...helpRu,
    ...installedRu,
    ...devRu,
    errors: { ...everywhereRu.errors, ...tracksRu.errors, ...importsRu.errors, ...chatRu.errors, ...accountRu.errors },
  },
} as const;
