// cached: creating a formatter takes longer than drawing a hundred rows
const formats = new Map<string, Intl.NumberFormat>();

/** A number with the separators of the language: `10,000`, `10 000`. */
export function formatCount(count: number, locale: string): string {
  // The first format of numbers loads their data, which keeps a phone busy for a tenth of a second while a room opens.
  if (Number.isInteger(count) && count >= 0 && count < 1000) return String(count);
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale);
  formats.set(locale, format);
  return format.format(count);
}
