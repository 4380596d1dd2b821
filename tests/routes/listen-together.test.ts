import { expect, it } from "vitest";
import { texts as english } from "#app/i18n/en/texts.ts";
import { texts as russian } from "#app/i18n/ru/texts.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import { createTextStore } from "#app/i18n/text-store.ts";
import { translate } from "#app/i18n/translate.ts";
import { toListenTogether } from "#app/routes/listen-together.ts";

const STORES = { en: createTextStore("en", english), ru: createTextStore("ru", russian) } as const;

it.each([
  ["en", 0, "Listen together with Mira"],
  ["en", 1, "Listen together with Mira · 1 track"],
  ["en", 6, "Listen together with Mira · 6 tracks"],
  ["ru", 0, "Слушайте вместе с\u00a0Mira"],
  ["ru", 1, "Слушайте вместе с\u00a0Mira · 1 трек"],
  ["ru", 3, "Слушайте вместе с\u00a0Mira · 3 трека"],
  ["ru", 6, "Слушайте вместе с\u00a0Mira · 6 треков"],
  ["ru", 21, "Слушайте вместе с\u00a0Mira · 21 трек"],
] as const)("the sentence for a link in %s names the owner and %d tracks", (language, tracks, text) => {
  const t: Translate<"shell"> = (key, values) => translate(STORES[language].loaded.get(), "shell", key, values);
  expect(toListenTogether(t, { owner: "Mira", tracks })).toBe(text);
});
