import { expect, it } from "vitest";
import { LOCALES } from "#app/i18n/config.ts";
import { formatPercent } from "#app/i18n/format.ts";
import { formatCount } from "#app/i18n/format-count.ts";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import { formatSpokenDuration } from "#app/i18n/use-spoken-duration.ts";

const speakIn = (language: "en" | "ru") => (ms: number) => {
  const t = getTranslation(language);
  return formatSpokenDuration(t, ms);
};

const withPlainSpaces = (text: string) => text.replaceAll("\u00a0", " ");

it.each(LOCALES)("counts and percentages in %s are those of Intl.NumberFormat", (language) => {
  const counts = [0, 7, 999, 1000, 12_345, 1_000_000, -3, 0.5];
  expect(counts.map((n) => formatCount(n, language))).toEqual(counts.map((n) => new Intl.NumberFormat(language).format(n)));
  const shares = Array.from({ length: 101 }, (_, i) => i / 100);
  const percent = new Intl.NumberFormat(language, { style: "percent" });
  expect(shares.map((share) => formatPercent(share, language))).toEqual(shares.map((share) => percent.format(share)));
});

it("a spoken duration names each unit that is not zero", () => {
  const [english, russian] = [speakIn("en"), speakIn("ru")];
  expect([0, 999, 1000, 60_000, 115_000].map(english)).toEqual([
    "0 seconds",
    "0 seconds",
    "1 second",
    "1 minute",
    "1 minute 55 seconds",
  ]);
  expect(english(3_723_000)).toBe("1 hour 2 minutes 3 seconds");
  expect(withPlainSpaces(russian(2 * 3_600_000 + 21 * 60_000 + 5000))).toBe("2 часа 21 минута 5 секунд");
});
