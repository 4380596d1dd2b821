import type { i18n as I18n } from "i18next";
import type { Locale } from "./config.ts";

const TEXTS = {
  en: () => import("./en/texts.ts"),
  ru: () => import("./ru/texts.ts"),
} satisfies Record<Locale, () => Promise<{ texts: unknown }>>;

/** Fetches all texts of a language, so that it can be switched to without a flash. */
export async function loadTexts(i18n: I18n, locale: Locale): Promise<void> {
  const { texts } = await TEXTS[locale]();
  for (const [namespace, bundle] of Object.entries(texts)) i18n.addResourceBundle(locale, namespace, bundle);
}
