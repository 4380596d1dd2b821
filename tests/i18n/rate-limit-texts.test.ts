import { expect, it } from "vitest";
import { RATE_LIMIT_WAITS_MS, type RateLimitError } from "#app/domain/rate-limit-waits.ts";
import { resources } from "#app/i18n/resources.server.ts";

const MINUTE_MS = 60_000;

/** `15 minutes`, `24 часа` */
function formatWait(ms: number, locale: string): string {
  const minutes = ms / MINUTE_MS;
  const [n, unit] = minutes < 60 ? [minutes, "minute"] : [minutes / 60, "hour"];
  return toPlainSpaces(new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(n));
}

function toPlainSpaces(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

it.each(["en", "ru"] as const)("the text of each rate limit states in %s how long to wait", (locale) => {
  const waits = Object.entries(RATE_LIMIT_WAITS_MS) as readonly [RateLimitError, number][];
  for (const [code, ms] of waits) expect(toPlainSpaces(resources[locale].errors[code])).toContain(` ${formatWait(ms, locale)}`);
});
