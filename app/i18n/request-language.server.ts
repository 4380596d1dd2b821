import { parse as parseCookies } from "hono/utils/cookie";
import { LOCALE_COOKIE } from "#app/protocol/http.ts";
import { isLocale, type Locale } from "./config.ts";

/** The language of a request: that of the cookie, then the most preferred one of `Accept-Language`, then English. */
export function readLanguage({ headers }: Request): Locale {
  const stored = parseCookies(headers.get("Cookie") ?? "", LOCALE_COOKIE)[LOCALE_COOKIE];
  return isLocale(stored) ? stored : (readPreferredLanguage(headers.get("Accept-Language") ?? "") ?? "en");
}

/** Ranges have a weight between 0 and 1, and 1 without one; 0 excludes a language. Source: RFC 9110, section 12.5.4. */
function readPreferredLanguage(header: string): Locale | null {
  const ranges = header.split(",").map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return { language: tag.split("-")[0], weight: weight ? Number(weight.slice(2)) : 1 };
  });
  const supported = ranges.flatMap(({ language, weight }) => (isLocale(language) && weight > 0 ? [{ language, weight }] : []));
  return supported.sort((a, b) => b.weight - a.weight)[0]?.language ?? null;
}
