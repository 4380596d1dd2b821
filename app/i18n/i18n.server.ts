import { parse as parseCookies } from "hono/utils/cookie";
import { RemixI18Next } from "remix-i18next/server";
import { LOCALE_COOKIE } from "#app/protocol/http.ts";
import { i18nConfig, isLocale, LOCALES } from "./config.ts";
import { resources } from "./resources.server.ts";

/** Detects the locale of a request: the cookie, then `Accept-Language`, then English. */
export const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: "en",
    order: ["custom", "header"],
    findLocale: async (request) => {
      const stored = parseCookies(request.headers.get("Cookie") ?? "", LOCALE_COOKIE)[LOCALE_COOKIE];
      return isLocale(stored) ? stored : null;
    },
  },
  i18next: { ...i18nConfig, resources },
});
