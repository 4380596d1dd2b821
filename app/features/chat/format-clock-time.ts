// cached: creating a formatter takes longer than drawing a row
const formats = new Map<string, Intl.DateTimeFormat>();

/** `14:05`, `2:05 PM`: a time of day in this device's time zone. */
export function formatClockTime(atMs: number, locale: string): string {
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
  formats.set(locale, format);
  return format.format(atMs);
}
