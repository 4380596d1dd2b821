import { expect, it } from "vitest";
import { normalize } from "#app/domain/text/normalize.ts";

it("AC5 names that differ only in case or composition are equal", () => {
  expect(normalize("ИВАН")).toBe(normalize("иван"));
  expect(normalize("Zoë")).toBe(normalize("ZOE\u0308"));
  expect(normalize("ｍｉｒａ")).toBe("mira");
  expect(normalize("ΣΑΣ")).toBe(normalize("σασ"));
  expect(normalize("STRASSE")).toBe(normalize("straße"));
  expect(normalize("ёж")).not.toBe(normalize("еж"));
});
