import { createInstance, type i18n as I18n, type ResourceLanguage } from "i18next";
import type { Locale } from "./config.ts";
import { formatCount } from "./format-count.ts";
import type { Namespaces, Translate } from "./text-keys.ts";

/** An instance of i18next with texts by namespace. It is ready when this returns. Keys that name no namespace are those of `shell`. */
export function createI18n(language: Locale, texts: ResourceLanguage): I18n {
  const i18n = createInstance();
  void i18n.init({
    lng: language,
    fallbackLng: false,
    defaultNS: "shell",
    resources: { [language]: texts },
    initImmediate: false,
    // React escapes
    interpolation: { escapeValue: false },
  });
  // That of i18next creates a formatter for each set of values, and keeps it.
  i18n.services.formatter?.add("number", (value, locale) => formatCount(Number(value), locale ?? language));
  return i18n;
}

/** Adds texts by namespace in one language. A namespace may come in several parts. */
export function addTexts(i18n: I18n, language: Locale, texts: object): void {
  for (const [namespace, part] of Object.entries(texts)) i18n.addResourceBundle(language, namespace, part, true, true);
}

/** The texts of one or more namespaces in the language of the instance, as `useTranslation` returns them. */
export function translateWith<const Names extends Namespaces = "shell">(i18n: I18n, names?: Names): Translate<Names> {
  const t = i18n.getFixedT(null, (typeof names === "object" ? names[0] : names) ?? "shell");
  return (key, values) => t(key, values ?? {});
}
