import { texts as en } from "./en/texts.ts";
import { texts as ru } from "./ru/texts.ts";

/** Both languages: the Worker renders either. */
export const resources = { en, ru } as const;
