import { expect, it } from "vitest";
import { readLanguage } from "#app/i18n/request-language.server.ts";

const languageOf = (headers: Record<string, string>) => readLanguage(new Request("http://localhost/", { headers }));

it.each([
  ["ru", "ru"],
  ["ru-RU,ru;q=0.9,en;q=0.8", "ru"],
  ["en-GB,en;q=0.9,ru;q=0.8", "en"],
  ["en;q=0.2, RU-ru ; q=0.7", "ru"],
  ["de,fr;q=0.9,ru;q=0.1", "ru"],
  ["ru;q=0,en;q=0.1", "en"],
  ["de", "en"],
  ["*", "en"],
  ["ru;q=nonsense", "en"],
  ["", "en"],
])("the language of %s is %s", (header, language) => {
  expect(languageOf({ "Accept-Language": header })).toBe(language);
});

it("a chosen language wins over that of the browser, an unknown one does not", () => {
  expect(languageOf({ Cookie: "locale=en", "Accept-Language": "ru" })).toBe("en");
  expect(languageOf({ Cookie: "locale=de", "Accept-Language": "ru" })).toBe("ru");
});
