import { useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LOCALE_COOKIE } from "#app/protocol/http.ts";
import { isLocale, type Locale } from "./config.ts";
import { loadTexts } from "./load-texts.ts";
import { localeLimits } from "./locale-limits.ts";

/** The language of the interface, and how to change it: at once, for a year, without a reload. */
export function useLanguage(): { readonly locale: Locale; readonly choose: (locale: Locale) => Promise<void> } {
  const { i18n } = useTranslation();
  const revalidator = useRevalidator();
  const locale = isLocale(i18n.language) ? i18n.language : "en";
  return {
    locale,
    async choose(next) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
      document.cookie = `${LOCALE_COOKIE}=${next}; Path=/; Max-Age=${localeLimits.localeCookieSeconds}; SameSite=Lax`;
      await loadTexts(i18n, next);
      await i18n.changeLanguage(next);
      document.documentElement.lang = next;
      // titles come from the server
      revalidator.revalidate();
    },
  };
}
