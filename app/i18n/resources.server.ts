import { dev as devEn } from "./en/dev.ts";
import { texts as en } from "./en/texts.ts";
import { dev as devRu } from "./ru/dev.ts";
import { texts as ru } from "./ru/texts.ts";

/** Both languages: the Worker renders either. */
export const resources = { en: { ...en, dev: devEn }, ru: { ...ru, dev: devRu } } as const;
