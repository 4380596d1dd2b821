import { createTextStore } from "./text-store.ts";

/** The texts of this browser's page. The entry fills it before the page is hydrated. The server does not use it. */
export const pageTexts = createTextStore("en");
