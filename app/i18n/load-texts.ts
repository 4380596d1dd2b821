import type { i18n as I18n } from "i18next";
import type { Locale } from "./config.ts";

export type Area = "everywhere" | "room" | "tracks" | "account" | "help" | "dev";
type Load = () => Promise<{ readonly texts: object }>;

const TEXTS: Record<Locale, Record<Area, Load>> = {
  en: {
    everywhere: () => import("#app/i18n/en/texts.ts"),
    room: () => import("#app/i18n/en/room-texts.ts"),
    tracks: () => import("#app/i18n/en/tracks-texts.ts"),
    account: () => import("#app/i18n/en/account-texts.ts"),
    help: () => import("#app/i18n/en/help-texts.ts"),
    dev: () => import("#app/i18n/en/dev-texts.ts"),
  },
  ru: {
    everywhere: () => import("#app/i18n/ru/texts.ts"),
    room: () => import("#app/i18n/ru/room-texts.ts"),
    tracks: () => import("#app/i18n/ru/tracks-texts.ts"),
    account: () => import("#app/i18n/ru/account-texts.ts"),
    help: () => import("#app/i18n/ru/help-texts.ts"),
    dev: () => import("#app/i18n/ru/dev-texts.ts"),
  },
};

/** By the first part of an address. */
const AREAS: Readonly<Record<string, Area>> = {
  room: "room",
  invite: "room",
  auth: "account",
  "reset-password": "account",
  protected: "account",
  settings: "account",
  help: "help",
  dev: "dev",
};

const loaded = new Set<Area>(["everywhere"]);

/** Fetches the texts that a page needs, unless they are there. */
export async function loadTextsOf(i18n: I18n, pathname: string): Promise<void> {
  await loadArea(i18n, AREAS[pathname.split("/")[1] ?? ""] ?? "everywhere");
}

/** Fetches the texts of an area, unless they are there. */
export async function loadArea(i18n: I18n, area: Area): Promise<void> {
  if (loaded.has(area)) return;
  await load(i18n, i18n.language as Locale, area);
  loaded.add(area);
}

/** Fetches all that has been needed so far in another language, so that it can be switched to without a flash. */
export async function loadTexts(i18n: I18n, locale: Locale): Promise<void> {
  await Promise.all([...loaded].map((area) => load(i18n, locale, area)));
}

async function load(i18n: I18n, locale: Locale, area: Area): Promise<void> {
  const { texts } = await TEXTS[locale][area]();
  for (const [namespace, bundle] of Object.entries(texts)) i18n.addResourceBundle(locale, namespace, bundle);
}
