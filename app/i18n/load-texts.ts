import type { i18n as I18n } from "i18next";
import type { Locale } from "./config.ts";

/** A set of texts that is loaded together. */
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

/** The area of a page, by the first segment of its path. All other pages need only `everywhere`. */
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

/** Loads the texts of a page unless they are loaded already. */
export async function loadPageTexts(i18n: I18n, pathname: string): Promise<void> {
  await loadAreaTexts(i18n, AREAS[pathname.split("/")[1] ?? ""] ?? "everywhere");
}

/** Loads the texts of an area unless they are loaded already. */
export async function loadAreaTexts(i18n: I18n, area: Area): Promise<void> {
  if (loaded.has(area)) return;
  await load(i18n, i18n.language as Locale, area);
  loaded.add(area);
}

/** Loads all areas in use in another language, so that switching to it shows no untranslated text. */
export async function loadLocaleTexts(i18n: I18n, locale: Locale): Promise<void> {
  await Promise.all([...loaded].map((area) => load(i18n, locale, area)));
}

async function load(i18n: I18n, locale: Locale, area: Area): Promise<void> {
  const { texts } = await TEXTS[locale][area]();
  for (const [namespace, bundle] of Object.entries(texts)) i18n.addResourceBundle(locale, namespace, bundle);
}
