import type { i18n as I18n } from "i18next";
import { areaOfPage } from "./areas.ts";
import type { Locale } from "./config.ts";
import { createI18n, translateWith } from "./create-i18n.ts";
import { areaTexts, resources } from "./resources.server.ts";
import type { Namespaces, Translate } from "./text-keys.ts";

/** All texts in each language. All requests share them, so nothing changes them. */
export const serverI18n: Readonly<Record<Locale, I18n>> = {
  en: createI18n("en", resources.en),
  ru: createI18n("ru", resources.ru),
};

/** The texts of one or more namespaces, as `useTranslation` returns them. */
export function getTranslation<const Names extends Namespaces = "shell">(language: Locale, names?: Names): Translate<Names> {
  return translateWith<Names>(serverI18n[language], names);
}

/** The texts that a page needs, as JSON that is safe inside a script element. */
export function serializePageTexts(language: Locale, pathname: string): string {
  const { everywhere, ...areas } = areaTexts[language];
  const area = areaOfPage(pathname);
  const page: Readonly<Record<string, object>> = area === "everywhere" ? {} : areas[area];
  const errors = { ...everywhere.errors, ...page.errors };
  return JSON.stringify({ ...everywhere, ...page, errors }).replaceAll("<", "\\u003c");
}
