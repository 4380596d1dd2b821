import { texts as devEn } from "./en/dev-texts.ts";
import { texts as helpEn } from "./en/help-texts.ts";
import { texts as roomEn } from "./en/room-texts.ts";
import { texts as en } from "./en/texts.ts";
import { texts as tracksEn } from "./en/tracks-texts.ts";
import { texts as devRu } from "./ru/dev-texts.ts";
import { texts as helpRu } from "./ru/help-texts.ts";
import { texts as roomRu } from "./ru/room-texts.ts";
import { texts as ru } from "./ru/texts.ts";
import { texts as tracksRu } from "./ru/tracks-texts.ts";

/** Both languages, all of them: the Worker renders either. */
export const resources = {
  en: { ...en, ...roomEn, ...tracksEn, ...helpEn, ...devEn },
  ru: { ...ru, ...roomRu, ...tracksRu, ...helpRu, ...devRu },
} as const;
