const DAY_MS = 24 * 3_600_000;

/** The day of a moment, as this device counts days: `Today`, `Yesterday`, `Wednesday, November 18`; `Сегодня`. */
export function dayName(atMs: number, nowMs: number, locale: string): string {
  // a clock that is a little behind the server's sees no tomorrow
  const daysAgo = Math.max(0, dayNumber(nowMs) - dayNumber(atMs));
  const name = daysAgo < 2 ? relative(daysAgo, locale) : written(atMs, nowMs, locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

function relative(daysAgo: number, locale: string): string {
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-daysAgo, "day");
}

function written(atMs: number, nowMs: number, locale: string): string {
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", ...year }).format(atMs);
}

/** Days have 23 to 25 hours: they are counted by the calendar. */
function dayNumber(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}
