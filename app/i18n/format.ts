/** `3:07`, `1:02:05`; `–:––` for a duration that is not known yet. */
export function formatDuration(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return "–:––";
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const h = Math.floor(seconds / 3600);
  const min = Math.floor((seconds % 3600) / 60);
  const s = String(seconds % 60).padStart(2, "0");
  return h > 0 ? `${h}:${String(min).padStart(2, "0")}:${s}` : `${min}:${s}`;
}

/** A number of milliseconds without its unit, with one decimal below ten. */
export function formatMs(ms: number, locale: string): string {
  const digits = Math.abs(ms) < 10 ? 1 : 0;
  // a small negative number is rounded to -0, and the sum is 0
  const rounded = Math.round(ms * 10 ** digits) / 10 ** digits + 0;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(rounded);
}

const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** `9.7 MB`, `9,7 МБ`: decimal units, as file managers show them. */
export function formatBytes(bytes: number, locale: string): string {
  const power = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const key = `${locale} ${power}`;
  const unit = BYTE_UNITS[power] ?? "byte";
  const options = { style: "unit", unit, maximumFractionDigits: power < 2 ? 0 : 1 } as const;
  const format = sizes.get(key) ?? new Intl.NumberFormat(locale, options);
  sizes.set(key, format);
  return format.format(bytes / 1000 ** power);
}

/** Formatters by locale and power of 1000. */
const sizes = new Map<string, Intl.NumberFormat>();

/** `12%`, `12 %`: a share in percent. A room shows one when it opens, before `Intl` should load the data of numbers. */
export function formatPercent(share: number, locale: string): string {
  return `${Math.round(share * 100)}${locale === "ru" ? "\u00a0" : ""}%`;
}

/** `12 s`, `3 min`: the remaining time of a transfer. */
export function formatTimeLeft(ms: number, locale: string): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  const [n, unit] = seconds < 90 ? [seconds, "second"] : [Math.round(seconds / 60), "minute"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(n);
}

/** `7 days`, `7 дней`: a duration in whole hours or days. */
export function formatSpan(ms: number, locale: string): string {
  const hours = Math.round(ms / 3_600_000);
  const [n, unit] = hours < 24 ? [hours, "hour"] : [Math.round(hours / 24), "day"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(n);
}

/** `in 7 days`, `через 7 дней`: a future time in days, hours or minutes. At least one minute. */
export function formatTimeUntil(atMs: number, nowMs: number, locale: string): string {
  const minutes = Math.max(1, Math.ceil((atMs - nowMs) / 60_000));
  const format = new Intl.RelativeTimeFormat(locale);
  if (minutes < 60) return format.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 24 ? format.format(hours, "hour") : format.format(Math.round(hours / 24), "day");
}

// cached: creating a formatter takes longer than drawing a hundred rows
const days = new Map<string, Intl.DateTimeFormat>();

/** `12 Nov 2026`, `12 нояб. 2026 г.`: the day of a time in this device's time zone. */
export function formatDay(atMs: number, locale: string): string {
  const format = days.get(locale) ?? new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
  days.set(locale, format);
  return format.format(atMs);
}
