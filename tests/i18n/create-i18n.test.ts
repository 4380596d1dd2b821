import { expect, it, vi } from "vitest";
import { LOCALES } from "#app/i18n/config.ts";
import { addTexts, createI18n } from "#app/i18n/create-i18n.ts";

const english = createI18n("en", {
  shell: { close: "Close", menu: { help: "Help" } },
  room: {
    hello: "{{name}} of {{room}}, {{name}}",
    size: "{{max, number}} pixels",
    tracks_one: "{{count, number}} track",
    tracks_other: "{{count, number}} tracks",
    left: "{{count}} left",
  },
});
const russian = createI18n("ru", {
  room: {
    tracks_one: "{{count, number}} трек",
    tracks_few: "{{count, number}} трека",
    tracks_many: "{{count, number}} треков",
    tracks_other: "{{count, number}} трека",
  },
});
const inEnglish = (key: string, values = {}) => english.getFixedT(null, "room")(key, values);
const inRussian = (count: number) => russian.getFixedT(null, "room")("tracks", { count });

it("a key is one of the named namespace, or else of the shell, unless it names another", () => {
  expect(inEnglish("shell:menu.help")).toBe("Help");
  expect(english.t("menu.help")).toBe("Help");
});

it("values take the place of their names, as often as they appear, without being escaped", () => {
  expect(inEnglish("hello", { name: "$&", room: "<b>" })).toBe("$& of <b>, $&");
  expect(inEnglish("size", { max: 12345 })).toBe("12,345 pixels");
});

it("a value cannot name another text", () => {
  expect(inEnglish("hello", { name: "$t(shell:close)", room: "{{count}}" })).toBe(
    "$t(shell:close) of {{count}}, $t(shell:close)",
  );
});

it.each([
  [1, "1 track"],
  [0, "0 tracks"],
  [1000, "1,000 tracks"],
])("the English plural of %d is %s", (count, text) => {
  expect(inEnglish("tracks", { count })).toBe(text);
});

it.each([
  [1, "1 трек"],
  [21, "21 трек"],
  [3, "3 трека"],
  [11, "11 треков"],
  [1.5, "1,5 трека"],
  [1000, "1\u00a0000 треков"],
])("the Russian plural of %d is %s", (count, text) => {
  expect(inRussian(count)).toBe(text);
});

it("texts with different values share a format for numbers", () => {
  inEnglish("tracks", { count: 1000 });
  const formats = vi.spyOn(Intl, "NumberFormat");
  expect([2000, 3000].map((count) => inEnglish("tracks", { count, name: `${count}` }))).toEqual([
    "2,000 tracks",
    "3,000 tracks",
  ]);
  expect(formats).not.toHaveBeenCalled();
  formats.mockRestore();
});

it("a text without forms takes any count", () => {
  expect(inEnglish("left", { count: 3 })).toBe("3 left");
});

it("a missing text appears as its key, and a missing value as its name", () => {
  expect(inEnglish("nothing.here")).toBe("nothing.here");
  expect(inEnglish("hello", { room: "Kitchen" })).toBe("{{name}} of Kitchen, {{name}}");
});

it("texts of another language do not replace missing ones", () => {
  const i18n = createI18n("en", { shell: { close: "Close" } });
  void i18n.changeLanguage("ru");
  expect([i18n.language, i18n.t("close")]).toEqual(["ru", "close"]);
});

it("a namespace may come in parts, and the parts stay as they are", () => {
  const first = { errors: { a: "A", group: { b: "B" } } };
  const i18n = createI18n("en", {});
  addTexts(i18n, "en", first);
  addTexts(i18n, "en", { errors: { a: "New", group: { c: "C" } } });
  expect(["a", "group.b", "group.c"].map((key) => i18n.t(key, { ns: "errors" }))).toEqual(["New", "B", "C"]);
  expect(first).toEqual({ errors: { a: "A", group: { b: "B" } } });
});

it.each(LOCALES)("an instance in %s is ready at once", (language) => {
  const { language: current, isInitialized } = createI18n(language, {});
  expect([current, isInitialized]).toEqual([language, true]);
});

it("only a change of the language is announced", () => {
  const i18n = createI18n("en", {});
  let changes = 0;
  i18n.on("languageChanged", () => {
    changes += 1;
  });
  addTexts(i18n, "en", { shell: { close: "Close" } });
  expect(changes).toBe(0);
  void i18n.changeLanguage("ru");
  expect(changes).toBe(1);
});
