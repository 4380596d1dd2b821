import type { Locale } from "./config.ts";

export type PluralForm = "one" | "few" | "many" | "other";

/**
 * The form of a text that goes with a count, by the rules of Unicode's CLDR. `Intl.PluralRules` has the same ones, but the first
 * use of `Intl` loads its data, which keeps a phone busy for a tenth of a second while a room opens.
 */
export function pluralForm(count: number, language: Locale): PluralForm {
  const size = Math.abs(count);
  if (language === "en") return size === 1 ? "one" : "other";
  if (!Number.isInteger(size)) return "other";
  const units = size % 10;
  const isTeen = Math.floor((size % 100) / 10) === 1;
  if (units === 1 && !isTeen) return "one";
  return units >= 2 && units <= 4 && !isTeen ? "few" : "many";
}
