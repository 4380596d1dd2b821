import { useRevalidator } from "@remix-run/react";
import type { Locale } from "./config.ts";
import { showLanguage } from "./load-texts.ts";
import { toLocaleCookie } from "./locale-cookie.ts";
import { useTranslation } from "./use-translation.ts";

/** The locale of the interface. `setLocale` changes it without a reload and stores it in a cookie. */
export function useLanguage(): { readonly locale: Locale; readonly setLocale: (locale: Locale) => Promise<void> } {
  const { language } = useTranslation();
  const revalidator = useRevalidator();
  return {
    locale: language,
    async setLocale(next) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
      document.cookie = toLocaleCookie(next, location.href);
      await showLanguage(next);
      // page titles come from the loaders
      revalidator.revalidate();
    },
  };
}
