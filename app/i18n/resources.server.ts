import { texts as accountEn } from "./en/account-texts.ts";
import { texts as devEn } from "./en/dev-texts.ts";
import { texts as helpEn } from "./en/help-texts.ts";
import { texts as roomEn } from "./en/room-texts.ts";
import { texts as en } from "./en/texts.ts";
import { texts as tracksEn } from "./en/tracks-texts.ts";
import { texts as accountRu } from "./ru/account-texts.ts";
import { texts as devRu } from "./ru/dev-texts.ts";
import { texts as helpRu } from "./ru/help-texts.ts";
import { texts as roomRu } from "./ru/room-texts.ts";
import { texts as ru } from "./ru/texts.ts";
import { texts as tracksRu } from "./ru/tracks-texts.ts";

/** Both languages, all of them: the Worker renders either. Errors come in parts, like what they belong to. */
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
