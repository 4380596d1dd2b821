import { parseAccept } from "hono/utils/accept";
import { parse as parseCookies } from "hono/utils/cookie";
import { LanguageDetector } from "remix-i18next/server";
import { isLocale, LOCALES, type Locale } from "#app/i18n/config.ts";
import { LOCALE_COOKIE } from "#app/protocol/http.ts";

const detector = new LanguageDetector({
  supportedLanguages: [...LOCALES],
  fallbackLanguage: "en",
  // The library's own order expects a cookie that Remix has encoded, and takes only the first language of the header.
  order: ["custom"],
  findLocale: async ({ headers }) => [...listStoredLocales(headers), ...listAcceptedLanguages(headers)],
});

/** The language of a request, for pages and mail: that of the locale cookie, then of `Accept-Language`, then English. */
export async function readRequestLocale(request: Request): Promise<Locale> {
  const language = await detector.detect(request);
  return isLocale(language) ? language : "en";
}

function listStoredLocales(headers: Headers): readonly Locale[] {
  const stored = parseCookies(headers.get("Cookie") ?? "", LOCALE_COOKIE)[LOCALE_COOKIE];
  return isLocale(stored) ? [stored] : [];
}

/** The languages of `Accept-Language` without their regions, the preferred ones first. The weight 0 excludes a language. */
function listAcceptedLanguages(headers: Headers): readonly string[] {
  const ranges = parseAccept(headers.get("Accept-Language") ?? "").filter(({ q }) => q > 0);
  return ranges.map(({ type }) => type.split("-")[0] ?? "");
}
