import { RemixI18Next } from "remix-i18next/server";
import { LOCALE_COOKIE } from "#app/protocol/http.ts";
import { readCookie } from "#app/protocol/read-cookie.ts";
import { i18nConfig, isLocale, LOCALES } from "./config.ts";
import { resources } from "./resources.server.ts";

/** The visitor's language: what they chose, else what their browser asks for, else English. */
export const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: "en",
    order: ["custom", "header"],
    findLocale: async (request) => {
      const chosen = readCookie(request.headers.get("Cookie") ?? "", LOCALE_COOKIE);
      return isLocale(chosen) ? chosen : null;
    },
  },
  i18next: { ...i18nConfig, resources },
});
