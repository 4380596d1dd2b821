import { parseAccept } from "hono/utils/accept";
import { parse as parseCookies } from "hono/utils/cookie";
import { LOCALE_COOKIE } from "#app/protocol/http.ts";

/** The languages of the interface and of mail. */
export type RequestLocale = "en" | "ru";

/** The visitor's language, by the same rule as for pages: the locale cookie, then `Accept-Language`, then English. */
export function readRequestLocale(request: Request): RequestLocale {
  const chosen = parseCookies(request.headers.get("Cookie") ?? "", LOCALE_COOKIE)[LOCALE_COOKIE];
  if (isSupported(chosen)) return chosen;
  for (const { type, q } of parseAccept(request.headers.get("Accept-Language") ?? "")) {
    const language = type.split("-")[0]?.toLowerCase();
    if (q > 0 && isSupported(language)) return language;
  }
  return "en";
}

function isSupported(language: string | undefined): language is RequestLocale {
  return language === "en" || language === "ru";
}
