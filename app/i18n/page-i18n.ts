import { createI18n } from "./create-i18n.ts";

/** The texts of this browser's page. The entry fills it before the page is hydrated. The server does not use it. */
export const pageI18n = createI18n("en", {});
