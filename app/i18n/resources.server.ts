import { texts as accountEn } from "#app/i18n/en/account-texts.ts";
import { texts as devEn } from "#app/i18n/en/dev-texts.ts";
import { texts as helpEn } from "#app/i18n/en/help-texts.ts";
import { texts as roomEn } from "#app/i18n/en/room-texts.ts";
import { texts as en } from "#app/i18n/en/texts.ts";
import { texts as tracksEn } from "#app/i18n/en/tracks-texts.ts";
import { texts as accountRu } from "#app/i18n/ru/account-texts.ts";
import { texts as devRu } from "#app/i18n/ru/dev-texts.ts";
import { texts as helpRu } from "#app/i18n/ru/help-texts.ts";
import { texts as roomRu } from "#app/i18n/ru/room-texts.ts";
import { texts as ru } from "#app/i18n/ru/texts.ts";
import { texts as tracksRu } from "#app/i18n/ru/tracks-texts.ts";

/** All texts in both languages, for the server. Error texts are split by area and joined here. */
export const resources = {
  en: {
    ...en,
    ...roomEn,
    ...tracksEn,
    ...accountEn,
    ...helpEn,
    ...devEn,
    errors: { ...en.errors, ...roomEn.errors, ...accountEn.errors },
  },
  ru: {
    ...ru,
    ...roomRu,
    ...tracksRu,
    ...accountRu,
    ...helpRu,
    ...devRu,
    errors: { ...ru.errors, ...roomRu.errors, ...accountRu.errors },
  },
} as const;
