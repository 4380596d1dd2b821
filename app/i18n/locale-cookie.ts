import { toPreferenceCookie } from "#app/lib/preference-cookie.ts";
import { LOCALE_COOKIE } from "#app/protocol/http.ts";
import type { Locale } from "./config.ts";
import { localeLimits } from "./locale-limits.ts";

/** The cookie that stores a chosen locale. `url` is the address of the page, or of the request. */
export function toLocaleCookie(locale: Locale, url: string): string {
  return toPreferenceCookie({ name: LOCALE_COOKIE, value: locale, maxAgeSec: localeLimits.localeCookieSeconds, url });
}
