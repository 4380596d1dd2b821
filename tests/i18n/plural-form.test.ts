import { expect, it } from "vitest";
import { LOCALES } from "#app/i18n/config.ts";
import { pluralForm } from "#app/i18n/plural-form.ts";

it.each(LOCALES)("the plural forms in %s are those of Intl.PluralRules", (language) => {
  const rules = new Intl.PluralRules(language);
  const counts = [...Array.from({ length: 1300 }, (_, i) => i), 1e6, 1e6 + 1, -1, -2, -11, 0.5, 1.5, 2.3];
  expect(counts.map((count) => pluralForm(count, language))).toEqual(counts.map((count) => rules.select(count)));
});
