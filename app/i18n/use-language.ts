import { useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LOCALE_COOKIE } from "#app/protocol/http.ts";
import { isLocale, type Locale } from "./config.ts";
import { loadLocaleTexts } from "./load-texts.ts";
import { localeLimits } from "./locale-limits.ts";

/** The locale of the interface. `setLocale` changes it without a reload and stores it in a cookie. */
export function useLanguage(): { readonly locale: Locale; readonly setLocale: (locale: Locale) => Promise<void> } {
  const { i18n } = useTranslation();
  const revalidator = useRevalidator();
  const locale = isLocale(i18n.language) ? i18n.language : "en";
  return {
    locale,
    async setLocale(next) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
      document.cookie = `${LOCALE_COOKIE}=${next}; Path=/; Max-Age=${localeLimits.localeCookieSeconds}; SameSite=Lax`;
      await loadLocaleTexts(i18n, next);
      await i18n.changeLanguage(next);
      document.documentElement.lang = next;
      // page titles come from the loaders
      revalidator.revalidate();
    },
  };
}
