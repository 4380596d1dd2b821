import { DAY_MS } from "#app/domain/units.ts";

/** The day of a time in this device's time zone: `Today`, `Yesterday`, `Wednesday, November 18`; `Сегодня`. */
export function formatDayName(atMs: number, nowMs: number, locale: string): string {
  // a device whose clock is behind the server's would otherwise show tomorrow
  const daysAgo = Math.max(0, toDayNumber(nowMs) - toDayNumber(atMs));
  const name = daysAgo < 2 ? formatRelativeDay(daysAgo, locale) : formatDate(atMs, nowMs, locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

function formatRelativeDay(daysAgo: number, locale: string): string {
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-daysAgo, "day");
}

/** Names the year unless it is the current one. */
function formatDate(atMs: number, nowMs: number, locale: string): string {
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", ...year }).format(atMs);
}

/** Counts calendar days, because a local day has 23 to 25 hours. */
function toDayNumber(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}
