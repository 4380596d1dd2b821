import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "#app/domain/errors.ts";
import { resources } from "#app/i18n/resources.server.ts";

/** Errors that mean the same to a person, and errors of two forms that ask for the same. */
const SHARED_TEXTS = [
  ["malformed-request", "invalid-arguments"],
  ["field-required", "room-name-required"],
  ["password-too-long", "track-text-too-long"],
  ["message-malformed", "message-unknown"],
];

describe.each(["en", "ru"] as const)("the texts of errors in %s", (locale) => {
  const texts: Readonly<Record<string, string>> = resources[locale].errors;

  it("exist for each code and for nothing else", () => {
    expect(Object.keys(texts).sort()).toEqual([...ERROR_CODES].sort());
    expect(ERROR_CODES.filter((code) => (texts[code] ?? "").trim() === "")).toEqual([]);
  });

  it("are different", () => {
    const codesByText = new Map<string, string[]>();
    for (const code of ERROR_CODES) codesByText.set(texts[code] ?? "", [...(codesByText.get(texts[code] ?? "") ?? []), code]);
    expect([...codesByText.values()].filter((codes) => codes.length > 1)).toEqual(SHARED_TEXTS);
  });

  it("are sentences for people: they begin with a capital letter or a number, and do not contain the code", () => {
    const alphabet = locale === "en" ? /^[A-Z\d]/ : /^[А-ЯЁ\d]/;
    expect(ERROR_CODES.filter((code) => !alphabet.test((texts[code] ?? "").replace(/^\{\{\w+\}\}/, "1")))).toEqual([]);
    const withHyphen = ERROR_CODES.filter((code) => code.includes("-"));
    expect(withHyphen.filter((code) => texts[code]?.toLowerCase().includes(code))).toEqual([]);
  });
});

it("no error has the same text in both languages", () => {
  expect(ERROR_CODES.filter((code) => resources.en.errors[code] === resources.ru.errors[code])).toEqual([]);
});
