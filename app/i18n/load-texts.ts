import type { i18n as I18n } from "i18next";
import type { Locale } from "./config.ts";

const TEXTS = {
  en: () => import("./en/texts.ts"),
  ru: () => import("./ru/texts.ts"),
} satisfies Record<Locale, () => Promise<{ texts: unknown }>>;

/** Texts of the developers' pages: nobody else needs them, and a link there loads the document anew. */
const DEV_TEXTS = {
  en: () => import("./en/dev.ts"),
  ru: () => import("./ru/dev.ts"),
} satisfies Record<Locale, () => Promise<{ dev: unknown }>>;

/** Fetches the texts of a language, so that it can be switched to without a flash. */
export async function loadTexts(i18n: I18n, locale: Locale): Promise<void> {
  const isDev = location.pathname.startsWith("/dev");
  const [{ texts }, further] = await Promise.all([TEXTS[locale](), isDev ? DEV_TEXTS[locale]() : {}]);
  for (const [namespace, bundle] of Object.entries({ ...texts, ...further })) i18n.addResourceBundle(locale, namespace, bundle);
}
