import { createLatest } from "#app/lib/latest.ts";
import { type Area, areaOfPage } from "./areas.ts";
import { isLocale, type Locale } from "./config.ts";
import { addTexts } from "./create-i18n.ts";
import { pageI18n } from "./page-i18n.ts";

type Load = () => Promise<{ readonly texts: object }>;

const TEXTS: Record<Locale, Record<Area, Load>> = {
  en: {
    everywhere: () => import("#app/i18n/en/texts.ts"),
    room: () => import("#app/i18n/en/room-texts.ts"),
    roomSettings: () => import("#app/i18n/en/room-settings-texts.ts"),
    devices: () => import("#app/i18n/en/devices-texts.ts"),
    tracks: () => import("#app/i18n/en/tracks-texts.ts"),
    imports: () => import("#app/i18n/en/imports-texts.ts"),
    chat: () => import("#app/i18n/en/chat-texts.ts"),
    account: () => import("#app/i18n/en/account-texts.ts"),
    help: () => import("#app/i18n/en/help-texts.ts"),
    installed: () => import("#app/i18n/en/installed-texts.ts"),
    dev: () => import("#app/i18n/en/dev-texts.ts"),
  },
  ru: {
    everywhere: () => import("#app/i18n/ru/texts.ts"),
    room: () => import("#app/i18n/ru/room-texts.ts"),
    roomSettings: () => import("#app/i18n/ru/room-settings-texts.ts"),
    devices: () => import("#app/i18n/ru/devices-texts.ts"),
    tracks: () => import("#app/i18n/ru/tracks-texts.ts"),
    imports: () => import("#app/i18n/ru/imports-texts.ts"),
    chat: () => import("#app/i18n/ru/chat-texts.ts"),
    account: () => import("#app/i18n/ru/account-texts.ts"),
    help: () => import("#app/i18n/ru/help-texts.ts"),
    installed: () => import("#app/i18n/ru/installed-texts.ts"),
    dev: () => import("#app/i18n/ru/dev-texts.ts"),
  },
};

/** The areas whose texts the page has. */
const loaded = new Set<Area>();

/** Shows the texts that came with a page. */
export function showEmbeddedTexts(language: Locale, pathname: string, texts: object): void {
  show(language, [texts]);
  for (const area of ["everywhere", areaOfPage(pathname)] as const) loaded.add(area);
}

/** Loads the texts of a page unless they are loaded already. */
export function loadPageTexts(pathname: string): Promise<void> {
  return loadAreaTexts(areaOfPage(pathname));
}

/** Loads the texts of an area unless they are loaded already. */
export async function loadAreaTexts(area: Area): Promise<void> {
  if (loaded.has(area)) return;
  const language = pageLanguage();
  const { texts } = await TEXTS[language][area]();
  // The language may have changed meanwhile.
  if (language !== pageLanguage()) return loadAreaTexts(area);
  addTexts(pageI18n, language, texts);
  loaded.add(area);
}

const latestLanguage = createLatest();

/** Shows all areas in use in another language. Until they are loaded, the page keeps its language. Of several calls the last counts. */
export function showLanguage(language: Locale): Promise<void> {
  return latestLanguage.run(
    () => loadAll(language),
    (parts) => {
      show(language, parts);
      document.documentElement.lang = language;
    },
  );
}

async function loadAll(language: Locale): Promise<readonly object[]> {
  const areas = [...loaded];
  const parts = await Promise.all(areas.map((area) => TEXTS[language][area]()));
  // Another area may have been added meanwhile.
  return areas.length === loaded.size ? parts.map(({ texts }) => texts) : loadAll(language);
}

function show(language: Locale, parts: readonly object[]): void {
  for (const part of parts) addTexts(pageI18n, language, part);
  // i18next changes the language before this returns, because it has nothing to load
  void pageI18n.changeLanguage(language);
}

function pageLanguage(): Locale {
  return isLocale(pageI18n.language) ? pageI18n.language : "en";
}
