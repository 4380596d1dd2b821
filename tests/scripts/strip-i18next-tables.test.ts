import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { i18n as I18n } from "i18next";
import { expect, it } from "vitest";
import { removeTables } from "#scripts/strip-i18next-tables.ts";

const { resolve } = createRequire(import.meta.url);
const code = readFileSync(resolve("i18next").replace("/cjs/", "/esm/"), "utf8");

it("i18next without its tables is shorter, and still knows the plurals of Russian", async () => {
  const short = removeTables(code);
  expect(code.length - short.length).toBeGreaterThan(3000);
  const url = `data:text/javascript,${encodeURIComponent(short)}`;
  // the types are those of the package
  const { createInstance } = (await import(/* @vite-ignore */ url)) as { readonly createInstance: () => I18n };
  const i18n = createInstance();
  const texts = { tracks_one: "{{count}} трек", tracks_few: "{{count}} трека", tracks_many: "{{count}} треков" };
  void i18n.init({ lng: "ru", resources: { ru: { translation: texts } } });
  expect([1, 2, 5, 21].map((count) => i18n.t("tracks", { count }))).toEqual(["1 трек", "2 трека", "5 треков", "21 трек"]);
});

it("a version of i18next without the tables is noticed", () => {
  expect(() => removeTables(code.replace("let sets", "const sets"))).toThrow("no table");
});
