import { expect, it } from "vitest";
import { resources } from "#app/i18n/resources.server.ts";

/** Every text with its key, such as `library.added_one`. */
function flattenTexts(texts: object, path = ""): readonly (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value] as const] : flattenTexts(value, `${path}${key}.`),
  );
}

it("the Russian form `one` contains the number, because it also applies to 21 and 101", () => {
  const ones = flattenTexts(resources.ru).filter(([key]) => key.endsWith("_one"));
  expect(ones.length).toBeGreaterThan(50);
  expect(ones.filter(([, text]) => !text.includes("{{count"))).toEqual([]);
});
