import { expect, it } from "vitest";
import { createI18n, translateWith } from "#app/i18n/create-i18n.ts";
import { texts as english } from "#app/i18n/en/texts.ts";
import { texts as russian } from "#app/i18n/ru/texts.ts";
import { toListenTogether } from "#app/routes/listen-together.ts";

const TRANSLATIONS = {
  en: translateWith(createI18n("en", english)),
  ru: translateWith(createI18n("ru", russian)),
} as const;

it.each([
  ["en", "Mira", 0, "Listen together with Mira"],
  ["en", "Mira", 1, "Listen together with Mira · 1 track"],
  ["en", "Мира", 6, "Listen together with Мира · 6 tracks"],
  ["ru", "Mira", 0, "Слушайте вместе с\u00a0Mira"],
  ["ru", "Mira", 1, "Слушайте вместе с\u00a0Mira · 1 трек"],
  // the product does not decline names
  ["ru", "Мира", 0, "Слушайте вместе с\u00a0Мира"],
  ["ru", "Мира", 3, "Слушайте вместе с\u00a0Мира · 3 трека"],
  ["ru", "Мира", 6, "Слушайте вместе с\u00a0Мира · 6 треков"],
  ["ru", "Мира", 21, "Слушайте вместе с\u00a0Мира · 21 трек"],
] as const)("the sentence for a link in %s names the owner, %s, and %d tracks", (language, owner, tracks, text) => {
  expect(toListenTogether(TRANSLATIONS[language], { owner, tracks })).toBe(text);
});
