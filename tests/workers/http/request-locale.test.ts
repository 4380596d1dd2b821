import { expect, it } from "vitest";
import { readRequestLocale } from "#workers/http/request-locale.ts";

const localeOf = (headers: Record<string, string>) => readRequestLocale(new Request("https://tutti.test/", { headers }));

it.each([
  ["ru", "ru"],
  ["ru-RU,ru;q=0.9,en;q=0.8", "ru"],
  ["en-GB,en;q=0.9,ru;q=0.8", "en"],
  ["ru-RU,en;q=0.5", "ru"],
  ["en;q=0.2, RU-ru ; q=0.7", "ru"],
  ["de,fr;q=0.9,ru;q=0.1", "ru"],
  ["de, ru-RU;q=0.8, en;q=0.5", "ru"],
  ["ru;q=0,en;q=0.1", "en"],
  ["ru;q=0, de", "en"],
  ["de", "en"],
  ["*", "en"],
  ["0;;q", "en"],
  ["", "en"],
])("the language of %s is %s", async (header, language) => {
  expect(await localeOf({ "Accept-Language": header })).toBe(language);
});

it("a chosen language wins over that of the browser, an unknown one does not", async () => {
  expect(await localeOf({ Cookie: "locale=en", "Accept-Language": "ru" })).toBe("en");
  expect(await localeOf({ Cookie: "a=b; locale=ru", "Accept-Language": "en" })).toBe("ru");
  expect(await localeOf({ Cookie: "locale=de", "Accept-Language": "ru" })).toBe("ru");
  expect(await localeOf({ Cookie: "locale=../x" })).toBe("en");
});

it("a request without both is in English", async () => {
  expect(await localeOf({})).toBe("en");
});
