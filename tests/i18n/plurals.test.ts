import { expect, it } from "vitest";
import { resources } from "#app/i18n/resources.server.ts";

/** Every text with its key: `library.added_one`. */
function entriesOf(texts: object, path = ""): readonly (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value] as const] : entriesOf(value, `${path}${key}.`),
  );
}

it("in Russian the form of one says the number: it is that of 21 and 101 too", () => {
  const ones = entriesOf(resources.ru).filter(([key]) => key.endsWith("_one"));
  expect(ones.length).toBeGreaterThan(50);
  expect(ones.filter(([, text]) => !text.includes("{{count"))).toEqual([]);
});
