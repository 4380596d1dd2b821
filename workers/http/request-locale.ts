import { parseAccept } from "hono/utils/accept";
import { LOCALE_COOKIE } from "#app/protocol/http.ts";
import { readCookie } from "#app/protocol/read-cookie.ts";

/** The languages that mail is written in: those of the interface. */
export type RequestLocale = "en" | "ru";

/** The visitor's language, found as pages find it: what they chose, else what their browser asks for, else English. */
export function requestLocale(request: Request): RequestLocale {
  const chosen = readCookie(request.headers.get("Cookie") ?? "", LOCALE_COOKIE);
  if (isSpoken(chosen)) return chosen;
  for (const { type, q } of parseAccept(request.headers.get("Accept-Language") ?? "")) {
    const language = type.split("-")[0]?.toLowerCase();
    if (q > 0 && isSpoken(language)) return language;
  }
  return "en";
}

function isSpoken(language: string | null | undefined): language is RequestLocale {
  return language === "en" || language === "ru";
}
