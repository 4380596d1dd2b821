const AGES = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** The age of a time: `2 days ago`, `yesterday`, `сейчас`. */
export function formatTimeAgo(atMs: number, nowMs: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const seconds = Math.max(0, (nowMs - atMs) / 1000);
  for (const [unit, length] of AGES) if (seconds >= length) return format.format(-Math.floor(seconds / length), unit);
  return format.format(0, "second");
}
