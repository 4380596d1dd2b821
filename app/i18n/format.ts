/** `3:07`, `1:02:05`; without a length yet: `–:––`. */
export function formatDuration(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return "–:––";
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const h = Math.floor(seconds / 3600);
  const min = Math.floor((seconds % 3600) / 60);
  const s = String(seconds % 60).padStart(2, "0");
  return h > 0 ? `${h}:${String(min).padStart(2, "0")}:${s}` : `${min}:${s}`;
}

/** A length for screen readers: `1 minute 55 seconds`, `1 минута 55 секунд`. */
export function speakDuration(ms: number, locale: string): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [
    [Math.floor(seconds / 3600), "hour"],
    [Math.floor((seconds % 3600) / 60), "minute"],
    [seconds % 60, "second"],
  ] as const;
  const said = parts.filter(([n], i) => n > 0 || (i === 2 && seconds < 60));
  return said
    .map(([n, unit]) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(n))
    .join(" ");
}

/** Milliseconds as a person reads them: one decimal below ten. */
export function formatMs(ms: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: Math.abs(ms) < 10 ? 1 : 0 }).format(ms);
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

/** By language and power. */
const sizes = new Map<string, Intl.NumberFormat>();

export function formatPercent(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "percent" }).format(share);
}

/** `12 s`, `3 min`: how long something will still take. */
export function formatTimeLeft(ms: number, locale: string): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  const [n, unit] = seconds < 90 ? [seconds, "second"] : [Math.round(seconds / 60), "minute"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(n);
}

/** `7 days`, `7 дней`: a length in whole hours or days. */
export function formatSpan(ms: number, locale: string): string {
  const hours = Math.round(ms / 3_600_000);
  const [n, unit] = hours < 24 ? [hours, "hour"] : [Math.round(hours / 24), "day"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(n);
}

/** `in 7 days`, `через 7 дней`: when something that is ahead will be, to the day, the hour or the minute. */
export function timeUntil(atMs: number, nowMs: number, locale: string): string {
  const minutes = Math.max(1, Math.ceil((atMs - nowMs) / 60_000));
  const format = new Intl.RelativeTimeFormat(locale);
  if (minutes < 60) return format.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 24 ? format.format(hours, "hour") : format.format(Math.round(hours / 24), "day");
}

// a formatter takes longer to make than a hundred rows take to draw
const counts = new Map<string, Intl.NumberFormat>();
const days = new Map<string, Intl.DateTimeFormat>();

/** `10,000`, `10 000` */
export function formatCount(count: number, locale: string): string {
  const format = counts.get(locale) ?? new Intl.NumberFormat(locale);
  counts.set(locale, format);
  return format.format(count);
}

/** `12 Nov 2026`, `12 нояб. 2026 г.`: the day of a time, where the person is. */
export function formatDay(atMs: number, locale: string): string {
  const format = days.get(locale) ?? new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
  days.set(locale, format);
  return format.format(atMs);
}
